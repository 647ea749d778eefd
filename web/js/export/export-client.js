import { PlainError } from '../errors.js';
import { createPeer } from '../rpc.js';

// The page's end of what is made in export-host.js, and the ways a file reaches the person's disk.

/**
 * @typedef {import('./export-host.js').Made} Made
 *
 * @typedef {Awaited<ReturnType<typeof createExportClient>>} ExportClient
 */

/**
 * @param {(port: MessagePort) => Promise<void>} connect
 * @param {(progress: import('./export-host.js').Progress) => void} onProgress
 */
export async function createExportClient(connect, onProgress) {
  const { port1, port2 } = new MessageChannel();
  const peer = createPeer(port1, { onEvent: (_, progress) => onProgress(progress) });
  await connect(port2);
  return {
    /** @returns {Promise<number>} */
    longestSide: () => peer.call('longestSide'),
    /** @param {import('./export-host.js').PictureWish} wish @returns {Promise<{blob: Blob}>} */
    picture: (wish) => peer.call('picture', wish),
    /** @param {import('./export-host.js').VideoWish} wish @returns {Promise<Made>} */
    video: (wish) => peer.call('video', wish),
    /** @param {import('./export-host.js').RecordingWish} wish @returns {Promise<Made>} */
    recording: (wish) => peer.call('recording', wish),
    /** @param {import('./recorder.js').LookNow} now @returns {Promise<string>} JSON */
    scene: (now) => peer.call('scene', now),
    /** @param {import('./export-host.js').Stop} how */
    stop: (how) => peer.emit('stop', how),
    destroy: () => peer.destroy(),
  };
}

/** Whether files can be written as they are made. */
export const canStream = () => 'showSaveFilePicker' in globalThis;

/**
 * Ask where a file is to go.
 * @param {string} name
 * @param {string} type
 * @returns {Promise<FileSystemFileHandle | null>} null: this browser cannot be asked
 */
export async function chooseFile(name, type) {
  if (!canStream()) return null;
  const extension = name.slice(name.lastIndexOf('.'));
  try {
    return await /** @type {any} */ (globalThis).showSaveFilePicker({
      suggestedName: name,
      types: [{ accept: { [type]: [extension] } }],
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw new PlainError('stopped');
    throw error;
  }
}

const FORGET_MS = 60_000; // by then the browser has begun to read it

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), FORGET_MS);
}
