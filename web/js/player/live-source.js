import { PlainError } from '../errors.js';

// Frames of a running simulation: as many as fit into a number of bytes, the newest in place of the oldest. Frames
// are asked for a few ahead of the one last read, and room is made when one is asked for, not when it comes. So
// nothing is computed and nothing goes while the flock is paused, wherever in the ring the picture stands. The buffer
// of the frame that goes is sent back to take the next one.

const AHEAD = 4; // at speed 1
const AHEAD_MS = 400; // of computing: a new flock has to wait for what was asked before
const LEAST_AHEAD = 2;
const LEAST_FRAMES = 3; // the two the picture stands between, and the next
const MOST_FRAMES = 36_000; // half an hour at 20 a second; tiny frames cost memory by their number
const NEWER = 0.2; // weight of the latest step in the running mean

/**
 * @param {import('../rpc.js').Peer} sim serves 'frame'
 * @param {object} options
 * @param {number} options.dt
 * @param {number} options.frameBytes of one record
 * @param {number} options.ringBytes
 * @param {() => void} [options.beforeStep] called before each frame is asked for
 * @returns {import('../types.js').Source}
 */
export function createLiveSource(sim, { dt, frameBytes, ringBytes, beforeStep = () => {} }) {
  /** @type {Map<number, Uint8Array<ArrayBuffer>>} */
  const records = new Map();
  let latestBytes = frameBytes; // of a frame; events may change the number of agents
  let bytes = 0;
  let first = 0;
  let count = 0;
  let asked = 0;
  let cursor = 0;
  let speed = 1;
  let eager = false;
  let stepMs = 0;
  /** @type {import('../types.js').Solver | null} */
  let solver = null;
  /** @type {unknown} */
  let failure = null;
  let destroyed = false;
  /** @type {{index: number, resolve: (record: Uint8Array) => void, reject: (error: unknown) => void}[]} */
  let waiting = [];

  /** @param {number} index */
  const held = (index) => records.get(index) ?? null;

  function settle() {
    waiting = waiting.filter(({ index, resolve, reject }) => {
      const record = held(index);
      if (record) resolve(record);
      else if (failure) reject(failure);
      else return true;
      return false;
    });
  }

  const capacity = () => Math.min(MOST_FRAMES, Math.max(LEAST_FRAMES, Math.floor(ringBytes / latestBytes)));

  /** @returns {boolean} whether there is no room for another frame besides those that were asked for */
  function isFull() {
    if (asked - first < LEAST_FRAMES) return false;
    return asked - first >= MOST_FRAMES || bytes + (asked - count + 1) * latestBytes > ringBytes;
  }

  /** @returns {ArrayBuffer | undefined} of a frame that had to go */
  function makeRoom() {
    let spare;
    while (isFull() && first < cursor - 1) {
      const oldest = /** @type {Uint8Array<ArrayBuffer>} */ (records.get(first));
      records.delete(first);
      bytes -= oldest.length;
      first += 1;
      spare = oldest.buffer;
    }
    return spare;
  }

  async function ask() {
    const spare = makeRoom();
    asked += 1;
    beforeStep();
    try {
      const answer = await sim.call('frame', { spare }, spare ? [spare] : []);
      if (destroyed) return;
      const record = new Uint8Array(answer.buffer);
      records.set(count, record);
      latestBytes = record.length;
      bytes += latestBytes;
      count += 1;
      stepMs += (answer.stepMs - stepMs) * (count > 1 ? NEWER : 1);
      solver = answer.solver;
    } catch (error) {
      failure ??= error;
    }
    settle();
  }

  function ahead() {
    if (eager) return 1;
    const affordable = Math.max(LEAST_AHEAD, AHEAD_MS / Math.max(stepMs, 1));
    const wanted = Math.ceil(Math.min(AHEAD * Math.max(1, speed), affordable));
    return Math.max(1, Math.min(wanted, capacity() - 2));
  }

  /** @param {number} index frames are read one after another, so no frame that is yet to come is left out */
  function moveCursor(index) {
    cursor = index;
    while (!failure && !destroyed && asked <= cursor + ahead()) ask();
  }

  moveCursor(0);

  return {
    kind: 'live',
    dt,
    get first() {
      return first;
    },
    get count() {
      return count;
    },
    get ended() {
      return false;
    },
    get error() {
      return failure;
    },
    get heldBytes() {
      return bytes;
    },
    get stepMs() {
      return stepMs;
    },
    get solver() {
      return solver;
    },
    expectSpeed(expected) {
      speed = expected;
    },
    answerSoon(wanted) {
      eager = wanted;
    },
    peek: held,
    take(index) {
      moveCursor(index);
      return held(index);
    },
    read(index) {
      if (index < first) return Promise.reject(new PlainError('frameGone', { frame: index, first }));
      moveCursor(index);
      const record = held(index);
      if (record) return Promise.resolve(record);
      if (failure) return Promise.reject(failure);
      return new Promise((resolve, reject) => waiting.push({ index, resolve, reject }));
    },
    destroy() {
      destroyed = true;
      records.clear();
      for (const { reject } of waiting) reject(new PlainError('stopped'));
      waiting = [];
    },
  };
}
