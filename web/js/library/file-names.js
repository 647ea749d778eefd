/** What the package calls the files that scripts name by address. */
export const FILE_NAMES = {
  simWorker: 'simulation-worker.js',
  renderWorker: 'render-worker.js',
  simWasm: 'boidforge-sim.wasm',
  viewWasm: 'boidforge-view.wasm',
  threadsScript: 'boidforge-sim-threads.js',
  threadsWasm: 'boidforge-sim-threads.wasm',
  threadsWorker: 'boidforge-sim-threads.worker.js',
};
