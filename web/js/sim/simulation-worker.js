// Entry of the simulation's worker. A message brings the port on which a player asks for frames, whether threads are
// wanted and, where they are known better than here, the module and the places of the threaded one; a second message
// comes when the page had to start another player.
import { loadSim } from '../wasm/sim-module.js';
import { createSimulationHost } from './simulation-host.js';

/** @type {{destroy: () => void} | null} */
let host = null;
/** @type {Promise<import('../wasm/sim-module.js').Sim> | null} */
let loading = null;

addEventListener('message', ({ data }) => {
  loading ??= loadSim({
    threads: data.threads !== 'off',
    wasm: data.simModule,
    threadPlaces: data.threadPlaces,
  });
  loading.catch(() => {}); // told to whoever asks first
  host?.destroy();
  host = createSimulationHost(data.port, loading);
});

postMessage({ kind: 'ready' }); // to who has to know whether a policy let it start
