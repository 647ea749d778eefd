import { readFileSync } from 'node:fs';

// A second reader of .bfs files and of their hashes, written from the format's description and sharing nothing
// with the program.

const HEADER = 32;
const MASK = (1n << 64n) - 1n;
const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

/** @param {bigint} x */
const wrap = (x) => x & MASK;
/** @param {bigint} x @param {bigint} by */
const rotate = (x, by) => wrap((x << by) | (wrap(x) >> (64n - by)));
/** @param {bigint} lane @param {bigint} input */
const round = (lane, input) => wrap(rotate(wrap(lane + input * P2), 31n) * P1);
/** @param {bigint} hash @param {bigint} lane */
const merge = (hash, lane) => wrap((hash ^ round(0n, lane)) * P1 + P4);

/**
 * XXH64 with seed 0.
 * @param {Buffer} bytes
 * @returns {string} 16 hex digits
 */
export function xxh64(bytes) {
  let at = 0;
  let hash = P5;
  if (bytes.length >= 32) {
    const lanes = [wrap(P1 + P2), P2, 0n, wrap(-P1)];
    for (; at + 32 <= bytes.length; at += 32) {
      for (let i = 0; i < 4; i++) lanes[i] = round(lanes[i], bytes.readBigUInt64LE(at + 8 * i));
    }
    const turns = [1n, 7n, 12n, 18n];
    hash = wrap(lanes.reduce((sum, lane, i) => sum + rotate(lane, turns[i]), 0n));
    for (const lane of lanes) hash = merge(hash, lane);
  }
  hash = wrap(hash + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8) {
    hash = wrap(rotate(hash ^ round(0n, bytes.readBigUInt64LE(at)), 27n) * P1 + P4);
  }
  for (; at + 4 <= bytes.length; at += 4) {
    hash = wrap(rotate(hash ^ wrap(BigInt(bytes.readUInt32LE(at)) * P1), 23n) * P2 + P3);
  }
  for (; at < bytes.length; at++) hash = wrap(rotate(hash ^ wrap(BigInt(bytes[at]) * P5), 11n) * P1);
  hash = wrap((hash ^ (hash >> 33n)) * P2);
  hash = wrap((hash ^ (hash >> 29n)) * P3);
  return (hash ^ (hash >> 32n)).toString(16).padStart(16, '0');
}

/**
 * @param {string} path
 * @returns {{bytes: Buffer, frames: {offset: number, agents: number, hash: () => string}[]}}
 */
export function readRecording(path) {
  const bytes = readFileSync(path);
  const frames = [];
  for (let offset = HEADER; offset < bytes.length; ) {
    const agents = bytes.readInt32LE(offset + 4);
    const start = offset + 8;
    const end = start + 16 * agents;
    frames.push({ offset, agents, hash: () => xxh64(bytes.subarray(start, end)) });
    offset = end;
  }
  return { bytes, frames };
}
