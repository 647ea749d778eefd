import { PlainError } from '../errors.js';
import { fileBytes } from '../player/bytes.js';

// A recording's bytes, from whatever a program has.

/** @typedef {import('../player/bytes.js').Bytes} Bytes */

/** @param {Uint8Array} bytes @returns {Bytes} */
const memoryBytes = (bytes) => ({
  name: '',
  origin: null,
  total: bytes.length,
  here: bytes.length,
  ended: true,
  seekable: true,
  lost: null,
  read: async (from, count) => bytes.slice(from, from + count),
  more: async () => {},
  destroy() {},
});

/**
 * @param {unknown} from
 * @param {(address: string) => Promise<Bytes>} ofAddress
 * @returns {Promise<Bytes>}
 */
export async function bytesFrom(from, ofAddress) {
  if (from instanceof Blob)
    return { ...fileBytes(/** @type {File} */ (from)), name: 'name' in from ? String(from.name) : '' };
  if (from instanceof ArrayBuffer) return memoryBytes(new Uint8Array(from));
  if (from instanceof Uint8Array) return memoryBytes(from);
  if (typeof from === 'string' || from instanceof URL) return ofAddress(String(from));
  throw new PlainError('notARecording', { value: from === null ? 'null' : typeof from });
}

/**
 * @param {string} address absolute
 * @param {import('./recording.js').RecordingOptions} options
 */
export async function bytesOfAddress(address, { signal = new AbortController().signal, onProgress = () => {} }) {
  const { addressBytes } = await import('../player/address.js');
  return addressBytes(address, signal, onProgress);
}
