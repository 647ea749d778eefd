import { PlainError } from '../errors.js';

// Frames of a running simulation. A few are asked for ahead of the picture; some behind it are kept, so that the
// picture can be painted anew (trails and all) after a change of size or colour. Buffers go back and forth
// between the workers instead of being made anew.

const AHEAD = 4;
const KEEP_BYTES = 96 * 2 ** 20;
const KEEP_LEAST = 2; // the two the picture stands between

/**
 * @param {import('../rpc.js').Peer} sim serves 'frame'
 * @param {object} options
 * @param {number} options.dt
 * @param {number} options.keep frames behind the picture worth keeping
 * @param {() => void} options.onFrame one more has come
 * @returns {import('../types.js').Source}
 */
export function createLiveSource(sim, { dt, keep, onFrame }) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const records = [];
  /** @type {ArrayBuffer[]} */
  const spares = [];
  let first = 0;
  let cursor = 0;
  let asked = 0;
  let stepMs = 0;
  /** @type {import('../types.js').Solver | null} */
  let solver = null;
  /** @type {unknown} */
  let failure = null;
  let destroyed = false;
  /** @type {{index: number, resolve: (record: Uint8Array) => void, reject: (error: unknown) => void}[]} */
  let waiting = [];

  /** @param {number} bytes */
  const keptBehind = (bytes) => Math.max(KEEP_LEAST, Math.min(keep, Math.floor(KEEP_BYTES / bytes)));

  function dropOld() {
    while (records.length > 0 && first < cursor - keptBehind(records[0].length)) {
      const record = records.shift();
      first += 1;
      if (record && spares.length < AHEAD) spares.push(record.buffer);
    }
  }

  function settle() {
    waiting = waiting.filter(({ index, resolve, reject }) => {
      if (failure) reject(failure);
      else if (index - first < records.length) resolve(records[index - first]);
      else return true;
      return false;
    });
  }

  async function ask() {
    asked += 1;
    const spare = spares.pop();
    try {
      const answer = await sim.call('frame', { spare }, spare ? [spare] : []);
      if (destroyed) return;
      records.push(new Uint8Array(answer.buffer));
      ({ stepMs, solver } = answer);
    } catch (error) {
      failure ??= error;
    }
    settle();
    if (!destroyed) onFrame();
  }

  function pump() {
    while (!failure && !destroyed && asked <= cursor + AHEAD) ask();
  }

  /** @param {number} index */
  function moveCursor(index) {
    cursor = Math.max(cursor, index);
    dropOld();
    pump();
  }

  pump();

  return {
    kind: 'live',
    dt,
    get first() {
      return first;
    },
    get count() {
      return first + records.length;
    },
    get ended() {
      return false;
    },
    get error() {
      return failure;
    },
    get stepMs() {
      return stepMs;
    },
    get solver() {
      return solver;
    },
    take(index) {
      moveCursor(index);
      return records[index - first] ?? null;
    },
    read(index) {
      if (index < first) return Promise.reject(new PlainError('frameGone', { frame: index, first }));
      moveCursor(index);
      const record = records[index - first];
      if (record) return Promise.resolve(record);
      if (failure) return Promise.reject(failure);
      return new Promise((resolve, reject) => waiting.push({ index, resolve, reject }));
    },
    destroy() {
      destroyed = true;
      records.length = 0;
      for (const { reject } of waiting) reject(new PlainError('stopped'));
      waiting = [];
    },
  };
}
