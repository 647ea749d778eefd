// Scenes with events, and flocks that are changed while they run, give the native program's bytes; a live session can be
// saved as a scene and is replayed from it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { nativeHashes } from '../program.js';
import { loadSim, loadThreadedSim, sceneEntries } from './sim.js';

let single, threaded, folder;

before(async () => {
  single = await loadSim();
  threaded = await loadThreadedSim(8);
  folder = mkdtempSync(join(tmpdir(), 'boidforge-events-'));
});
after(() => rmSync(folder, { recursive: true }));

function hashesOf(sim, steps) {
  return Array.from({ length: steps }, () => {
    sim.step();
    return sim.hash();
  });
}

/** Every frame's hash when the native program simulates the scene, for as many steps as it says. */
function nativeSceneHashes(json) {
  const file = join(folder, 'scene.json');
  writeFileSync(file, json);
  return nativeHashes(['--scene', file]);
}

const events = [
  { step: 0, name: 'pointer_radius', value: 200 },
  { step: 0, name: 'pointer_x', value: 300.25 },
  { step: 5, name: 'pointer_x', value: 310 },
  { step: 5, name: 'pointer_y', value: 790 },
  { step: 12, name: 'agents', value: 9001 },
  { step: 20, name: 'w_sep', value: 220.5 },
  { step: 25, name: 'r_coh', value: 55 },
  { step: 25, name: 'pointer_strength', value: -4000 },
  { step: 31, name: 'agents', value: 17 },
  { step: 40, name: 'agents', value: 2500 },
  { step: 44, name: 'max_speed', value: 260 },
  { step: 44, name: 'min_speed', value: 190 },
  { step: 50, name: 'pointer_radius', value: 0 },
];
const params = { agents: 4000, seed: 5, steps: 60, world_width: 1500, world_height: 800 };
const scene = { boidforge_scene: 1, name: 'session', title: 'A "session"', params, look: { palette: 'ice' }, events };

for (const threads of [0, 1, 3, 8]) {
  test(`a scene with events, ${threads || 'without'} threads: frame hashes are the native program's`, () => {
    const sim = threads ? threaded : single;
    sim.create([...sceneEntries(scene), ['params', 'threads', String(threads)]]);
    assert.deepEqual(hashesOf(sim, params.steps), nativeSceneHashes(JSON.stringify(scene)));
  });

  test(`a live session, ${threads || 'without'} threads: its scene makes it again, here and natively`, () => {
    const sim = threads ? threaded : single;
    const { events: changes, ...start } = scene;
    sim.create([...sceneEntries(start), ['params', 'threads', String(threads)]]);
    const made = Array.from({ length: params.steps }, (_, step) => {
      for (const event of changes) if (event.step === step) sim.change(event.name, event.value);
      sim.step();
      return sim.hash();
    });
    const json = sim.sceneJson();
    const saved = JSON.parse(json);
    assert.deepEqual(saved.events, changes);
    assert.equal(saved.params.steps, params.steps);
    assert.equal(saved.title, scene.title);
    assert.deepEqual(saved.look, scene.look);
    assert.deepEqual(nativeSceneHashes(json), made);
    sim.create(sceneEntries(saved));
    assert.equal(sim.sceneJson(), json);
    assert.deepEqual(hashesOf(sim, params.steps), made);
  });
}

test('a density gives the world of the start, and the scene that is saved has its sides', () => {
  single.create([
    ['', 'density', '0.003'],
    ['params', 'agents', '600'],
  ]);
  hashesOf(single, 3);
  single.change('agents', 900);
  const made = hashesOf(single, 3);
  const json = single.sceneJson();
  assert.equal(JSON.parse(json).density, undefined);
  assert.deepEqual(nativeSceneHashes(json).slice(3), made);
});

test('a change holds from the next step on', () => {
  single.create([['params', 'agents', '100']]);
  hashesOf(single, 2);
  const before = single.hash();
  single.change('w_coh', 3);
  single.change('agents', 120);
  assert.equal(single.hash(), before);
  assert.equal(single.text('bf_sim_param', 'w_coh'), '1');
  assert.equal(single.record().length, 8 + 16 * 100);
  single.step();
  assert.equal(single.text('bf_sim_param', 'w_coh'), '3');
  assert.equal(single.text('bf_sim_param', 'agents'), '120');
  assert.equal(single.record().length, 8 + 16 * 120);
});

test('what cannot change is refused, and the flock goes on as it was', () => {
  const entries = [['params', 'agents', '100']];
  single.create(entries);
  const wanted = hashesOf(single, 6);
  single.create(entries);
  hashesOf(single, 2);
  assert.throws(() => single.change('seed', 3), /seed: cannot change in a running world/);
  assert.throws(() => single.change('min_speed', 181), /min_speed: 181 is above max_speed, which is 180/);
  assert.throws(() => single.change('r_coh', 'far'), /r_coh: 'far' is not a number/);
  assert.throws(() => single.change('r_coh', 500), /too small for radius 500/);
  assert.deepEqual(hashesOf(single, 4), wanted.slice(2));
  assert.deepEqual(JSON.parse(single.sceneJson()).events, []);
  assert.throws(() => single.create([['events', 'r_coh', '3']]), /event 1: '3' is not a step, a blank and a value/);
  assert.throws(() => single.create([['events', 'dt', '3 1']]), /event 1: dt: cannot change/);
  assert.throws(() => single.create([['events', 'r_coh', '3 900']]), /event 1 \(step 3\): world: .* too small/);
});

test('the parameters that may change are listed', () => {
  const { changes, params: table } = JSON.parse(single.text('bf_sim_describe'));
  assert.ok(changes.includes('agents') && changes.includes('pointer_x') && changes.includes('w_sep'));
  const fixed = ['seed', 'steps', 'dt', 'world_width', 'world_height', 'boundary', 'metric'];
  assert.deepEqual(
    table.map(({ name }) => name).filter((name) => !changes.includes(name)),
    [...fixed, 'numerics', 'level', 'simd', 'threads'],
  );
});

test('a flock that grows gets the threads that suit it, and its records arrive', () => {
  threaded.create([['params', 'agents', '100']]);
  threaded.step();
  assert.equal(threaded.threads(), 1);
  threaded.change('agents', 300_000);
  threaded.step();
  assert.equal(threaded.threads(), 8);
  single.create([['params', 'agents', '100']]);
  single.step();
  single.change('agents', 300_000);
  single.step();
  assert.equal(Buffer.compare(threaded.record(), single.record()), 0);
  threaded.change('agents', 50);
  threaded.step();
  assert.equal(threaded.threads(), 1);
  assert.equal(threaded.countWorkers(), 7);
});

test('a session of more changes than a scene holds runs on, and says that it cannot be saved', () => {
  single.create([['params', 'agents', '1']]);
  for (let i = 0; i <= 50_000; i++) {
    single.change('pointer_x', i);
    single.step();
  }
  assert.equal(single.text('bf_sim_param', 'pointer_x'), '50000');
  assert.throws(() => single.sceneJson(), /changed more than 50000 times, which is the most that a scene holds/);
  single.create([['params', 'agents', '1']]);
  assert.deepEqual(JSON.parse(single.sceneJson()).events, []);
});
