// Native and WebAssembly give the same bytes: every frame's hash of several scenes and parameter sets over 200 steps,
// and every golden recording.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { nativeHashes } from '../program.js';
import { loadSim, projectFolder, sceneEntries } from './sim.js';

const STEPS = 200;
let sim;

before(async () => {
  sim = await loadSim();
});

function wasmHashes(entries, steps) {
  sim.create(entries);
  return Array.from({ length: steps }, () => {
    sim.step();
    return sim.hash();
  });
}

const scenes = readdirSync(join(projectFolder, 'scenes')).filter((name) => name.endsWith('.json'));

for (const name of scenes) {
  for (const agents of [300, 3000]) {
    test(`scene ${name}, ${agents} agents: frame hashes are equal for ${STEPS} steps`, () => {
      const path = join(projectFolder, 'scenes', name);
      const entries = sceneEntries(JSON.parse(readFileSync(path, 'utf8')));
      const made = wasmHashes([...entries, ['params', 'agents', String(agents)]], STEPS);
      const wanted = nativeHashes(['--scene', path, '--agents', String(agents), '--steps', String(STEPS)]);
      assert.deepEqual(made, wanted);
      assert.equal(new Set(made).size, STEPS, 'every frame differs from the others');
    });
  }
}

const sets = {
  'cell, reflect': { numerics: 'cell', boundary: 'reflect', agents: 1500, seed: 11 },
  'cell, torus, naive': { numerics: 'cell', level: 'naive', agents: 600, seed: 4294967295 },
  'cell, plane with wrap': { numerics: 'cell', metric: 'plane', agents: 1500, seed: 3 },
  'cell, strong separation': { numerics: 'cell', agents: 900, w_sep: 400, max_force: 900, seed: 8 },
  'cell, small radii': { numerics: 'cell', agents: 2000, r_sep: 3.25, r_ali: 7.5, r_coh: 0, seed: 1 },
  'classic, wrap': { numerics: 'classic', agents: 400, seed: 7 },
  'classic, reflect': { numerics: 'classic', boundary: 'reflect', agents: 400, seed: 42 },
};

for (const [name, params] of Object.entries(sets)) {
  test(`${name}: frame hashes are equal for ${STEPS} steps`, () => {
    const entries = Object.entries(params).map(([key, value]) => ['params', key, String(value)]);
    const options = Object.entries(params).flatMap(([key, value]) => [`--${key.replace('_', '-')}`, String(value)]);
    assert.deepEqual(wasmHashes(entries, STEPS), nativeHashes([...options, '--steps', String(STEPS)]));
  });
}

test('every golden recording is reproduced byte for byte', () => {
  const folderPath = join(projectFolder, 'tests/golden');
  const { files } = JSON.parse(readFileSync(join(folderPath, 'manifest.json'), 'utf8'));
  assert.equal(files.length, 45);
  for (const { file, config } of files) {
    const wanted = readFileSync(join(folderPath, file)).subarray(32);
    const entries = Object.entries(config).map(([key, value]) => [
      'params',
      key === 'n_boids' ? 'agents' : key,
      String(value),
    ]);
    sim.create([...entries, ['params', 'numerics', 'classic']]);
    const size = 8 + 16 * config.n_boids;
    for (let step = 0; step < config.steps; ++step) {
      sim.step();
      const same = Buffer.compare(sim.record(), wanted.subarray(step * size, (step + 1) * size)) === 0;
      assert.ok(same, `${file}, frame ${step}`);
    }
  }
});

test('a refused scene leaves the world as it was and says why', () => {
  sim.create([['params', 'agents', '50']]);
  sim.step();
  const before = sim.hash();
  assert.throws(() => sim.create([['params', 'agents', '-1']]), /agents: -1 is out of range/);
  assert.throws(() => sim.create([['params', 'world_width', '50']]), /too small for radius/);
  assert.equal(sim.hash(), before);
});
