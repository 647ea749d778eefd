import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCooling } from '../../web/js/player/cooling.js';

// Pictures of a display, each a moment after the one before it.

/** @param {number} rate pictures a second @param {number} seconds @param {number} scale */
function play(cooling, clock, rate, seconds, scale) {
  let begins = 0;
  for (let i = 0; i < rate * seconds; i++) {
    clock.now += 1000 / rate;
    if (cooling.picture(clock.now, scale)) begins += 1;
  }
  return begins;
}

test('pictures that stay as many are never left out', () => {
  const cooling = createCooling();
  const clock = { now: 0 };
  assert.equal(play(cooling, clock, 60, 300, 0.35), 0);
  assert.equal(cooling.skips(), false);
});

test('a rate that sinks for long at a small size is halved, and told once', () => {
  const cooling = createCooling();
  const clock = { now: 0 };
  play(cooling, clock, 60, 30, 0.5);
  assert.equal(play(cooling, clock, 40, 10, 0.5), 0, 'a short while is no reason');
  assert.equal(play(cooling, clock, 40, 30, 0.5), 1);
  assert.deepEqual([cooling.skips(), cooling.skips(), cooling.skips(), cooling.skips()], [true, false, true, false]);
});

test('a rate that sinks at full size is for the resolution to mend', () => {
  const cooling = createCooling();
  const clock = { now: 0 };
  play(cooling, clock, 60, 30, 1);
  assert.equal(play(cooling, clock, 30, 60, 1), 0);
});

test('all pictures are tried again after a minute, then after two', () => {
  const cooling = createCooling();
  const clock = { now: 0 };
  play(cooling, clock, 60, 30, 0.35);
  play(cooling, clock, 40, 25, 0.35);
  assert.equal(cooling.isResting(), true);
  play(cooling, clock, 30, 65, 0.35);
  assert.equal(cooling.isResting(), false);
  assert.equal(play(cooling, clock, 40, 25, 0.35), 1);
  play(cooling, clock, 30, 65, 0.35);
  assert.equal(cooling.isResting(), true);
});

test('a stop is no slow picture', () => {
  const cooling = createCooling();
  const clock = { now: 0 };
  play(cooling, clock, 60, 30, 0.35);
  for (let i = 0; i < 100; i++) {
    clock.now += 3000;
    cooling.pause();
    assert.equal(cooling.picture(clock.now, 0.35), false);
  }
  assert.equal(cooling.isResting(), false);
});
