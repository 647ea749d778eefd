// docs/model.md and docs/format.md are enough to write the program again: an implementation and a reader made from
// these pages alone give the hashes of the native program. BF_CLI names the native program.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { xxh64 } from '../browser/recording.js';
import { computeFrames, isRefused, sizeWorld } from './model.js';
import { parseRecording, readRecording } from './recording.js';
import { joinState, sinCos } from './start.js';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
const cli = process.env.BF_CLI ?? join(projectFolder, 'build/boidforge-cli');
let folder, file;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'boidforge-model-'));
  file = join(folder, 'flock.bfs');
});
after(() => rmSync(folder, { recursive: true }));

const options = (params) =>
  Object.entries(params).flatMap(([name, value]) => [`--${name.replace('_', '-')}`, String(value)]);

function simulate(params, ...args) {
  execFileSync(cli, ['simulate', '--quiet', ...options(params), ...args, '-o', file]);
  return readRecording(file);
}

const programHashes = () => JSON.parse(execFileSync(cli, ['hash', '--json', file]).toString());
const hashes = (bodies) => bodies.map((body) => xxh64(body));

function wholeHash(frameHashes) {
  const words = frameHashes.map((hash) => Buffer.from(hash, 'hex').reverse());
  return xxh64(Buffer.concat(words));
}

const modes = {
  'cell, torus': { numerics: 'cell' },
  'cell, plane with wrap': { numerics: 'cell', metric: 'plane' },
  'cell, reflect': { numerics: 'cell', boundary: 'reflect' },
  'classic, wrap': { numerics: 'classic' },
  'classic, reflect': { numerics: 'classic', boundary: 'reflect' },
};

const small = { agents: 60, world_width: 200, world_height: 150 };
const gathering = { r_sep: 0.5, w_sep: 0.1, w_coh: 20, min_speed: 0, max_speed: 60, max_force: 1e4 };
const flocks = {
  'no agent': { agents: 0 },
  'one agent': { agents: 1, seed: 5 },
  'two agents': { agents: 2, world_width: 100, world_height: 100 },
  'three agents': { agents: 3, world_width: 95, world_height: 100 },
  'a crowd': { agents: 300, world_width: 100, world_height: 100, seed: 4294967295 },
  'the default world': { agents: 200, seed: 42 },
  'odd radii': { ...small, r_sep: 7.25, r_ali: 18.1, r_coh: 22.7 },
  'no radius': { ...small, r_sep: 0, r_ali: 0, r_coh: 0 },
  'separation reaches furthest': { ...small, r_sep: 40.5, r_ali: 3, r_coh: 0, w_sep: 3500 },
  'no weight': { ...small, w_sep: 0, w_ali: 0, w_coh: 0 },
  'negative weights': { ...small, w_sep: -80.5, w_ali: -1.25, w_coh: -0.3 },
  'largest weights': { ...small, w_sep: 1e5, w_ali: 1e5, w_coh: -1e5, max_force: 1e9 },
  'no force': { ...small, max_force: 0 },
  'one speed': { ...small, min_speed: 77.7, max_speed: 77.7 },
  'standing still': { ...small, min_speed: 0, max_speed: 0 },
  'a tiny step': { ...small, dt: 1e-6, seed: 26 },
  'a long step': { ...small, dt: 0.8, seed: 29 },
  'a step longer than the world': { ...small, dt: 50, seed: 30 },
  'slow, longest step': { ...small, dt: 100, min_speed: 0.1, max_speed: 1.2 },
  'a world smaller than the radii': { agents: 129, world_width: 20.3, world_height: 11.9, dt: 0.01 },
  'everybody near everybody': { agents: 280, world_width: 20.3, world_height: 11.9, dt: 0.01, r_sep: 3000 },
  'a thin world': { agents: 60, world_width: 1000, world_height: 3, dt: 0.01, r_sep: 0.3, r_ali: 0.9, r_coh: 0.7 },
  'a large world': { agents: 60, world_width: 1e7, world_height: 1e7, r_ali: 1e6, max_speed: 1e6, min_speed: 1e5 },
  'a square grid cut down': { ...gathering, agents: 120, world_width: 100, world_height: 100, r_ali: 4.3, r_coh: 4.3 },
  'a grid of 64 cells': { ...gathering, agents: 15, world_width: 24.1, world_height: 24.1, r_ali: 3, r_coh: 3 },
  'a pointer that attracts': { ...small, pointer_x: 190, pointer_y: 75, pointer_radius: 90, pointer_strength: 800 },
  'a pointer that scares': { ...small, pointer_x: 0, pointer_y: 150, pointer_radius: 61.5, pointer_strength: -3000.7 },
  'a pointer outside': { ...small, pointer_x: -33.3, pointer_y: 420, pointer_radius: 1e7, pointer_strength: 1e9 },
  'two columns across the seam': { ...small, world_width: 135.14432023448674, r_coh: 45.00415737239494 },
};

/** The program's recording, read by the page, holds the model's frames, and says by itself how they were made. */
function compare(params, steps) {
  const { header, scene, frames, end } = simulate({ ...params, steps }, '--format', '2');
  assert.equal(end, 'clean');
  assert.deepEqual(
    frames.map(({ timestep, n }) => [timestep, n]),
    Array.from({ length: steps }, (_, step) => [step, params.agents]),
  );
  const { version, max_agents, dt, seed, frame_count } = header;
  assert.deepEqual(
    [version, max_agents, dt, seed, frame_count],
    [2, params.agents, Math.fround(params.dt ?? 0.05), params.seed ?? 0, steps],
  );
  for (const [name, value] of Object.entries(params)) assert.equal(scene.params[name], value);
  const made = hashes(computeFrames(scene.params, steps));
  const wanted = programHashes();
  assert.deepEqual(made, wanted.frames);
  assert.equal(wholeHash(made), wanted.whole);
  assert.deepEqual(hashes(frames.map(({ body }) => body)), wanted.frames);
}

for (const [flock, shape] of Object.entries(flocks)) {
  for (const [mode, numerics] of Object.entries(modes)) {
    const params = { ...shape, ...numerics };
    if (isRefused(params)) {
      test(`${flock}, ${mode}: refused`, () => {
        assert.equal(spawnSync(cli, ['simulate', '--quiet', ...options(params), '-o', file]).status, 2);
      });
    } else {
      test(`${flock}, ${mode}: the model's hashes are the program's`, () => {
        compare(params, params.w_coh === gathering.w_coh ? 40 : params.agents > 100 ? 4 : 12);
      });
    }
  }
}

const session = [
  { step: 0, name: 'w_sep', value: 80 },
  { step: 2, name: 'agents', value: 130 },
  { step: 2, name: 'r_coh', value: 47.5 },
  { step: 4, name: 'min_speed', value: 170 },
  { step: 5, name: 'agents', value: 20 },
  { step: 5, name: 'agents', value: 9 },
  { step: 7, name: 'min_speed', value: 10 },
  { step: 7, name: 'max_speed', value: 33.3 },
  { step: 7, name: 'agents', value: 75 },
  { step: 9, name: 'r_sep', value: 0 },
  { step: 11, name: 'agents', value: 0 },
  { step: 12, name: 'agents', value: 40 },
];
const pointing = [
  { step: 1, name: 'pointer_radius', value: 70 },
  { step: 3, name: 'pointer_x', value: 195.5 },
  { step: 6, name: 'pointer_y', value: -20 },
  { step: 8, name: 'pointer_strength', value: -2000 },
];

for (const [mode, numerics] of Object.entries(modes)) {
  test(`events, ${mode}: the model's frames are the program's`, () => {
    const added = numerics.numerics === 'cell' ? pointing : [];
    const events = [...session, ...added].sort((a, b) => a.step - b.step);
    const params = { ...small, ...numerics, seed: 3, steps: 14 };
    const file = join(folder, 'events.json');
    writeFileSync(file, JSON.stringify({ boidforge_scene: 1, params, events }));
    const { header, scene, frames } = simulate({}, '--scene', file, '--format', '2');
    assert.equal(header.max_agents, 0);
    assert.deepEqual(scene.events, events);
    const wanted = [60, 60, 130, 130, 130, 9, 9, 75, 75, 75, 75, 0, 40, 40];
    assert.deepEqual(
      frames.map(({ n }) => n),
      wanted,
    );
    assert.deepEqual(hashes(computeFrames(scene.params, params.steps, scene.events)), programHashes().frames);
  });
}

test('a grid has 4096 columns at most', () => {
  const line = { agents: 6000, world_width: 8300, world_height: 1, boundary: 'reflect', dt: 0.005 };
  compare({ ...line, r_sep: 2, r_ali: 2, r_coh: 2 }, 3);
});

for (const [given, sides] of [
  ['alone', {}],
  ['with a width', { world_width: 300 }],
  ['with a height', { world_height: 90.5 }],
  ['that would be too small a world', { r_ali: 333.3 }],
]) {
  test(`a density ${given} gives the page's world`, () => {
    const params = { agents: 100, ...sides };
    const { scene } = simulate({ ...params, density: 0.003, aspect: 1.3, steps: 1 }, '--format', '2');
    const { world_width, world_height } = sizeWorld(params, 0.003, 1.3);
    assert.deepEqual([scene.params.world_width, scene.params.world_height], [world_width, world_height]);
  });
}

test('a version 1 recording is the bytes that the pages give, also when converted from version 2', () => {
  const params = { ...small, seed: 3000000000 };
  const header = Buffer.alloc(32);
  header.write('BFS1');
  header.writeUInt16LE(1, 4);
  header.writeUInt16LE(1, 6);
  header.writeUInt8(2, 8);
  header.writeInt32LE(params.agents, 12);
  header.writeFloatLE(0.05, 16);
  header.writeUInt32LE(params.seed, 20);
  header.writeInt32LE(5, 24);
  const records = computeFrames(params, 5).map((body, step) => {
    const head = Buffer.alloc(8);
    head.writeInt32LE(step);
    head.writeInt32LE(params.agents, 4);
    return Buffer.concat([head, body]);
  });
  const wanted = Buffer.concat([header, ...records]);
  simulate({ ...params, steps: 5 });
  assert.ok(readFileSync(file).equals(wanted));
  simulate({ ...params, steps: 5 }, '--format', '2');
  const converted = join(folder, 'converted.bfs');
  execFileSync(cli, ['convert', '--quiet', '--format', '1', file, '-o', converted]);
  assert.ok(readFileSync(converted).equals(wanted));
});

test('what is cut or damaged is read as the page says', () => {
  simulate({ ...small, steps: 3 }, '--format', '2');
  const bytes = readFileSync(file);
  const third = bytes.length - (8 + 16 * small.agents);
  const outcome = (damaged) => {
    const { frames, end, missing, at } = parseRecording(damaged);
    writeFileSync(file, damaged);
    const info = JSON.parse(spawnSync(cli, ['info', '--json', file]).stdout.toString());
    assert.deepEqual(
      [frames.length, end === 'cut', missing, end === 'corrupt'],
      [info.frames, info.cut, info.missing_bytes, info.damaged],
    );
    return [frames.length, end, missing, at];
  };
  assert.deepEqual(outcome(bytes), [3, 'clean', 0, bytes.length]);
  assert.deepEqual(outcome(bytes.subarray(0, bytes.length - 10)), [2, 'cut', 10, third]);
  assert.deepEqual(outcome(bytes.subarray(0, third + 3)), [2, 'cut', 5, third]);
  bytes.writeInt32LE(-1, third + 4);
  assert.deepEqual(outcome(bytes), [2, 'corrupt', 0, third]);
  bytes.writeInt32LE(small.agents + 1, third + 4);
  assert.deepEqual(outcome(bytes), [2, 'corrupt', 0, third]);
});

const page = readFileSync(join(projectFolder, 'docs/model.md'), 'utf8');

test('sines and cosines are those on the page', () => {
  const rows = [...page.matchAll(/^\| (\d[.\d]*) \| (-?0[.\d]*) \| (-?0[.\d]*) \|$/gm)].map((row) =>
    row.slice(1).map(Number),
  );
  assert.equal(rows.length, 4);
  for (const [x, ...wanted] of rows) assert.deepEqual(sinCos(x), wanted);
});

test('agents that join start where the page says', () => {
  const rows = [...page.matchAll(/^\| (\d+), (\d+) \| (.*) \|$/gm)];
  assert.equal(rows.length, 3);
  const world = { numerics: 'cell', world_width: 1920, world_height: 1080, min_speed: 40, max_speed: 180 };
  for (const [, seed, id, values] of rows) {
    const { px, py, vx, vy } = joinState({ ...world, seed: Number(seed) }, Number(id));
    assert.deepEqual([px, py, vx, vy], values.split(' | ').map(Number));
  }
});

const checks = [...page.matchAll(/^\| (.*steps \d+) \| ([0-9a-f]{16}) \|$/gm)];
assert.equal(checks.length, 5);

for (const [, listed, hash] of checks) {
  test(`the page's check value: ${listed}`, () => {
    const pairs = listed.split(', ').map((pair) => pair.split(' '));
    const { steps, ...params } = Object.fromEntries(
      pairs.map(([name, value]) => [name, Number.isNaN(Number(value)) ? value : Number(value)]),
    );
    assert.equal(hashes(computeFrames(params, steps)).at(-1), hash);
    simulate({ ...params, steps });
    assert.equal(programHashes().frames.at(-1), hash);
  });
}
