import { loadSim } from '../wasm/sim-module.js';
import { createSimulationHost } from './simulation-host.js';

/**
 * What a simulation is started with.
 * @typedef {object} SimulationParts
 * @property {MessagePort} port on which a player asks for frames
 * @property {'auto' | 'off'} threads
 * @property {import('../wasm/instantiate.js').Wasm} [simModule] the module without threads, in place of a download
 * @property {import('../wasm/threaded-sim.js').ThreadPlaces} [threadPlaces] where the one with threads lies
 */

/** One simulation, for one player after another: the page may have to start another one. */
export function createSimulationServer() {
  /** @type {{destroy: () => void} | null} */
  let host = null;
  /** @type {Promise<import('../wasm/sim-module.js').Sim> | null} */
  let loading = null;

  return {
    /** @param {SimulationParts} parts */
    serve({ port, threads, simModule, threadPlaces }) {
      loading ??= loadSim({ threads: threads !== 'off', wasm: simModule, threadPlaces });
      loading.catch(() => {}); // told to whoever asks first
      host?.destroy();
      host = createSimulationHost(port, loading);
    },
    destroy: () => host?.destroy(),
  };
}
