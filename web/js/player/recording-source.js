import { PlainError } from '../errors.js';
import { sceneOfRecording } from '../scene-file.js';
import {
  BYTES_PER_AGENT,
  HEADER_BYTES,
  RECORD_HEADER_BYTES,
  createFixedIndex,
  createWalkedIndex,
  recordBytes,
} from './record-index.js';

// Frames of a recording, which may be far larger than memory: it is read in blocks of neighbouring records, and only
// the last few blocks are kept.

const BLOCKS_KEPT = 4;
const WALK_PATIENCE_MS = 250; // a short recording is known to its end before it is shown
const GROWTH_MS = 250; // between two looks at how far a recording is known
const AGAIN_MS = 3000; // before a block that could not be read is tried again by itself

/**
 * @typedef {object} RecordingInfo
 * @property {string} name of the file
 * @property {string | null} origin where it comes from; null: a file of this machine
 * @property {number | null} bytes null: not known yet
 * @property {number} frames whole frames found so far
 * @property {number} agents in the first frame
 * @property {boolean} varies whether frames may differ in their agent count
 * @property {number} dt
 * @property {number} seed
 * @property {import('./record-index.js').Problem | null} problem
 * @property {import('../types.js').Stage} stage
 * @property {boolean} guessed the stage is an estimate
 * @property {{title: string, look: Record<string, string>, sight: import('./insight.js').Sight} | null} scene that the
 *   recording carries
 * @property {ReturnType<typeof import("../errors.js").packError> | null} sceneProblem why the scene it carries cannot be used
 *
 * @typedef {import('../types.js').Source & {info: () => RecordingInfo, sceneJson: string | null}} RecordingSource
 *   `sceneJson`: the scene that it carries, as it stands in the file
 */

/**
 * @param {import('./bytes.js').Bytes & {asDownload?: () => import('./bytes.js').Bytes}} from
 * @param {import('../wasm/reader.js').Reader} reader judges headers
 * @param {object} options
 * @param {import('../types.js').Parameter[]} options.params what a scene leaves out has their defaults
 * @param {() => void} options.onGrowth more is known of it, or all
 * @returns {Promise<RecordingSource & {findStage: () => Promise<import('../types.js').Stage>}>}
 */
export async function openRecording(from, reader, { params, onGrowth }) {
  let bytes = from;
  /** @param {number} start @param {number} count waited for */
  async function whenHere(start, count) {
    while (!bytes.ended && bytes.here < start + count) await bytes.more();
    return bytes.read(start, count);
  }

  const header = reader.readHeader(await whenHere(0, HEADER_BYTES));
  const sceneBytes = header.frames_at - HEADER_BYTES;
  const sceneBlock = sceneBytes > 0 ? await whenHere(HEADER_BYTES, sceneBytes) : null;
  const { scene, sceneStage, sceneProblem } = sceneOfRecording(sceneBlock, params);
  // To know where frames of varying size begin, all before them must be looked at: that is a download.
  if (header.max_agents === 0 && bytes.asDownload && bytes.seekable) bytes = bytes.asDownload();

  /** @type {import('./record-index.js').Judge} */
  const judge = (start, left, previous) => reader.classify(start, header.max_agents, left, previous);
  const index =
    header.max_agents > 0
      ? createFixedIndex(bytes, header.frames_at, header.max_agents, judge)
      : createWalkedIndex(bytes, header.frames_at, judge);
  index.complete.catch(() => {}); // a file that became unreadable is told by the next read

  const patience = new Promise((resolve) => setTimeout(resolve, WALK_PATIENCE_MS));
  await Promise.race([index.complete.catch(() => {}), patience]);
  while (index.count === 0 && !index.ended) await Promise.race([index.complete.catch(() => {}), bytes.more()]);
  if (index.count === 0) {
    const problem = index.problem;
    index.destroy();
    if (problem?.kind === 'lost') throw new PlainError('connectionLost', { host: String(bytes.origin) });
    throw new PlainError(problem?.kind === 'corrupt' ? 'recordingDamagedAtOnce' : 'recordingEmpty');
  }

  /** @type {{first: number, records: Uint8Array[]}[]} least recently used first */
  let blocks = [];
  /** @type {Map<number, Promise<Uint8Array[]>>} by first frame */
  const loading = new Map();
  /** @type {unknown} */
  let failure = null;
  let failedAt = -Infinity;
  let destroyed = false;
  let firstAgents = 0;
  /** @type {import('../types.js').Stage | null} */
  let stage = null;

  /**
   * @param {Uint8Array} content of a block
   * @param {import('./record-index.js').Block} block
   */
  function split(content, { first, frames, offset, bytes: size }) {
    /** @type {Uint8Array[]} */
    const records = [];
    let previous = header.max_agents || -1;
    for (let at = 0; records.length < frames; ) {
      const start = content.subarray(at, at + RECORD_HEADER_BYTES);
      const { kind, agents } = judge(start, size - at, previous);
      const isWhole = kind === 'whole' && at + recordBytes(agents) <= content.length;
      if (!isWhole || (header.max_agents > 0 && agents !== header.max_agents)) {
        index.truncate(first + records.length, offset + at);
        onGrowth();
        break;
      }
      records.push(content.subarray(at, at + recordBytes(agents)));
      at += recordBytes(agents);
      previous = agents;
    }
    return records;
  }

  /** @param {import('./record-index.js').Block} block */
  async function load(block) {
    try {
      const records = split(await bytes.read(block.offset, block.bytes), block);
      failure = null;
      if (!destroyed) {
        blocks = blocks.filter(({ first }) => first !== block.first).slice(1 - BLOCKS_KEPT);
        blocks.push({ first: block.first, records });
      }
      return records;
    } catch (error) {
      failure ??= error;
      failedAt = performance.now();
      throw error;
    } finally {
      loading.delete(block.first);
    }
  }

  /** @param {number} frame */
  function fetch(frame) {
    const block = index.blockOf(frame);
    const promise = loading.get(block.first) ?? load(block);
    promise.catch(() => {}); // whoever waits for it is told; a fetch ahead has nobody waiting
    loading.set(block.first, promise);
    return promise;
  }

  /** @param {number} frame */
  function cached(frame) {
    const at = blocks.findIndex(({ first, records }) => frame >= first && frame < first + records.length);
    if (at < 0) return null;
    blocks.push(...blocks.splice(at, 1)); // at the recently used end
    const { first, records } = blocks[blocks.length - 1];
    return records[frame - first];
  }

  /** @param {number} frame */
  function fetchAhead(frame) {
    const { first, frames } = index.blockOf(frame);
    const next = first + frames;
    if (next < index.count && !blocks.some((block) => block.first === next)) fetch(next);
  }

  const mayTry = () => failure === null || performance.now() - failedAt > AGAIN_MS;

  /** @param {number} frame one that nobody may be going to watch: it comes without its neighbours */
  async function readAlone(frame) {
    const record = cached(frame);
    if (record || frame === 0 || header.max_agents === 0) return record ?? source.read(frame);
    const size = recordBytes(header.max_agents);
    const offset = header.frames_at + frame * size;
    return split(await bytes.read(offset, size), { first: frame, frames: 1, offset, bytes: size })[0];
  }

  async function samples() {
    /** @type {Uint8Array[]} */
    const records = [];
    for (const frame of new Set([0, Math.floor(index.count / 2), index.count - 1])) {
      const record = frame < index.count ? await readAlone(frame) : null;
      if (record) records.push(record);
    }
    return records;
  }

  /** @returns {import('../types.js').Loading | null} */
  function loadingState() {
    if (index.ended) return null;
    return { kind: bytes.ended ? 'index' : 'download', bytes: index.known, total: bytes.total };
  }

  async function watchGrowth() {
    while (!index.ended && !destroyed) {
      await new Promise((resolve) => setTimeout(resolve, GROWTH_MS));
      if (!destroyed) onGrowth();
    }
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
    get loading() {
      return loadingState();
    },
    get problem() {
      return index.problem;
    },
    /** @param {number} frame */
    peek: (frame) => (frame >= 0 && frame < index.count ? cached(frame) : null),
    /** @param {number} frame */
    take(frame) {
      if (frame < 0 || frame >= index.count) return null;
      const record = cached(frame);
      if (!mayTry()) return record;
      if (!record) fetch(frame);
      else fetchAhead(frame);
      return record;
    },
    /** @param {number} frame */
    async read(frame) {
      const record = cached(frame);
      if (record) return record;
      if (frame < 0 || frame >= index.count) throw new PlainError('noSuchFrame', { frame, frames: index.count });
      const { first } = index.blockOf(frame);
      const found = (await fetch(frame))[frame - first];
      if (!found) throw new PlainError('frameDamaged', { frame });
      return found;
    },
    /** The world that its scene tells; without one it is guessed from the first, the middle and the last frame. */
    async findStage() {
      firstAgents = ((await source.read(0)).length - RECORD_HEADER_BYTES) / BYTES_PER_AGENT;
      watchGrowth();
      stage = sceneStage ?? reader.guessStage(await samples());
      return stage;
    },
    sceneJson: sceneBlock && !sceneProblem ? new TextDecoder().decode(sceneBlock) : null,
    info: () => ({
      name: bytes.name,
      origin: bytes.origin,
      bytes: bytes.total,
      frames: index.count,
      agents: firstAgents,
      varies: header.max_agents === 0,
      dt: header.dt,
      seed: header.seed,
      problem: index.problem,
      stage: /** @type {import('../types.js').Stage} */ (stage),
      guessed: sceneStage === null,
      scene,
      sceneProblem,
    }),
    destroy() {
      destroyed = true;
      index.destroy();
      bytes.destroy();
      blocks = [];
    },
  };
  return source;
}
