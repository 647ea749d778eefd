import { PlainError } from '../errors.js';

// A recording of the frames that are here, by docs/format.md.

const HEADER_BYTES = 32;
const LITTLE_ENDIAN = 1;
const BATCH_BYTES = 2 ** 22; // written at a time

/**
 * @typedef {object} Header
 * @property {string | null} scene JSON; null: the recording carries none
 * @property {number} agents in every frame; 0: it varies
 * @property {number} dt
 * @property {number} seed
 */

/**
 * @param {Header} header
 * @param {number} frames
 */
function headerBytes({ scene, agents, dt, seed }, frames) {
  const text = new TextEncoder().encode(scene ?? '');
  const sceneBytes = Math.ceil(text.length / 8) * 8;
  const bytes = new Uint8Array(HEADER_BYTES + sceneBytes).fill(0x20, HEADER_BYTES);
  const fields = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('BFS1'));
  fields.setUint16(4, scene === null ? 1 : 2, true);
  fields.setUint16(6, LITTLE_ENDIAN, true);
  bytes[8] = 2; // dimensions
  fields.setInt32(12, agents, true);
  fields.setFloat32(16, dt, true);
  fields.setUint32(20, seed, true);
  fields.setInt32(24, frames, true);
  fields.setUint32(28, sceneBytes, true);
  bytes.set(text, HEADER_BYTES);
  return bytes;
}

/**
 * @param {import('./sink.js').Sink} sink
 * @param {import('../types.js').Source} source
 * @param {Header} header
 * @param {{from: number, to: number}} range frames, both included
 * @param {object} control
 * @param {(done: number) => void} control.onProgress frames
 * @param {() => boolean} control.stopped
 * @returns {Promise<number>} frames written
 */
export async function writeRecording(sink, source, header, { from, to }, { onProgress, stopped }) {
  let position = headerBytes(header, 0).length;
  let frames = 0;
  /** @type {Uint8Array[]} */
  let batch = [];
  let waiting = 0;

  async function flush() {
    const bytes = new Uint8Array(waiting);
    let at = 0;
    for (const record of batch) {
      bytes.set(record, at);
      at += record.length;
    }
    await sink.write(bytes, position);
    position += waiting;
    batch = [];
    waiting = 0;
  }

  for (let frame = from; frame <= to && !stopped(); frame++) {
    const record = await source.read(frame);
    if (waiting + record.length > sink.left()) {
      if (frames === 0) throw new PlainError('tooMuchForMemory');
      break;
    }
    batch.push(record);
    waiting += record.length;
    frames += 1;
    if (waiting < BATCH_BYTES && frame < to) continue;
    await flush();
    onProgress(frames);
  }
  await flush();
  await sink.write(headerBytes(header, frames), 0);
  return frames;
}
