import { createMeter } from '../../web/js/player/meter.js';
import { createQuality } from '../../web/js/player/quality.js';
import { test } from 'node:test';
import { expect } from '@playwright/test';

// The rules alone, with pictures of known length: no browser.

/**
 * @param {(scale: number) => number} cost_ms of a picture at a scale
 * @param {number} seconds
 * @param {import('../../web/js/player/quality.js').Quality} quality
 * @param {number} [from_ms]
 * @returns {{at: number, scale: number}[]} every change
 */
function play(cost_ms, seconds, quality, from_ms = 0) {
  const changes = [];
  for (let now = from_ms; now < from_ms + seconds * 1000; now += cost_ms(quality.scale())) {
    if (quality.picture(now, 1)) changes.push({ at: now, scale: quality.scale() });
  }
  return changes;
}

test('a picture grows again within seconds once there is room', () => {
  const quality = createQuality();
  play(() => 100, 2, quality);
  expect(quality.scale()).toBeLessThan(1);
  play(() => 22, 16, quality, 2000);
  expect(quality.scale()).toBe(1);
});

test('two pictures of seconds each are enough, one may be a tab that was hidden', () => {
  const quality = createQuality();
  play(() => 16, 1, quality);
  quality.picture(60_000, 1);
  expect(quality.scale()).toBe(1);
  quality.picture(63_000, 1);
  expect(quality.scale()).toBeLessThan(1);
});

test('at the smallest size a slow picture moves by fewer frames, until there is room again', () => {
  const quality = createQuality();
  let now = 0;
  const fly = (/** @type {number} */ pictures, /** @type {number} */ frame_ms) => {
    for (let i = 0; i < pictures; i++) {
      const moved = Math.min(16, quality.mostFrames());
      quality.picture((now += moved * frame_ms), moved);
    }
  };
  fly(60, 20);
  expect(quality.scale()).toBeLessThan(0.5);
  expect(quality.mostFrames()).toBeLessThan(4);
  expect(quality.mostFrames()).toBeGreaterThanOrEqual(1);
  fly(4000, 1);
  expect(quality.mostFrames()).toBe(Infinity);
});

test('a size that is too slow is tried ever more rarely', () => {
  const quality = createQuality();
  const changes = play((scale) => (scale > 0.5 ? 60 : 20), 300, quality);
  const ups = changes.filter(({ scale }) => scale > 0.5).map(({ at }) => at);
  expect(ups.length).toBeGreaterThan(2);
  expect(ups.length).toBeLessThan(9);
  const gaps = ups.slice(1).map((at, i) => at - ups[i]);
  for (let i = 1; i < gaps.length; i++) expect(gaps[i]).toBeGreaterThan(gaps[i - 1] * 1.4);
  quality.reset();
  expect(quality.scale()).toBe(1);
});

test('a rate once measured holds until there is a new one', () => {
  const meter = createMeter();
  meter.add(0, 0, false);
  expect(meter.read().fps).toBe(null);
  meter.add(1600, 0.8, true); // slower than a picture a second
  expect(meter.read()).toEqual({ fps: 0.625, framesPerSecond: 0.5, short: 1 });
  meter.pause();
  meter.add(9000, 0, false);
  expect(meter.read().fps).toBe(0.625);
  meter.reset();
  expect(meter.read().fps).toBe(null);
});
