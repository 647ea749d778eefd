// The WebAssembly modules end in the hashes that tests/golden/cell_hashes.json fixes for cell numerics.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { loadSim, loadThreadedSim, projectFolder, sceneEntries } from './sim.js';

const { sets } = JSON.parse(readFileSync(join(projectFolder, 'tests/golden/cell_hashes.json'), 'utf8'));
let single, threaded;

before(async () => {
  single = await loadSim();
  threaded = await loadThreadedSim(3);
});

function hashAfter(sim, params, events) {
  sim.create(sceneEntries({ params, events }));
  sim.step(params.steps);
  return sim.hash();
}

for (const { name, params, events, hash } of sets) {
  test(`${name}: ends in its fixed hash, with and without threads`, () => {
    assert.equal(hashAfter(single, params, events), hash);
    assert.equal(hashAfter(threaded, { ...params, threads: 3 }, events), hash);
  });
}
