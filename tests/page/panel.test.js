import { test } from 'node:test';
import { expect } from '@playwright/test';
import { createHistory } from '../../web/js/history.js';
import { labelOf } from '../../web/js/strings.js';
import { asControls } from '../../web/js/ui/panel/layout.js';
import { createScale } from '../../web/js/ui/panel/scale.js';

// What the panel reckons with, without the panel.

test('sliders reach both ends, and come back from where they were put', () => {
  for (const [low, high, whole] of /** @type {[number, number, boolean][]} */ ([
    [10, 1_000_000, true],
    [0, 10_000, false],
    [0, 1, false],
    [0.5, 0.999, false],
    [1, 200, false],
    [-2000, 2000, false],
    [0, 16, true],
  ])) {
    const scale = createScale({ low, high, whole });
    expect(scale.toValue(0)).toBe(low);
    expect(scale.toValue(scale.last)).toBe(high);
    const values = Array.from({ length: scale.last + 1 }, (_, position) => scale.toValue(position));
    const strange = values.filter(
      (value, position) =>
        value < values[position - 1] ||
        Math.abs(scale.toPosition(value) - position) > 10 ||
        String(value).length > 7 ||
        (whole && !Number.isInteger(value)),
    );
    expect(strange, `${low} to ${high}`).toEqual([]);
  }
});

test('a history merges what is done in one go, and forgets what was redone', async () => {
  let now = 0;
  /** @type {ReturnType<typeof createHistory<number>>} */
  const history = createHistory();
  let value = 0;
  const put = (/** @type {string} */ name, /** @type {number} */ next) => {
    history.note(name, value, now);
    value = next;
  };
  const apply = async (/** @type {number} */ next) => void (value = next);
  put('a', 1);
  put('a', 2);
  now += 5000;
  put('a', 3);
  put('b', 4);
  expect(history.next()).toEqual({ undoes: 'b', redoes: null });
  expect([await history.undo(value, apply), value]).toEqual(['b', 3]);
  expect([await history.undo(value, apply), value]).toEqual(['a', 2]);
  expect([await history.undo(value, apply), value]).toEqual(['a', 0]);
  expect(await history.undo(value, apply)).toBeNull();
  expect([await history.redo(value, apply), value]).toEqual(['a', 2]);
  await expect(history.redo(value, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(history.next()).toEqual({ undoes: 'a', redoes: 'a' });
  put('c', 9);
  expect(history.next()).toEqual({ undoes: 'c', redoes: null });
});

test('a parameter without words of its own is shown by its name', () => {
  expect(labelOf('new_thing')).toBe('New thing');
  const entry = {
    type: /** @type {const} */ ('real'),
    default: 0,
    min: 0,
    max: 1,
    choices: '',
    unit: '',
    group: 'New',
    help: '',
  };
  const named = (/** @type {string} */ name) => ({ ...entry, name });
  const controls = asControls(['a_red', 'b', 'a_green', 'a_blue', 'c_red'].map(named));
  expect(controls.map(({ name, entries }) => [name, entries.length])).toEqual([
    ['a', 3],
    ['b', 1],
    ['c_red', 1],
  ]);
});
