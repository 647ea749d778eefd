// A reader of .bfs recordings of both versions, written from docs/format.md alone.
import { readFileSync } from 'node:fs';

const HEADER_BYTES = 32;
const MAX_AGENTS = 50_000_000;

function readHeader(bytes) {
  const header = {
    magic: bytes.toString('latin1', 0, 4),
    version: bytes.readUInt16LE(4),
    flags: bytes.readUInt16LE(6),
    dim: bytes.readUInt8(8),
    dtype: bytes.readUInt8(9),
    max_agents: bytes.readInt32LE(12),
    dt: bytes.readFloatLE(16),
    seed: bytes.readUInt32LE(20),
    frame_count: bytes.readInt32LE(24),
    scene_bytes: bytes.readUInt32LE(28),
  };
  const isRead = header.magic === 'BFS1' && [1, 2].includes(header.version) && (header.flags & 1) === 1;
  if (!isRead || header.dim !== 2 || header.dtype !== 0) throw new Error(`not read: ${JSON.stringify(header)}`);
  return header;
}

/**
 * @param {Buffer} bytes a whole file
 * @returns {{header: object, scene: object | null, frames: {timestep: number, n: number, body: Buffer}[],
 *   end: 'clean' | 'cut' | 'corrupt', missing: number, at: number}} missing: bytes that a cut record lacks; at: where
 *   reading stopped
 */
export function parseRecording(bytes) {
  const header = readHeader(bytes);
  const sceneEnd = HEADER_BYTES + (header.version === 2 ? header.scene_bytes : 0);
  const scene = header.version === 2 ? JSON.parse(bytes.toString('utf8', HEADER_BYTES, sceneEnd)) : null;
  const frames = [];
  const stop = (end, at, missing = 0) => ({ header, scene, frames, end, missing, at });
  let at = sceneEnd;
  while (at < bytes.length) {
    if (bytes.length - at < 8) return stop('cut', at, 8 - (bytes.length - at));
    const timestep = bytes.readInt32LE(at);
    const n = bytes.readInt32LE(at + 4);
    const next = at + 8 + 16 * n;
    const isPlausible = n === frames.at(-1)?.n || (header.max_agents > 0 && n === header.max_agents);
    if (n < 0 || n > MAX_AGENTS || (next > bytes.length && !isPlausible)) return stop('corrupt', at);
    if (next > bytes.length) return stop('cut', at, next - bytes.length);
    frames.push({ timestep, n, body: bytes.subarray(at + 8, next) });
    at = next;
  }
  return stop('clean', at);
}

/** @param {string} path */
export const readRecording = (path) => parseRecording(readFileSync(path));
