import { Reply } from '../rpc.js';
import { simulationHandlers } from '../sim/simulation-host.js';
import { loadSim } from '../wasm/sim-module.js';

/**
 * A simulation on this thread, which has its turn between slices.
 * @param {import('../wasm/instantiate.js').Wasm} wasm
 * @param {number} sliceMs
 * @returns {Omit<import('./simulation.js').Engine, 'reader'>}
 */
export function localEngine(wasm, sliceMs) {
  const handlers = simulationHandlers(loadSim({ threads: false, wasm }));
  return {
    sliceMs,
    async call(type, request) {
      if (type === 'advance') await new Promise((resolve) => setTimeout(resolve));
      const answer = await handlers[type](request);
      return answer instanceof Reply ? answer.value : answer;
    },
    destroy() {},
  };
}

/** The table of parameters. @param {import('../wasm/instantiate.js').Wasm} wasm */
export const paramsOf = async (wasm) => (await loadSim({ threads: false, wasm })).describe().params;
