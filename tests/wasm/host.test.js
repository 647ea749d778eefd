// The simulation's side of the page, without a page: frames of the size that the step has, changes, scenes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PlainError } from '../../web/js/errors.js';
import { createPeer } from '../../web/js/rpc.js';
import { createSimulationHost } from '../../web/js/sim/simulation-host.js';
import { loadSim } from './sim.js';

let sim, host, page;

/** The shape of web/js/wasm/sim-module.js, of the module under node. */
const asPageModule = (module) => ({
  create: (entries) => module.create(entries),
  advance: (count) => module.step(count),
  change(name, text) {
    try {
      module.change(name, text);
    } catch ({ message }) {
      throw new PlainError('core', { message });
    }
  },
  scene: () => module.sceneJson(),
  recordBytes: () => module.record().length,
  copyRecord: (target) => target.set(module.record()),
  threads: () => module.threads(),
  simd: () => module.simd(),
});

before(async () => {
  sim = await loadSim();
  const { port1, port2 } = new MessageChannel();
  host = createSimulationHost(port1, Promise.resolve(asPageModule(sim)));
  page = createPeer(port2, {});
});
after(() => {
  page.destroy();
  host.destroy();
});

test('frames have the agents of their step, and spare buffers come back while they fit', async () => {
  await page.call('create', { entries: [['params', 'agents', '100']] });
  const first = (await page.call('frame', {})).buffer;
  assert.equal(first.byteLength, 8 + 16 * 100);
  await page.call('change', { name: 'agents', text: '130' });
  const second = (await page.call('frame', { spare: first }, [first])).buffer;
  assert.equal(second.byteLength, 8 + 16 * 130);
  assert.deepEqual([...new Int32Array(second, 0, 2)], [1, 130]);
  const third = (await page.call('frame', { spare: second }, [second])).buffer;
  assert.deepEqual([...new Int32Array(third, 0, 2)], [2, 130]);
  assert.equal(Buffer.compare(Buffer.from(third), sim.record()), 0);
});

test('changes are kept in the scene, and what is refused says why', async () => {
  await page.call('create', { entries: [['params', 'agents', '100']] });
  await page.call('frame', {});
  await page.call('change', { name: 'pointer_radius', text: '80.5' });
  await assert.rejects(page.call('change', { name: 'dt', text: '1' }), ({ values }) =>
    /^dt: cannot change in a running world/.test(values.message),
  );
  await page.call('frame', {});
  const { events, params } = JSON.parse(await page.call('scene'));
  assert.deepEqual(events, [{ step: 1, name: 'pointer_radius', value: 80.5 }]);
  assert.equal(params.steps, 2);
});
