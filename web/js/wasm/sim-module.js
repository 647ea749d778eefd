import create from '@wasm/boidforge-sim.js';
import wasmUrl from '@wasm/boidforge-sim.wasm?url';
import { PlainError } from '../errors.js';
import { createHeap } from './heap.js';
import { instantiate } from './instantiate.js';
import { startThreadedSim } from './threaded-sim.js';

/**
 * The simulation module: one world, and the frames it makes.
 * @typedef {object} Sim
 * @property {() => {version: string, params: import('../types.js').Parameter[], changes: string[]}} describe
 *   `changes`: the names of the parameters that may change in a running world
 * @property {(entries: import('../types.js').SceneEntry[]) => Record<string, string>} create makes a world and
 *   tells its parameters; the old world stays when this throws
 * @property {() => Record<string, string>} params of the world, in force; events change them
 * @property {(count: number) => void} advance
 * @property {(name: string, text: string) => void} change a parameter from the next step on; throws where it may not
 * @property {() => string} scene the world's scene as JSON, with every change so far and to come as an event, and as
 *   many steps as were taken; throws when there were more changes than a scene holds
 * @property {() => number} recordBytes of the state as it is: a step may change the number of agents
 * @property {(target: Uint8Array) => void} copyRecord the state as a frame record into `target`, of that many bytes
 * @property {() => Uint8Array} record a copy of the state, as a frame record
 * @property {() => string} hash of the state
 * @property {() => string} simd instruction set of the running world
 * @property {() => number} threads that compute a step of the running world
 * @property {number} mostThreads a world can have
 * @property {() => number} memoryBytes
 */

/**
 * @param {object} options
 * @param {boolean} options.threads whether to use threads where they can be had
 * @param {import('./instantiate.js').Wasm} [options.wasm] the module without threads, in place of a download
 * @param {import('./threaded-sim.js').ThreadPlaces} [options.threadPlaces] where the threaded module lies
 * @returns {Promise<Sim>}
 */
export async function loadSim({ threads, wasm, threadPlaces }) {
  const threaded = threads ? await startThreadedSim(threadPlaces) : null;
  const module = threaded?.module ?? (await instantiate(create, { locateFile: () => wasmUrl }, wasm));
  const heap = createHeap(module);
  const fail = () => {
    throw new PlainError('core', { message: heap.text(module._bf_sim_error()) ?? '' });
  };

  const describe = () => JSON.parse(heap.text(module._bf_sim_describe()) ?? '{}');
  const names = describe().params.map((/** @type {{name: string}} */ parameter) => parameter.name);

  /** @param {string} name @returns {[string, string]} */
  const inForce = (name) => [name, heap.text(heap.callWithTexts('bf_sim_param', name)) ?? ''];
  const params = () => Object.fromEntries(names.map(inForce));

  return {
    describe,
    create(entries) {
      module._bf_sim_scene_begin();
      for (const [section, name, text] of entries) {
        if (heap.callWithTexts('bf_sim_scene_set', section, name, text) !== 0) fail();
      }
      if (module._bf_sim_create() !== 0) fail();
      return params();
    },
    params,
    advance: (count) => module._bf_sim_step(count),
    change(name, text) {
      if (heap.callWithTexts('bf_sim_change', name, text) !== 0) fail();
    },
    scene: () => heap.text(module._bf_sim_scene_json()) ?? fail(),
    recordBytes: () => module._bf_sim_record_bytes(),
    copyRecord(target) {
      target.set(heap.bytes(module._bf_sim_record(), target.length));
    },
    record: () => heap.bytes(module._bf_sim_record(), module._bf_sim_record_bytes()).slice(),
    hash: () => heap.text(module._bf_sim_hash()) ?? '',
    simd: () => heap.text(module._bf_sim_simd()) ?? '',
    threads: () => module._bf_sim_threads(),
    mostThreads: threaded?.threads ?? 1,
    memoryBytes: () => (module.wasmMemory ?? module.HEAPU8).buffer.byteLength,
  };
}
