import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mendedAvcDescription } from '../../web/js/export/avc-description.js';

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

const SEQUENCE = '67 64 00 1f ac d9 41 41 9f 9e 10 00 00 03 00 10 01 e8 48 00 f1 83 19 60';
const PICTURE = '68 eb ec b2 2c';
const RIGHT = `01 64 00 1f ff e1 00 18 ${SEQUENCE} 01 00 05 ${PICTURE}`;
const HIGH = 'fd f8 f8 00'; // what the high profile may add

test('a description with every first byte twice gets it once', () => {
  const doubled = `01 64 00 1f ff e1 00 19 67 ${SEQUENCE} 01 00 06 68 ${PICTURE}`;
  assert.deepEqual(mendedAvcDescription(bytes(doubled)), bytes(RIGHT));
  assert.deepEqual(mendedAvcDescription(bytes(doubled + HIGH)), bytes(RIGHT + HIGH));
});

test('a right description stays as it is', () => {
  for (const right of [RIGHT, RIGHT + HIGH]) assert.deepEqual(mendedAvcDescription(bytes(right)), bytes(right));
  // A picture's set may begin with two equal bytes.
  const equal = `01 64 00 1f ff e1 00 18 ${SEQUENCE} 02 00 05 68 68 ec b2 2c 00 05 ${PICTURE}`;
  assert.deepEqual(mendedAvcDescription(bytes(equal)), bytes(equal));
});
