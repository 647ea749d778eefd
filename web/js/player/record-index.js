import { PlainError } from '../errors.js';

// Where each frame of a recording lies in its file. With a fixed agent count that is arithmetic; otherwise the
// records are walked once, in the background, header by header. The renderer's module judges every header, so the
// page and the programs agree on what is whole, cut or damaged.

export const HEADER_BYTES = 32;
export const RECORD_HEADER_BYTES = 8;
export const BYTES_PER_AGENT = 16;

const WINDOW_BYTES = 2 ** 18; // read at a time while walking
const WALK_SLICE_MS = 12;

/**
 * @typedef {object} Problem why the recording ends where it does
 * @property {'cut' | 'corrupt'} kind
 * @property {number} offset in the file, of the record that is not whole
 *
 * @typedef {object} RecordIndex
 * @property {number} count whole frames known
 * @property {boolean} ended whether that is all of them
 * @property {Problem | null} problem
 * @property {(frame: number) => {offset: number, bytes: number}} locate
 * @property {(frame: number, offset: number) => void} truncate a record turned out to be damaged when it was read
 * @property {Promise<void>} complete
 * @property {() => void} destroy
 *
 * @typedef {(start: Uint8Array, left: number, previous: number) => import('../wasm/view-module.js').Framing} Judge
 */

/** @param {number} agents */
const recordBytes = (agents) => RECORD_HEADER_BYTES + agents * BYTES_PER_AGENT;

/**
 * @param {Blob} file
 * @param {number} from
 * @param {number} bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>} fewer where the file ends
 */
export async function readBytes(file, from, bytes) {
  try {
    return new Uint8Array(await file.slice(from, from + bytes).arrayBuffer());
  } catch {
    throw new PlainError('fileUnreadable');
  }
}

/**
 * @param {Blob} file
 * @param {number} framesAt offset of the first record
 * @param {number} agents in every frame
 * @param {Judge} judge
 * @returns {Promise<RecordIndex>}
 */
export async function createFixedIndex(file, framesAt, agents, judge) {
  const bytes = recordBytes(agents);
  let count = Math.max(0, Math.floor((file.size - framesAt) / bytes));
  const end = framesAt + count * bytes;
  const left = file.size - end;
  /** @type {Problem | null} */
  let problem = null;
  if (left > 0) {
    const start = await readBytes(file, end, Math.min(left, RECORD_HEADER_BYTES));
    const { kind } = judge(start, left, count > 0 ? agents : -1);
    problem = { kind: kind === 'corrupt' ? 'corrupt' : 'cut', offset: end };
  }
  return {
    get count() {
      return count;
    },
    ended: true,
    get problem() {
      return problem;
    },
    locate: (frame) => ({ offset: framesAt + frame * bytes, bytes }),
    truncate(frame, offset) {
      count = Math.min(count, frame);
      problem = { kind: 'corrupt', offset };
    },
    complete: Promise.resolve(),
    destroy() {},
  };
}

/**
 * @param {Blob} file
 * @param {number} framesAt offset of the first record
 * @param {Judge} judge
 * @returns {RecordIndex}
 */
export function createWalkedIndex(file, framesAt, judge) {
  let offsets = new Float64Array(1024); // of record k; of the end of the last one at [count]
  offsets[0] = framesAt;
  let count = 0;
  let ended = false;
  let destroyed = false;
  /** @type {Problem | null} */
  let problem = null;

  /** @param {number} end */
  function append(end) {
    if (count + 2 > offsets.length) {
      const longer = new Float64Array(offsets.length * 2);
      longer.set(offsets);
      offsets = longer;
    }
    offsets[++count] = end;
  }

  async function walk() {
    let windowStart = 0;
    let window = new Uint8Array(0);
    let previous = -1;
    let sliceStart = performance.now();
    while (!destroyed && !ended) {
      const offset = offsets[count];
      const left = file.size - offset;
      const needed = Math.min(left, RECORD_HEADER_BYTES);
      if (offset < windowStart || offset + needed > windowStart + window.length) {
        window = await readBytes(file, offset, WINDOW_BYTES);
        windowStart = offset;
      }
      const at = offset - windowStart;
      const { kind, agents } = judge(window.subarray(at, at + needed), left, previous);
      if (kind === 'whole') {
        append(offset + recordBytes(agents));
        previous = agents;
      } else {
        ended = true;
        if (kind !== 'end') problem = { kind, offset };
      }
      if (performance.now() - sliceStart > WALK_SLICE_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        sliceStart = performance.now();
      }
    }
  }

  const complete = walk().catch((error) => {
    ended = true;
    throw error;
  });

  return {
    get count() {
      return count;
    },
    get ended() {
      return ended;
    },
    get problem() {
      return problem;
    },
    locate: (frame) => ({ offset: offsets[frame], bytes: offsets[frame + 1] - offsets[frame] }),
    truncate(frame, offset) {
      count = Math.min(count, frame);
      ended = true;
      problem = { kind: 'corrupt', offset };
    },
    complete,
    destroy() {
      destroyed = true;
    },
  };
}
