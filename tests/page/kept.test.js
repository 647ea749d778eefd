import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKept, ownSceneFrom } from '../../web/js/kept.js';

const isScene = (/** @type {string} */ name) => ['murmuration', 'plasma'].includes(name);
const known = /** @type {const} */ ([isScene, ['agents', 'seed'], ['bloom'], ['scene', 'neon']]);

/** A browser's store. @param {Record<string, string>} [holds] */
function storage(holds = {}) {
  const map = new Map(Object.entries(holds));
  return /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => map.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => map.set(key, value),
    removeItem: (/** @type {string} */ key) => map.delete(key),
  });
}

const FLOCK = {
  scene: 'plasma',
  overrides: { agents: '900' },
  look: { bloom: '2' },
  preset: 'neon',
};

test('a flock comes back as it was kept, until it is forgotten', () => {
  const kept = createKept(storage());
  assert.equal(kept.flock(...known), null);
  assert.equal(kept.keepFlock(FLOCK), true);
  assert.deepEqual(kept.flock(...known), FLOCK);
  kept.forget();
  assert.equal(kept.flock(...known), null);
});

test('a flock that the page did not survive is not tried again', () => {
  const kept = createKept(storage());
  kept.keepFlock(FLOCK, true);
  assert.equal(kept.flock(...known), null);
  kept.keepFlock(FLOCK);
  assert.deepEqual(kept.flock(...known), FLOCK);
});

test('what was open comes back, and nothing else that stands there', () => {
  const kept = createKept(storage());
  assert.deepEqual(kept.windows(), {});
  kept.keepWindows({ panelOpen: false, insightOpen: true });
  assert.deepEqual(kept.windows(), { panelOpen: false, insightOpen: true });
  const other = { 'boidforge.windows': '{"version":1,"panelOpen":"yes","insightOpen":true,"hidden":true}' };
  assert.deepEqual(createKept(storage(other)).windows(), { insightOpen: true });
});

test('the language that was chosen comes back, also after the flock was forgotten', () => {
  const kept = createKept(storage());
  assert.equal(kept.language(), null);
  kept.keepLanguage('fr');
  kept.forget();
  assert.equal(kept.language(), 'fr');
  for (const language of ['"de"', '7', 'null', '"__proto__"']) {
    const garbage = createKept(storage({ 'boidforge.language': `{"version":1,"language":${language}}` }));
    assert.equal(garbage.language(), null, language);
  }
});

test('garbage is nothing', () => {
  const garbage = ['', '{', 'null', '[]', '7', '"x"', '{}', '{"version":2,"scene":"plasma"}'];
  garbage.push('{"version":1,"scene":"nosuch"}', '{"version":1,"scene":7}', '{"version":1,"scene":"__proto__"}');
  for (const text of garbage) {
    const kept = createKept(storage({ 'boidforge.flock': text, 'boidforge.scenes': text }));
    assert.equal(kept.flock(...known), null, text);
    assert.deepEqual(kept.scenes(), [], text);
  }
});

test('of a flock only what is known and sound is taken', () => {
  const text = JSON.stringify({
    version: 1,
    scene: 'plasma',
    overrides: { agents: 5, seed: '7', nosuch: '1', __proto__: '1' },
    look: { bloom: 'x'.repeat(300) },
    preset: 'nosuch',
  });
  assert.deepEqual(createKept(storage({ 'boidforge.flock': text })).flock(...known), {
    scene: 'plasma',
    overrides: { seed: '7' },
    look: {},
    preset: 'scene',
  });
});

test('a browser that keeps nothing, or has no room, is no reason to fail', () => {
  const full = storage();
  full.setItem = () => {
    throw new Error('full');
  };
  for (const kept of [createKept(null), createKept(full)]) {
    assert.equal(kept.keepFlock(FLOCK), false);
    assert.equal(kept.flock(...known), null);
    kept.forget();
    assert.throws(() => kept.keepScenes([]), { code: 'cannotKeep' });
  }
});

const BASE = {
  name: 'plasma',
  title: 'Plasma',
  description: 'Fire.',
  params: { agents: 100, seed: 1 },
  look: { bloom: 1 },
  density: 0.5,
};
const PICTURE = 'data:image/webp;base64,AAAA';

test('own scenes hold what flies, under names of their own', () => {
  const kept = createKept(storage());
  const parts = { base: BASE, overrides: { agents: '7' }, look: { bloom: '3' }, picture: PICTURE };
  const first = ownSceneFrom({ ...parts, title: 'My Fire!', taken: [] });
  const second = ownSceneFrom({ ...parts, title: 'my fire', taken: [first.name] });
  assert.deepEqual([first.name, second.name], ['own-my-fire', 'own-my-fire-2']);
  assert.deepEqual(first.params, { agents: '7', seed: '1' });
  assert.equal(first.density, 0.5);
  const third = ownSceneFrom({ ...parts, base: first, title: 'My Fire!', taken: [first.name] });
  assert.equal(third.name, 'own-my-fire-2');
  assert.equal(ownSceneFrom({ ...parts, title: '群れ', taken: [] }).name, 'own-scene');
  kept.keepScenes([first, second]);
  assert.deepEqual(kept.scenes(), [first, second]);
});

test('kept scenes that are no scenes are passed over, and pictures that are no pictures', () => {
  const good = ownSceneFrom({ base: BASE, overrides: {}, look: {}, title: 'Good', picture: PICTURE, taken: [] });
  const scenes = [
    null,
    7,
    { ...good, own: undefined },
    { ...good, name: 'plasma' },
    { ...good, title: '' },
    { ...good, params: 'all' },
    { ...good, name: 'own-x', own: { picture: 'https://elsewhere.example/x.png' } },
    good,
    good,
  ];
  const kept = createKept(storage({ 'boidforge.scenes': JSON.stringify({ version: 1, scenes }) }));
  assert.deepEqual(
    kept.scenes().map(({ name, own }) => [name, own.picture]),
    [
      ['own-x', ''],
      ['own-good', PICTURE],
    ],
  );
});
