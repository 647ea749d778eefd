import { RECORD_HEADER_BYTES } from '../player/record-index.js';

/**
 * A frame for programs. Frame 0 is what the first step made, in recordings and in simulations alike.
 * @typedef {object} Frame
 * @property {number} index
 * @property {number} agents
 * @property {Float32Array} x world units; agents in the order of their ids, in all four
 * @property {Float32Array} y
 * @property {Float32Array} vx world units per second
 * @property {Float32Array} vy
 * @property {Uint8Array} record the frame record (.bfs) that the arrays are parts of
 */

/**
 * @param {number} index
 * @param {ArrayBuffer} buffer a frame record
 * @returns {Frame}
 */
export function frameOf(index, buffer) {
  const agents = new DataView(buffer).getInt32(4, true);
  const part = (/** @type {number} */ place) =>
    new Float32Array(buffer, RECORD_HEADER_BYTES + 4 * agents * place, agents);
  return { index, agents, x: part(0), y: part(1), vx: part(2), vy: part(3), record: new Uint8Array(buffer) };
}
