import { PlainError } from '../errors.js';

// Folders that were dropped: the recordings and scenes in them.

const DEEPEST = 4;
const MOST_FILES = 200; // a list that a person still reads
const MOST_ENTRIES = 20_000; // somebody may drop a whole disk

/** @param {string} name */
const isOurs = (name) => /\.(bfs|json)$/i.test(name);

/** @param {FileSystemDirectoryReader} reader @returns {Promise<FileSystemEntry[]>} some more of them; none at the end */
const readSome = (reader) => new Promise((resolve, reject) => reader.readEntries(resolve, reject));

/** @param {FileSystemFileEntry} entry @returns {Promise<File>} */
const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

/**
 * @param {FileSystemEntry[]} dropped
 * @returns {Promise<File[]>} recordings, or, where there are none, scenes; in the order of their paths
 */
export async function filesOfEntries(dropped) {
  /** @type {FileSystemFileEntry[]} */
  const found = [];
  let seen = 0;

  /** @param {FileSystemEntry} entry @param {number} depth */
  async function walk(entry, depth) {
    seen += 1;
    if (seen > MOST_ENTRIES || found.length >= MOST_FILES || depth > DEEPEST) return;
    if (entry.isFile) {
      if (isOurs(entry.name)) found.push(/** @type {FileSystemFileEntry} */ (entry));
      return;
    }
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    for (let some = await readSome(reader); some.length > 0; some = await readSome(reader)) {
      for (const inner of some) await walk(inner, depth + 1);
    }
  }

  const [{ name }] = dropped;
  try {
    for (const entry of dropped) await walk(entry, 0);
    const recordings = found.filter((entry) => /\.bfs$/i.test(entry.name));
    const wanted = recordings.length > 0 ? recordings : found;
    wanted.sort((a, b) => (a.fullPath < b.fullPath ? -1 : 1));
    if (wanted.length > 0) return await Promise.all(wanted.map(fileOf));
  } catch {
    throw new PlainError('folderUnreadable', { name });
  }
  throw new PlainError('folderEmpty', { name });
}
