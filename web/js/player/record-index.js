// Where each frame of a recording lies, as blocks of neighbouring records that are read together. With a fixed agent
// count that is arithmetic; otherwise the records are walked once, in the background, header by header, and only the
// start of each block is remembered. The renderer's module judges every header, so the page and the programs agree on
// what is whole, cut or damaged.

export const HEADER_BYTES = 32;
export const RECORD_HEADER_BYTES = 8;
export const BYTES_PER_AGENT = 16;

const BLOCK_BYTES = 2 ** 20; // unless one record is larger
const BLOCK_FRAMES = 256;
const WINDOW_BYTES = 2 ** 20; // read at a time while walking
const LEAP_BYTES = 2 ** 8; // where records are larger than that
const WALK_SLICE_MS = 12;

/**
 * @typedef {import('./bytes.js').Bytes} Bytes
 *
 * @typedef {object} Problem why the recording ends where it does
 * @property {'cut' | 'corrupt' | 'lost'} kind `lost`: the connection broke
 * @property {number} offset in the file, of the record that is not whole
 *
 * @typedef {object} Block
 * @property {number} first frame
 * @property {number} frames
 * @property {number} offset
 * @property {number} bytes
 *
 * @typedef {object} RecordIndex
 * @property {number} count whole frames known
 * @property {boolean} ended whether that is all of them
 * @property {number} known bytes of the file whose frames are known
 * @property {Problem | null} problem
 * @property {(frame: number) => Block} blockOf the one that holds a known frame
 * @property {(frame: number, offset: number) => void} truncate a record turned out to be damaged when it was read
 * @property {Promise<void>} complete
 * @property {() => void} destroy
 *
 * @typedef {(start: Uint8Array, left: number, previous: number) => import('../wasm/reader.js').Framing} Judge
 */

/** @param {number} agents */
export const recordBytes = (agents) => RECORD_HEADER_BYTES + agents * BYTES_PER_AGENT;

/**
 * @param {Bytes} bytes
 * @param {number} framesAt offset of the first record
 * @param {number} agents in every frame
 * @param {Judge} judge
 * @returns {RecordIndex}
 */
export function createFixedIndex(bytes, framesAt, agents, judge) {
  const size = recordBytes(agents);
  const perBlock = Math.min(BLOCK_FRAMES, Math.max(1, Math.floor(BLOCK_BYTES / size)));
  let most = Infinity; // frames, once a record was found damaged
  let destroyed = false;
  let ended = false;
  /** @type {Problem | null} */
  let problem = null;

  const count = () => Math.min(most, Math.max(0, Math.floor((bytes.here - framesAt) / size)));

  async function judgeEnd() {
    while (!bytes.ended && !destroyed) await bytes.more();
    const end = framesAt + count() * size;
    const left = bytes.here - end;
    if (bytes.lost !== null) problem ??= { kind: 'lost', offset: bytes.lost };
    else if (left > 0 && !destroyed) {
      const start = await bytes.read(end, Math.min(left, RECORD_HEADER_BYTES));
      const { kind } = judge(start, left, count() > 0 ? agents : -1);
      problem ??= { kind: kind === 'corrupt' ? 'corrupt' : 'cut', offset: end };
    }
  }

  return {
    get count() {
      return count();
    },
    get ended() {
      return ended;
    },
    get known() {
      return bytes.here;
    },
    get problem() {
      return problem;
    },
    blockOf(frame) {
      const first = frame - (frame % perBlock);
      const frames = Math.min(perBlock, count() - first);
      return { first, frames, offset: framesAt + first * size, bytes: frames * size };
    },
    truncate(frame, offset) {
      most = Math.min(most, frame);
      ended = true;
      problem = { kind: 'corrupt', offset };
    },
    complete: judgeEnd().finally(() => (ended = true)),
    destroy() {
      destroyed = true;
    },
  };
}

/** The starts of blocks: two numbers each, in arrays that grow. */
function createStarts() {
  let numbers = new Float64Array(512); // frame, offset
  let length = 0;
  return {
    get length() {
      return length;
    },
    /** @param {number} block */
    frame: (block) => numbers[2 * block],
    /** @param {number} block */
    offset: (block) => numbers[2 * block + 1],
    /** @param {number} frame @param {number} offset */
    add(frame, offset) {
      if (2 * length === numbers.length) {
        const longer = new Float64Array(numbers.length * 2);
        longer.set(numbers);
        numbers = longer;
      }
      numbers.set([frame, offset], 2 * length++);
    },
    /** @param {number} frame @returns {number} number of the block that holds it */
    find(frame) {
      let low = 0;
      let high = length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (numbers[2 * middle] <= frame) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

/**
 * @param {Bytes} bytes
 * @param {number} framesAt offset of the first record
 * @param {Judge} judge
 * @returns {RecordIndex}
 */
export function createWalkedIndex(bytes, framesAt, judge) {
  const starts = createStarts();
  let count = 0;
  let end = framesAt; // of the last known record
  let ended = false;
  let destroyed = false;
  let window = new Uint8Array(0);
  let windowStart = 0;
  /** @type {Problem | null} */
  let problem = null;

  /** @param {number} size of the record at `end` */
  function append(size) {
    const last = starts.length - 1;
    const isFull =
      last < 0 || count - starts.frame(last) >= BLOCK_FRAMES || end + size - starts.offset(last) > BLOCK_BYTES;
    if (isFull) starts.add(count, end);
    end += size;
    count += 1;
  }

  /** @param {number} size of the record before @returns {Promise<Uint8Array>} the start of the record at `end` */
  async function startOfRecord(size) {
    const needed = Math.min(bytes.here - end, RECORD_HEADER_BYTES);
    if (end < windowStart || end + needed > windowStart + window.length) {
      window = await bytes.read(end, size > WINDOW_BYTES / 4 ? LEAP_BYTES : WINDOW_BYTES);
      windowStart = end;
    }
    return window.subarray(end - windowStart, end - windowStart + needed);
  }

  /** Bytes that are still to come count as there: a record that waits for them is neither cut nor damaged. */
  const left = () => (bytes.ended ? bytes.here : (bytes.total ?? Number.MAX_SAFE_INTEGER)) - end;

  async function walk() {
    let previous = -1;
    let sliceStart = performance.now();
    while (!destroyed && !ended) {
      const mustWait = !bytes.ended && bytes.here - end < RECORD_HEADER_BYTES;
      const { kind, agents } = mustWait
        ? { kind: 'whole', agents: 0 }
        : judge(await startOfRecord(recordBytes(Math.max(0, previous))), left(), previous);
      if (mustWait || (kind === 'whole' && !bytes.ended && end + recordBytes(agents) > bytes.here)) {
        await bytes.more();
      } else if (kind === 'whole') {
        append(recordBytes(agents));
        previous = agents;
      } else {
        ended = true;
        if (bytes.lost !== null) problem = { kind: 'lost', offset: bytes.lost };
        else if (kind !== 'end') problem = { kind: kind === 'cut' ? 'cut' : 'corrupt', offset: end };
      }
      if (performance.now() - sliceStart > WALK_SLICE_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        sliceStart = performance.now();
      }
    }
  }

  return {
    get count() {
      return count;
    },
    get ended() {
      return ended;
    },
    get known() {
      return end;
    },
    get problem() {
      return problem;
    },
    blockOf(frame) {
      const block = starts.find(frame);
      const first = starts.frame(block);
      const offset = starts.offset(block);
      const next = block + 1 < starts.length ? starts.frame(block + 1) : Infinity;
      const to = block + 1 < starts.length ? starts.offset(block + 1) : end;
      return { first, frames: Math.min(next, count) - first, offset, bytes: to - offset };
    },
    truncate(frame, offset) {
      count = Math.min(count, frame);
      end = Math.min(end, offset);
      ended = true;
      problem = { kind: 'corrupt', offset };
    },
    complete: walk().finally(() => {
      ended = true;
      window = new Uint8Array(0);
    }),
    destroy() {
      destroyed = true;
    },
  };
}
