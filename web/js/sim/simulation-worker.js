// Entry of the simulation's worker. A message brings the port on which a player asks for frames; a second one
// comes when the page had to start another player.
import { loadSim } from '../wasm/sim-module.js';
import { createSimulationHost } from './simulation-host.js';

/** @type {{destroy: () => void} | null} */
let host = null;
/** @type {Promise<import('../wasm/sim-module.js').Sim> | null} */
let loading = null;

addEventListener('message', ({ data }) => {
  loading ??= loadSim({ threads: data.threads !== 'off' });
  loading.catch(() => {}); // told to whoever asks first
  host?.destroy();
  host = createSimulationHost(data.port, loading);
});
