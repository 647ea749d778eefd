import { PlainError } from '../errors.js';

// The compiled modules: one download and one compilation a page, whatever the number of flocks.

/** @typedef {{sim: WebAssembly.Module, view: WebAssembly.Module}} Modules */

const MAGIC = [0, 0x61, 0x73, 0x6d];

/** @type {Map<string, Promise<WebAssembly.Module>>} by address */
const compiled = new Map();

/** @param {string} address @returns {Promise<Response>} */
async function ask(address) {
  let response;
  try {
    response = await fetch(address);
  } catch {
    throw new PlainError('moduleUnreachable', { address });
  }
  if (!response.ok) throw new PlainError('moduleStatus', { address, status: response.status });
  return response;
}

/** @param {string} address @returns {Promise<WebAssembly.Module>} */
async function compile(address) {
  const response = await ask(address);
  try {
    if (response.headers.get('content-type') === 'application/wasm')
      return await WebAssembly.compileStreaming(response);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Many servers answer with their start page where there is no such file.
    if (MAGIC.some((byte, index) => bytes[index] !== byte)) throw new PlainError('moduleNone', { address });
    return await WebAssembly.compile(bytes);
  } catch (error) {
    if (error instanceof PlainError) throw error;
    throw new PlainError('moduleRefused', { address, message: String(error) });
  }
}

/** @param {string} address @returns {Promise<WebAssembly.Module>} */
function once(address) {
  let promise = compiled.get(address);
  if (!promise) {
    promise = compile(address);
    compiled.set(address, promise);
    promise.catch(() => compiled.delete(address)); // whoever asks next may be luckier
  }
  return promise;
}

/**
 * @param {{simWasm: string, viewWasm: string}} places
 * @returns {Promise<Modules>}
 */
export async function compiledModules({ simWasm, viewWasm }) {
  const [sim, view] = await Promise.all([once(simWasm), once(viewWasm)]);
  return { sim, view };
}

/** The simulation's alone. @param {{simWasm: string}} places */
export const compiledSim = ({ simWasm }) => once(simWasm);
