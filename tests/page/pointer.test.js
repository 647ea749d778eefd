import { test } from 'node:test';
import { expect } from '@playwright/test';
import { createAttraction } from '../../web/js/player/attraction.js';
import { movedCamera, toWorld, toWorldLength } from '../../web/js/player/camera.js';
import { changeTogether } from '../../web/js/sim/change-together.js';

// Places in the picture and in the world, and what a drag makes of them.

const stage = { world_width: 1000, world_height: 500, wraps: true, min_speed: 0, max_speed: 1 };
/** @type {import('../../web/js/types.js').Camera} */
const camera = { fit: 'contain', zoom: 1, centerX: 0, centerY: 0, follows: false };
const size = { width: 200, height: 200 };

test('places in the picture are places in the world, through fit, zoom, centre and copies', () => {
  const middle = { x: 500, y: 250 };
  const known = { camera, stage, size, middle };
  expect(toWorld({ x: 0.5, y: 0.5 }, known)).toEqual(middle);
  expect(toWorld({ x: 0.25, y: 0.25 + 0.125 }, known)).toEqual({ x: 250, y: 375 });
  expect(toWorld({ x: 0, y: 0.5 }, { ...known, camera: { ...camera, fit: 'cover' } })).toEqual({ x: 250, y: 250 });
  expect(toWorld({ x: 0, y: 0.5 }, { ...known, camera: { ...camera, zoom: 2 } })).toEqual({ x: 250, y: 250 });
  // Around a flock at the seam the world is seen from the other side too.
  const follows = { ...known, middle: { x: 980, y: 10 } };
  const rounded = (/** @type {{x: number, y: number}} */ { x, y }) => [Math.round(x), Math.round(y)];
  expect(rounded(toWorld({ x: 0.6, y: 0.55 }, follows))).toEqual([80, 460]);
  const bounded = { ...follows, stage: { ...stage, wraps: false } };
  expect(rounded(toWorld({ x: 0.6, y: 0.55 }, bounded))).toEqual([1080, -40]);
  expect(toWorldLength(0.5, camera, stage, size)).toBe(500);
  expect(toWorldLength(0.5, { ...camera, zoom: 4 }, stage, size)).toBe(125);
});

test('a camera zooms about a place, and never loses the world', () => {
  const at = { x: 0.7, y: 0.55 };
  const nearer = movedCamera(camera, { zoom: 8, about: at }, stage, size);
  const middle = { x: 500 + nearer.centerX, y: 250 + nearer.centerY };
  const before = toWorld(at, { camera, stage, size, middle: { x: 500, y: 250 } });
  const after = toWorld(at, { camera: nearer, stage, size, middle });
  expect(after.x).toBeCloseTo(before.x, 6);
  expect(after.y).toBeCloseTo(before.y, 6);

  const panned = movedCamera(nearer, { pan: { x: 0.1, y: 0.2 } }, stage, size);
  expect(panned.centerX).toBeCloseTo(nearer.centerX - 0.1 * (1000 / 8), 6);
  expect(panned.centerY).toBeCloseTo(nearer.centerY + 0.2 * (1000 / 8), 6);

  const far = movedCamera(nearer, { pan: { x: 1000, y: -1000 } }, stage, size);
  expect([far.centerX, far.centerY]).toEqual([-500 + 1000 / 16, -250 + 1000 / 16]);
  expect(movedCamera(nearer, { zoom: 1e-9 }, stage, size)).toEqual(camera);
  expect(movedCamera(camera, { zoom: 1e9 }, stage, size).zoom).toBe(60);
  expect(movedCamera({ ...camera, fit: 'cover' }, { zoom: 0.01 }, stage, size).zoom).toBe(0.5);
});

test('a drag becomes changes once a step, only what changed, and nothing stays of it', () => {
  /** @type {Record<string, string>[]} */
  const sent = [];
  const attraction = createAttraction((changes) => sent.push(changes));
  const drag = { at: { x: 0, y: 0 }, reach: 1, pull: 1 };
  const place = { x: 1 / 3, y: 2, radius: 50, strength: 100 };
  attraction.beforeStep(() => place);
  attraction.set(drag);
  attraction.beforeStep(() => place);
  attraction.beforeStep(() => place);
  attraction.beforeStep(() => ({ ...place, y: 3 }));
  attraction.set(null);
  attraction.beforeStep(() => place);
  attraction.beforeStep(() => place);
  const all = { pointer_x: '0.333333', pointer_y: '2', pointer_radius: '50', pointer_strength: '100' };
  expect(sent).toEqual([all, { pointer_y: '3' }, { pointer_radius: '0' }]);
  attraction.set(drag);
  attraction.forget();
  attraction.beforeStep(() => place);
  expect(sent[3]).toEqual(all);
});

test('changes that only fit together find their order, and are all refused with one of them', () => {
  const now = { low: '40', high: '180' };
  const change = (/** @type {string} */ name, /** @type {string} */ text) => {
    const next = { ...now, [name]: text };
    if (Number(next.low) > Number(next.high)) throw new Error('low above high');
    Object.assign(now, next);
  };
  changeTogether(change, { low: '300', high: '400' }, { ...now });
  expect(now).toEqual({ low: '300', high: '400' });
  changeTogether(change, { high: '20', low: '10' }, { ...now });
  expect(now).toEqual({ low: '10', high: '20' });
  expect(() => changeTogether(change, { high: '500', low: '600' }, { ...now })).toThrow('low above high');
  expect(now).toEqual({ low: '10', high: '20' });
});
