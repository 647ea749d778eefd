import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { program } from '../program.js';

// Recordings of any size that take little room on the disk: all their records are framed, and of each only the head and
// one value are written. What lies between is a hole in the file, which reads as zeros.

const HEADER_BYTES = 32;
const HEAD_BYTES = 12; // of a record: its step, its count and the first agent's x, which is the frame's number
const ROOM_BYTES = 2 ** 29; // what the heads of some ten thousand frames take, with room to spare

const SCENE = {
  boidforge_scene: 1,
  title: 'Sparse',
  params: { world_width: 1e6, world_height: 1e6 },
  look: { agent_size: 0.5, trail: 0, trail_decay: 0, glow: 0, bloom: 0 },
};

/** @param {number} maxAgents 0: frames differ */
function startOfFile(maxAgents) {
  const scene = JSON.stringify(SCENE);
  const block = Buffer.from(scene.padEnd(Math.ceil(scene.length / 8) * 8));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('BFS1', 'latin1');
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(1, 6);
  header[8] = 2;
  header.writeInt32LE(maxAgents, 12);
  header.writeFloatLE(0.05, 16);
  header.writeInt32LE(-1, 24);
  header.writeUInt32LE(block.length, 28);
  return Buffer.concat([header, block]);
}

/** @param {number} frame @param {number} agents */
function headOf(frame, agents) {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeInt32LE(frame, 0);
  head.writeInt32LE(agents, 4);
  head.writeFloatLE(frame, 8);
  return head;
}

/** @param {number} agents */
const recordBytes = (agents) => 8 + 16 * agents;

/** @param {string} folder @returns {string | null} why no such recording can be written there */
export function whyNotSparse(folder) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < ROOM_BYTES) return `less than ${ROOM_BYTES / 2 ** 20} MB are free in ${folder}`;
  const probe = `${folder}/hole`;
  const file = openSync(probe, 'w');
  ftruncateSync(file, 2 ** 24);
  const { blocks } = fstatSync(file);
  closeSync(file);
  rmSync(probe);
  return blocks * 512 < 2 ** 20 ? null : `files in ${folder} have no holes`;
}

/**
 * @param {string} path
 * @param {object} options
 * @param {number} options.frames
 * @param {(frame: number) => number} options.agentsOf
 * @param {boolean} options.varies
 */
export function writeSparse(path, { frames, agentsOf, varies }) {
  const start = startOfFile(varies ? 0 : agentsOf(0));
  const file = openSync(path, 'w+');
  writeSync(file, start, 0, start.length, 0);
  let end = start.length;
  for (let frame = 0; frame < frames; frame++) {
    writeSync(file, headOf(frame, agentsOf(frame)), 0, HEAD_BYTES, end);
    end += recordBytes(agentsOf(frame));
  }
  ftruncateSync(file, end);

  return {
    length: end,
    /** As a Buffer gives a part of itself. @param {number} [from] @param {number} [to] */
    subarray(from = 0, to = end) {
      const part = Buffer.alloc(to - from);
      readSync(file, part, 0, part.length, from);
      return part;
    },
    /** By the program, of a recording that has these frames alone. @param {number[]} wanted @returns {string[]} */
    hashes(wanted) {
      const few = `${dirname(path)}/few.bfs`;
      const out = openSync(few, 'w');
      writeSync(out, startOfFile(0));
      for (const frame of wanted) {
        const record = Buffer.alloc(recordBytes(agentsOf(frame)));
        headOf(frame, agentsOf(frame)).copy(record);
        writeSync(out, record);
      }
      closeSync(out);
      const told = execFileSync(program, ['hash', '--json', few], { encoding: 'utf8', maxBuffer: 2 ** 26 });
      rmSync(few);
      return JSON.parse(told).frames;
    },
    remove() {
      closeSync(file);
      rmSync(path);
    },
  };
}
