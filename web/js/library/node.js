import { open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PlainError } from '../errors.js';
import { loadReader } from '../wasm/reader.js';
import { bytesFrom, bytesOfAddress } from './bytes-from.js';
import { localEngine, paramsOf } from './local-engine.js';
import { placesFrom } from './places.js';

// What the library stands on under node: modules read from files, and a simulation in the process itself.

const SLICE_MS = 50;

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** @param {string} address of a file @returns {Promise<WebAssembly.Module>} */
function moduleAt(address) {
  let loading = compiled.get(address);
  if (!loading) {
    loading = readFile(fileURLToPath(address)).then((bytes) => WebAssembly.compile(new Uint8Array(bytes)));
    compiled.set(address, loading);
    loading.catch(() => compiled.delete(address));
  }
  return loading;
}

/** @type {Promise<import('../wasm/reader.js').Reader> | null} */
let loadingReader = null;

export const reader = () => (loadingReader ??= moduleAt(placesFrom().viewWasm).then((wasm) => loadReader({ wasm })));

export const params = async () => paramsOf(await moduleAt(placesFrom().simWasm));

/** @returns {Promise<import('./simulation.js').Engine>} */
export const startEngine = async () => ({ reader, ...localEngine(await moduleAt(placesFrom().simWasm), SLICE_MS) });

/** @param {string} path @returns {Promise<import('../player/bytes.js').Bytes>} */
async function fileAt(path) {
  /** @param {unknown} error @returns {never} */
  const fail = (error) => {
    throw new PlainError('noSuchFile', { path, reason: String(error).replace(/^Error: (.*?),.*$/, '$1') });
  };
  const file = await open(path).catch(fail);
  const { size } = await file.stat();
  return {
    name: basename(path),
    origin: null,
    total: size,
    here: size,
    ended: true,
    seekable: true,
    lost: null,
    async read(from, count) {
      const bytes = new Uint8Array(Math.max(0, Math.min(count, size - from)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from).catch(fail);
      return bytes.subarray(0, bytesRead);
    },
    more: async () => {},
    destroy: () => file.close().catch(() => {}),
  };
}

/**
 * @param {unknown} from
 * @param {import('./recording.js').RecordingOptions} options
 */
export const bytesOf = (from, options) =>
  bytesFrom(from, async (address) => {
    if (/^https?:/i.test(address)) return bytesOfAddress(address, options);
    return fileAt(/^file:/i.test(address) ? fileURLToPath(address) : address);
  });
