/** The Emscripten builds of core/wasm; see vite.config.js for where they come from. */
declare module '@wasm/boidforge-sim.js' {
  const create: (options: object) => Promise<any>;
  export default create;
}
declare module '@wasm/boidforge-view.js' {
  const create: (options: object) => Promise<any>;
  export default create;
}
declare module '@wasm/boidforge-sim.wasm?url' {
  const url: string;
  export default url;
}
declare module '@wasm/boidforge-sim-threads.js?url' {
  const url: string;
  export default url;
}
declare module '@wasm/boidforge-sim-threads.wasm?url' {
  const url: string;
  export default url;
}
declare module '@wasm/boidforge-view.wasm?url' {
  const url: string;
  export default url;
}
