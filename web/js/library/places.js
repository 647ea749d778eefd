import { files, posters } from 'boidforge:package';
import { FILE_NAMES } from './file-names.js';

// Where the package's files lie. Bundlers copy them under names of their own and write those into the addresses;
// otherwise they are beside the script that asks.

/**
 * Absolute addresses of the files; `poster` tells a bundled scene's picture.
 * @typedef {typeof files & {poster: (scene: string) => string | null}} Places
 */

/**
 * Vite's development server bundles packages into a folder of its own, and leaves the files where they were.
 * @param {string} address
 */
const asInstalled = (address) =>
  address.replace(/\/node_modules\/\.vite\/deps[^/]*\/([^/]+)$/, '/node_modules/boidforge/dist/$1');

/** @param {Record<string, string>} addresses */
const allAsInstalled = (addresses) =>
  Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, asInstalled(address)]));

/**
 * @param {string} [base] address of a folder that holds the files of the package's `dist`, under their own names
 * @returns {Places}
 */
export function placesFrom(base) {
  const found = /** @type {typeof files} */ (allAsInstalled(files));
  if (base === undefined) {
    const pictures = allAsInstalled(posters);
    return { ...found, poster: (scene) => pictures[scene] ?? null };
  }
  const folder = new URL(base.endsWith('/') ? base : `${base}/`, globalThis.document?.baseURI ?? import.meta.url);
  /** @param {string} name */
  const at = (name) => new URL(name, folder).href;
  const named = /** @type {typeof files} */ (
    Object.fromEntries(Object.entries(FILE_NAMES).map(([key, name]) => [key, at(name)]))
  );
  return {
    ...named,
    threadsWorker: found.threadsWorker && named.threadsWorker,
    poster: (scene) => (scene in posters ? at(`${scene}.webp`) : null),
  };
}
