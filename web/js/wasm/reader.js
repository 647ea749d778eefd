import create from '@wasm/boidforge-view.js';
import wasmUrl from '@wasm/boidforge-view.wasm?url';
import { PlainError } from '../errors.js';
import { createHeap } from './heap.js';
import { instantiate } from './instantiate.js';

// What the renderer's module knows of records and recordings: nothing is drawn, so it works without a canvas, in node
// too. Records are bytes in the layout of a .bfs frame record.

/**
 * @typedef {import('../types.js').Stage} Stage
 * @typedef {{version: number, max_agents: number, dt: number, seed: number, frame_count: number,
 *   frames_at: number}} Header
 * @typedef {{kind: 'whole' | 'end' | 'cut' | 'corrupt', agents: number}} Framing
 *
 * What a flock is like as a whole; agents with values that are not numbers are left out.
 * @typedef {object} Stats
 * @property {number} counted agents
 * @property {number} bad those left out
 * @property {number} polarization length of the mean heading, 0 to 1
 * @property {number} meanSpeed world units per second
 * @property {number} meanNeighbours
 * @property {number} centres agents whose neighbours were counted: all, or a part
 *
 * @typedef {object} Reader
 * @property {() => {version: string, look: import('../types.js').Parameter[],
 *   presets: import('../types.js').Preset[]}} describe
 * @property {(bytes: Uint8Array) => Header} readHeader
 * @property {(start: Uint8Array, maxAgents: number, left: number, previous: number) => Framing} classify
 * @property {(records: Uint8Array[]) => Stage} guessStage from samples of a recording
 * @property {(record: Uint8Array) => string} hash
 * @property {(record: Uint8Array) => number} countBad
 * @property {(record: Uint8Array, sight: {radius: number, torus: boolean, stage: Stage, mostPairs: number}) => Stats}
 *   measure
 * @property {() => number} memoryBytes
 */

const FRAMINGS = /** @type {const} */ (['whole', 'end', 'cut', 'corrupt']);

/** @param {import('./instantiate.js').Wasm} [wasm] @returns {Promise<any>} the renderer's module */
export const loadViewModule = (wasm) => instantiate(create, { locateFile: () => wasmUrl }, wasm);

/**
 * A module as those who use it need it.
 * @param {any} module
 */
export function createAccess(module) {
  const heap = createHeap(module);
  return {
    heap,
    /** @param {number} result */
    check(result) {
      if (result !== 0) throw new PlainError('core', { message: heap.text(module._bf_view_error()) ?? '' });
    },
    /** @param {Uint8Array} bytes @returns {number} where they lie */
    putIn(bytes) {
      const pointer = module._bf_view_input(Math.max(1, bytes.length));
      if (!pointer) throw new PlainError('noMemory', { bytes: bytes.length });
      heap.bytes(pointer, bytes.length).set(bytes);
      return pointer;
    },
  };
}

/**
 * @param {any} module the renderer's
 * @param {ReturnType<typeof createAccess>} access to it
 * @returns {Reader}
 */
export function createReader(module, { heap, check, putIn }) {
  return {
    describe: () => JSON.parse(heap.text(module._bf_view_describe()) ?? '{}'),
    readHeader(bytes) {
      putIn(bytes);
      const text = heap.text(module._bf_view_header(bytes.length));
      if (text === null) check(1);
      return JSON.parse(text ?? '{}');
    },
    classify(start, maxAgents, left, previous) {
      putIn(start);
      const kind = FRAMINGS[module._bf_view_classify(maxAgents, left, previous)];
      return { kind, agents: module._bf_view_classified_n() };
    },
    guessStage(records) {
      module._bf_view_guess_begin();
      for (const record of records) {
        putIn(record);
        module._bf_view_guess_add(record.length);
      }
      module._bf_view_guess_apply();
      return JSON.parse(heap.text(module._bf_view_stage()) ?? '{}');
    },
    hash(record) {
      putIn(record);
      return heap.text(module._bf_view_frame_hash(record.length)) ?? '';
    },
    countBad(record) {
      putIn(record);
      return module._bf_view_count_bad(record.length);
    },
    measure(record, { radius, torus, stage, mostPairs }) {
      const place = putIn(record);
      const { world_width, world_height } = stage;
      const text = heap.text(
        module._bf_stats_measure(place, record.length, radius, torus ? 1 : 0, world_width, world_height, mostPairs),
      );
      if (text === null) throw new PlainError('core', { message: heap.text(module._bf_stats_error()) ?? '' });
      return JSON.parse(text);
    },
    memoryBytes: () => module.HEAPU8.buffer.byteLength,
  };
}

/**
 * @param {object} [options]
 * @param {import('./instantiate.js').Wasm} [options.wasm] the module, in place of a download
 * @returns {Promise<Reader>}
 */
export async function loadReader({ wasm } = {}) {
  const module = await loadViewModule(wasm);
  return createReader(module, createAccess(module));
}
