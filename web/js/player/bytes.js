import { PlainError } from '../errors.js';

// The bytes of a recording, wherever they come from: a file of this machine, or an address (address.js). Readers
// see one shape, in which more bytes may still be on their way.

/**
 * @typedef {object} Bytes
 * @property {string} name
 * @property {string | null} origin where they come from; null: a file of this machine
 * @property {number | null} total null: not known before the last has come
 * @property {number} here how many from the start can be read by now
 * @property {boolean} ended no more will come
 * @property {boolean} seekable any of them can be read at once, in any order
 * @property {number | null} lost where the connection broke for good
 * @property {(from: number, count: number) => Promise<Uint8Array<ArrayBuffer>>} read fewer where they end
 * @property {() => Promise<void>} more settled when more are here, or none will come
 * @property {() => void} destroy
 */

/** @param {File} file @returns {Bytes} */
export const fileBytes = (file) => ({
  name: file.name,
  origin: null,
  total: file.size,
  here: file.size,
  ended: true,
  seekable: true,
  lost: null,
  async read(from, count) {
    try {
      return new Uint8Array(await file.slice(from, from + count).arrayBuffer());
    } catch {
      throw new PlainError('fileUnreadable');
    }
  },
  more: () => Promise.resolve(),
  destroy() {},
});
