// The module with threads gives the bytes of the one without and of the native program, whatever the number of
// threads; and says how many there really are.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { nativeHashes } from '../program.js';
import { loadSim, loadThreadedSim, projectFolder, sceneEntries } from './sim.js';

const STEPS = 60;
const MOST = 8;
let single, threaded;

before(async () => {
  single = await loadSim();
  threaded = await loadThreadedSim(MOST);
});

const asEntries = (params) => Object.entries(params).map(([name, value]) => ['params', name, String(value)]);

/** @param {number} [threads] 0: what suits */
function hashesOf(sim, entries, steps, threads = 0) {
  sim.create([...entries, ['params', 'threads', String(threads)]]);
  return Array.from({ length: steps }, () => {
    sim.step();
    return sim.hash();
  });
}

const scenes = readdirSync(join(projectFolder, 'scenes'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({
    name: `scene ${name}`,
    entries: [
      ...sceneEntries(JSON.parse(readFileSync(join(projectFolder, 'scenes', name), 'utf8'))),
      ['params', 'agents', '3001'],
    ],
    options: ['--scene', join(projectFolder, 'scenes', name), '--agents', '3001'],
  }));

const sets = [
  { agents: 0 },
  { agents: 1 },
  { agents: 5 },
  { agents: 20_011, seed: 17 },
  { agents: 4000, seed: 11, boundary: 'reflect', metric: 'plane' },
  { agents: 2500, seed: 3, metric: 'plane', r_sep: 7.25, r_ali: 18.5, r_coh: 22.75 },
  { agents: 3000, seed: 8, world_width: 300, world_height: 200, w_sep: 400, max_force: 900 },
  { agents: 900, seed: 4294967295, level: 'naive' },
  { agents: 900, seed: 5, level: 'vector' },
  { agents: 3000, seed: 6, level: 'grid' },
  { agents: 3000, seed: 2, level: 'native', simd: 'scalar' },
  { agents: 700, seed: 7, numerics: 'classic' },
  { agents: 700, seed: 42, numerics: 'classic', boundary: 'reflect' },
].map((params) => ({
  name: JSON.stringify(params),
  entries: asEntries(params),
  options: Object.entries(params).flatMap(([name, value]) => [`--${name.replace('_', '-')}`, String(value)]),
}));

for (const { name, entries, options } of [...scenes, ...sets]) {
  test(`${name}: frame hashes are equal with 1, 2, 3 and 8 threads, without, and natively`, () => {
    const wanted = nativeHashes([...options, '--steps', String(STEPS)]);
    assert.deepEqual(hashesOf(single, entries, STEPS), wanted, 'module without threads');
    for (const threads of [1, 2, 3, MOST]) {
      assert.deepEqual(hashesOf(threaded, entries, STEPS, threads), wanted, `${threads} threads`);
      assert.equal(threaded.threads(), threads);
    }
  });
}

test('a flock that asks for more threads than there are workers has those there are', async () => {
  const small = await loadThreadedSim(3);
  const entries = asEntries({ agents: 5000 });
  assert.deepEqual(hashesOf(small, entries, 10, 64), hashesOf(single, entries, 10));
  assert.equal(small.threads(), 3);
});

test('left to itself, a flock has the threads that suit it, and no more than there are', () => {
  hashesOf(threaded, asEntries({ agents: 1000 }), 1);
  assert.equal(threaded.threads(), 1);
  hashesOf(threaded, asEntries({ agents: 5000 }), 1);
  assert.equal(threaded.threads(), 3);
  hashesOf(threaded, asEntries({ agents: 200_000 }), 1);
  assert.equal(threaded.threads(), MOST);
});

test('the module without threads says so', () => {
  hashesOf(single, asEntries({ agents: 5000 }), 1, 4);
  assert.equal(single.threads(), 1);
  assert.equal(single.simd(), 'wasm128');
  hashesOf(single, asEntries({ level: 'grid' }), 1);
  assert.equal(single.simd(), 'scalar');
});

test('a hundred flocks, one after another, take turns with the same workers', () => {
  for (let i = 0; i < 100; ++i) {
    hashesOf(threaded, asEntries({ agents: 300, seed: i }), 2, MOST);
    assert.equal(threaded.threads(), MOST);
  }
  assert.equal(threaded.countWorkers(), MOST - 1);
});

test('a flock gets its threads while the one before it still has some, and keeps them when another is refused', () => {
  const entries = asEntries({ agents: 3000 });
  const wanted = hashesOf(single, entries, 4);
  hashesOf(threaded, asEntries({ agents: 500 }), 2, MOST);
  hashesOf(threaded, entries, 2, MOST);
  assert.throws(() => threaded.create(asEntries({ agents: -1 })), /agents/);
  threaded.step();
  threaded.step();
  assert.equal(threaded.hash(), wanted[3]);
  assert.equal(threaded.threads(), MOST);
});

test('records are read right after the shared memory has grown', () => {
  for (const agents of [10, 400_000]) {
    const entries = asEntries({ agents });
    hashesOf(single, entries, 1);
    hashesOf(threaded, entries, 1, MOST);
    const record = threaded.record();
    assert.ok(record.buffer instanceof ArrayBuffer);
    assert.equal(Buffer.compare(record, single.record()), 0, `${agents} agents`);
  }
});
