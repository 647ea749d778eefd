import { PlainError, packError } from '../errors.js';
import { errorText, speak } from '../strings.js';

// What the package's programs are told. Its own lines are here; those of scenes, links and recordings are the page's,
// and fetched when there is one to tell.

/** @type {Record<string, string>} */
const OWN = {
  disposed: 'It was disposed of, and does nothing any more.',
  unknownOption: 'There is no option called “{name}”; there are {known}.',
  notACount: 'Steps are a whole number from 1 on, not {value}.',
  notAValue: '{name}: give a number, or a choice’s name, not {value}.',
  notAScene: 'scene: give the name of a scene ({known}), a share link or a scene’s object, not {value}.',
  notEvents: 'events: give an array, [{ step, name, value }, …].',
  notARecording: 'Give a recording as an address, a File, a Blob, an ArrayBuffer or a Uint8Array, not {value}.',
  noSuchFile: '{path}: {reason}.',
  needsBrowser: '<boid-forge> is drawn in a browser; on a server there is only its name.',
  moduleUnreachable:
    '{address} cannot be fetched. Is the package’s folder dist there? wasm-base (wasmBase) says where.',
  moduleStatus: '{address}: the server answered {status}. wasm-base (wasmBase) says where the package’s dist is.',
  moduleNone: '{address} is no WebAssembly module. wasm-base (wasmBase) says where the package’s folder dist is.',
  moduleRefused: '{address} cannot be compiled. A content security policy has to allow wasm-unsafe-eval. ({message})',
  cut: 'The end is missing: the record at byte {offset} is not whole. The {frames} frames before it can be read.',
  corrupt: 'It is damaged at byte {offset}. The {frames} frames before that can be read.',
  lost: 'The connection broke at byte {offset}. The {frames} frames before that can be read.',
};

/**
 * @param {string} code of the package's own
 * @param {Record<string, string | number>} values
 */
export const ownText = (code, values) =>
  OWN[code].replace(/\{(\w+)\}/g, (gap, name) => (name in values ? String(values[name]) : gap));

/** @param {PlainError} error */
async function textOf(error) {
  if (error.code in OWN) return ownText(error.code, error.values);
  try {
    await speak('en');
  } catch {
    return error.message; // the connection is gone, and the words with it
  }
  return errorText(error);
}

/**
 * @param {unknown} error
 * @returns {Promise<Error & {code: string}>} with a line for people; `code` is for programs
 */
export async function inWords(error) {
  const plain = error instanceof PlainError ? error : new PlainError('unexpected', packError(error).values);
  return Object.assign(new Error(await textOf(plain), { cause: error }), { code: plain.code });
}

/**
 * @template T
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>} rejected in words
 */
export async function tellingFailures(work) {
  try {
    return await work();
  } catch (error) {
    throw await inWords(error);
  }
}
