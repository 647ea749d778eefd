import { PlainError } from '../errors.js';
import {
  BYTES_PER_AGENT,
  HEADER_BYTES,
  RECORD_HEADER_BYTES,
  createFixedIndex,
  createWalkedIndex,
  readBytes,
} from './record-index.js';

// Frames of a file, which may be far larger than memory: it is read in blocks of neighbouring records, and only
// the last few blocks are kept.

const BLOCK_BYTES = 2 ** 20;
const BLOCKS_KEPT = 4;
const WALK_PATIENCE_MS = 1500; // before a recording of varying counts shows its first picture

/**
 * @typedef {object} RecordingInfo
 * @property {string} name of the file
 * @property {number} bytes
 * @property {number} frames whole frames found so far
 * @property {number} agents in the first frame
 * @property {boolean} varies whether frames may differ in their agent count
 * @property {number} dt
 * @property {number} seed
 * @property {import('./record-index.js').Problem | null} problem
 * @property {import('../types.js').Stage} stage
 *
 * @typedef {import('../types.js').Source & {info: () => RecordingInfo}} RecordingSource
 */

/**
 * @param {File} file
 * @param {import('../wasm/view-module.js').View} view judges headers; its stage is set by `applyStage` only
 * @param {() => void} onBlock another block has come
 * @returns {Promise<RecordingSource & {applyStage: () => Promise<import('../types.js').Stage>}>}
 */
export async function openRecording(file, view, onBlock) {
  const header = view.readHeader(await readBytes(file, 0, HEADER_BYTES));
  /** @type {import('./record-index.js').Judge} */
  const judge = (start, left, previous) => view.classify(start, header.max_agents, left, previous);
  const index =
    header.max_agents > 0
      ? await createFixedIndex(file, header.frames_at, header.max_agents, judge)
      : createWalkedIndex(file, header.frames_at, judge);
  index.complete.catch(() => {}); // a file that became unreadable is told by the next read
  await Promise.race([index.complete, new Promise((resolve) => setTimeout(resolve, WALK_PATIENCE_MS))]);
  if (index.count === 0) {
    const problem = index.problem;
    index.destroy();
    throw new PlainError(problem?.kind === 'corrupt' ? 'recordingDamagedAtOnce' : 'recordingEmpty');
  }

  const perBlock = Math.min(256, Math.max(1, Math.floor(BLOCK_BYTES / index.locate(0).bytes)));
  /** @type {Map<number, Uint8Array[]>} by block number, least recently used first */
  const blocks = new Map();
  /** @type {Map<number, Promise<Uint8Array[]>>} */
  const loading = new Map();
  /** @type {unknown} */
  let failure = null;
  /** @type {import('../types.js').Stage | null} */
  let stage = null;
  let destroyed = false;

  /** @param {number} frame */
  const agentsOf = (frame) => (index.locate(frame).bytes - RECORD_HEADER_BYTES) / BYTES_PER_AGENT;

  /** @param {number} number */
  async function load(number) {
    const from = number * perBlock;
    const to = Math.min(from + perBlock, index.count);
    const start = index.locate(from).offset;
    const last = index.locate(to - 1);
    const bytes = await readBytes(file, start, last.offset + last.bytes - start);
    /** @type {Uint8Array[]} */
    const records = [];
    for (let frame = from; frame < to; frame++) {
      const place = index.locate(frame);
      const at = place.offset - start;
      const record = bytes.subarray(at, at + place.bytes);
      const { kind, agents } = judge(
        record.subarray(0, RECORD_HEADER_BYTES),
        file.size - place.offset,
        frame > 0 ? agentsOf(frame - 1) : -1,
      );
      if (kind !== 'whole' || agents !== agentsOf(frame) || record.length !== place.bytes) {
        index.truncate(frame, place.offset);
        break;
      }
      records.push(record);
    }
    return records;
  }

  /** @param {number} number */
  function fetch(number) {
    let promise = loading.get(number);
    if (promise) return promise;
    promise = load(number)
      .then((records) => {
        blocks.set(number, records);
        for (const oldest of blocks.keys()) {
          if (blocks.size <= BLOCKS_KEPT) break;
          blocks.delete(oldest);
        }
        return records;
      })
      .catch((error) => {
        failure ??= error;
        throw error;
      })
      .finally(() => {
        loading.delete(number);
        if (!destroyed) onBlock();
      });
    promise.catch(() => {}); // whoever waits for it is told; a fetch ahead has nobody waiting
    loading.set(number, promise);
    return promise;
  }

  /** @param {number} frame */
  function cached(frame) {
    const number = Math.floor(frame / perBlock);
    const records = blocks.get(number);
    if (!records) return null;
    blocks.delete(number); // and back in at the recently used end
    blocks.set(number, records);
    return records[frame % perBlock] ?? null;
  }

  /** @param {number} frame */
  function fetchAhead(frame) {
    const next = Math.floor(frame / perBlock) + 1;
    if (next * perBlock < index.count && !blocks.has(next)) fetch(next);
  }

  const source = {
    /** @type {'recording'} */
    kind: 'recording',
    dt: header.dt,
    first: 0,
    get count() {
      return index.count;
    },
    get ended() {
      return index.ended;
    },
    get error() {
      return failure;
    },
    /** @param {number} frame */
    take(frame) {
      if (frame < 0 || frame >= index.count) return null;
      const record = cached(frame);
      if (!record) fetch(Math.floor(frame / perBlock));
      else fetchAhead(frame);
      return record;
    },
    /** @param {number} frame */
    async read(frame) {
      const record = cached(frame);
      if (record) return record;
      if (frame < 0 || frame >= index.count) throw new PlainError('noSuchFrame', { frame, frames: index.count });
      const found = (await fetch(Math.floor(frame / perBlock)))[frame % perBlock];
      if (!found) throw new PlainError('frameDamaged', { frame });
      return found;
    },
    /** Version 1 carries no world: it is guessed from the first, the middle and the last frame. */
    async applyStage() {
      const frames = new Set([0, Math.floor(index.count / 2), index.count - 1]);
      /** @type {Uint8Array[]} */
      const samples = [];
      for (const frame of frames) {
        if (frame < index.count) samples.push(await source.read(frame));
      }
      stage = view.guessStage(samples);
      return stage;
    },
    info: () => ({
      name: file.name,
      bytes: file.size,
      frames: index.count,
      agents: agentsOf(0),
      varies: header.max_agents === 0,
      dt: header.dt,
      seed: header.seed,
      problem: index.problem,
      stage: /** @type {import('../types.js').Stage} */ (stage),
    }),
    destroy() {
      destroyed = true;
      index.destroy();
      blocks.clear();
    },
  };
  return source;
}
