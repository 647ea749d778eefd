import { PlainError } from '../errors.js';

// Where an export's bytes go: into a file that the person chose, as they come, or, where the browser cannot do that,
// into memory, which is bounded.

const MOST_IN_MEMORY = 2 ** 30;
const PAGE = 2 ** 22;

/**
 * @typedef {object} Sink
 * @property {() => number} left bytes that there is still room for
 * @property {(data: Uint8Array, position: number) => Promise<void>} write
 * @property {() => Promise<Blob | null>} finish null: it is in the file
 * @property {() => Promise<void>} abort nothing of it stays
 */

/** @param {FileSystemFileHandle} handle @returns {Promise<Sink>} */
async function fileSink(handle) {
  /** @param {unknown} error @returns {never} */
  const fail = (error) => {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
    throw new PlainError('cannotWrite', { name: handle.name, reason });
  };
  // Choosing a new file makes an empty one; the one behind a name that exists is replaced when all is written.
  const wasEmpty = (await handle.getFile().catch(fail)).size === 0;
  const stream = await handle.createWritable().catch(fail);
  return {
    left: () => Infinity,
    write: (data, position) =>
      stream.write({ type: 'write', data: /** @type {Uint8Array<ArrayBuffer>} */ (data), position }).catch(fail),
    async finish() {
      await stream.close().catch(fail);
      return null;
    },
    async abort() {
      await stream.abort().catch(() => {}); // it may have failed by itself
      const remove = /** @type {{remove?: () => Promise<void>}} */ (handle).remove;
      if (wasEmpty && remove) await remove.call(handle).catch(() => {});
    },
  };
}

/** @param {string} type of the file @returns {Sink} */
function memorySink(type) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  let pages = [];
  let length = 0;
  return {
    left: () => MOST_IN_MEMORY - length,
    async write(data, position) {
      const end = position + data.length;
      if (end > MOST_IN_MEMORY) throw new PlainError('tooMuchForMemory');
      while (pages.length * PAGE < end) pages.push(new Uint8Array(PAGE));
      for (let at = position; at < end; ) {
        const page = Math.floor(at / PAGE);
        const count = Math.min(end, (page + 1) * PAGE) - at;
        pages[page].set(data.subarray(at - position, at - position + count), at - page * PAGE);
        at += count;
      }
      length = Math.max(length, end);
    },
    async finish() {
      const last = pages.pop();
      const rest = last ? [last.subarray(0, length - pages.length * PAGE)] : [];
      return new Blob([...pages, ...rest], { type });
    },
    async abort() {
      pages = [];
    },
  };
}

/**
 * @param {FileSystemFileHandle | null} handle null: the browser lets nobody write into files
 * @param {string} type of the file
 */
export const createSink = async (handle, type) => (handle ? fileSink(handle) : memorySink(type));
