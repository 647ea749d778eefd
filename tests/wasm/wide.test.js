// Every operation of the wide type on WebAssembly's 128 bits is the scalar one, bit for bit (tests/native/wide_test.c).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadWideTest } from './sim.js';

test('every operation of the wide type is the scalar one', async () => {
  const module = await loadWideTest();
  assert.equal(module.ccall('bf_wide_difference', 'string', [], []), '');
});
