import create from '@wasm/boidforge-sim.js';
import wasmUrl from '@wasm/boidforge-sim.wasm?url';
import { PlainError } from '../errors.js';
import { createHeap } from './heap.js';
import { startThreadedSim } from './threaded-sim.js';

/**
 * The simulation module: one world, and the frames it makes.
 * @typedef {object} Sim
 * @property {() => {version: string, params: import('../types.js').Parameter[]}} describe
 * @property {(entries: import('../types.js').SceneEntry[]) => Record<string, string>} create makes a world and
 *   tells its parameters; the old world stays when this throws
 * @property {() => number} recordBytes
 * @property {(target: Uint8Array) => void} step one step, then the state as a frame record into `target`
 * @property {(count: number) => void} advance
 * @property {() => Uint8Array} record a copy of the state, as a frame record
 * @property {() => string} simd instruction set of the running world
 * @property {() => number} threads that compute a step of the running world
 * @property {number} mostThreads a world can have
 * @property {() => number} memoryBytes
 */

/**
 * @param {object} options
 * @param {boolean} options.threads whether to use threads where they can be had
 * @returns {Promise<Sim>}
 */
export async function loadSim({ threads }) {
  const threaded = threads ? await startThreadedSim() : null;
  const module = threaded?.module ?? (await create({ locateFile: () => wasmUrl }));
  const heap = createHeap(module);
  const fail = () => {
    throw new PlainError('core', { message: heap.text(module._bf_sim_error()) ?? '' });
  };

  const describe = () => JSON.parse(heap.text(module._bf_sim_describe()) ?? '{}');
  const names = describe().params.map((/** @type {{name: string}} */ parameter) => parameter.name);

  return {
    describe,
    create(entries) {
      module._bf_sim_scene_begin();
      for (const [section, name, text] of entries) {
        if (heap.callWithTexts('bf_sim_scene_set', section, name, text) !== 0) fail();
      }
      if (module._bf_sim_create() !== 0) fail();
      return Object.fromEntries(
        names.map((/** @type {string} */ name) => [name, heap.text(heap.callWithTexts('bf_sim_param', name)) ?? '']),
      );
    },
    recordBytes: () => module._bf_sim_record_bytes(),
    step(target) {
      module._bf_sim_step(1);
      target.set(heap.bytes(module._bf_sim_record(), target.length));
    },
    advance: (count) => module._bf_sim_step(count),
    record: () => heap.bytes(module._bf_sim_record(), module._bf_sim_record_bytes()).slice(),
    simd: () => heap.text(module._bf_sim_simd()) ?? '',
    threads: () => module._bf_sim_threads(),
    mostThreads: threaded?.threads ?? 1,
    memoryBytes: () => (module.wasmMemory ?? module.HEAPU8).buffer.byteLength,
  };
}
