import assert from 'node:assert/strict';
import { File as NodeFile } from 'node:buffer';
import { before, test } from 'node:test';
import { PlainError } from '../../web/js/errors.js';
import { readScene, readSceneFile, scanJson } from '../../web/js/scene-reader.js';
import { speak } from '../../web/js/strings.js';

before(() => speak('en'));

/** @param {string} text @param {string} name @returns {File} */
const fileOf = (text, name) => /** @type {any} */ (new NodeFile([text], name));

/** @param {string} text @returns {string} where JSON ends there, as line:column */
function stopOf(text) {
  const { stopped } = scanJson(text);
  if (stopped === null) return 'none';
  const before = text.slice(0, stopped).split('\n');
  return `${before.length}:${before[before.length - 1].length + 1}`;
}

test('what is no JSON is placed where it goes wrong', () => {
  /** @type {[string, string][]} */
  const cases = [
    ['{"a": 1,\n "b": }', '2:7'],
    ['{"a": 1\n "b": 2}', '2:2'],
    ['{"a": 1,\n}', '2:1'],
    ['{"a": [1, 2\n', '2:1'],
    ['{"a": "open\n}', '1:12'],
    ['{"a": "\\x"}', '1:8'],
    ['{a: 1}', '1:2'],
    ['{"a" 1}', '1:6'],
    ['{"a": 01}', '1:8'],
    ['{"a": 1} x', '1:10'],
    ['', '1:1'],
  ];
  for (const [text, place] of cases) {
    assert.throws(() => JSON.parse(text), SyntaxError);
    assert.equal(stopOf(text), place, text);
  }
});

test('what JSON.parse takes is scanned to its end', () => {
  for (const value of [[], {}, [[], {}], 'a\\"\u2028\u{1f426}', -0.5e-7, null, true, { 'a.b': [{ c: '\n' }] }]) {
    assert.equal(scanJson(JSON.stringify(value, null, 2)).stopped, null);
    assert.equal(scanJson(` \r\n\t${JSON.stringify(value)}\n`).stopped, null);
  }
});

/** @param {() => unknown} work */
function reasonOf(work) {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof PlainError);
    const { code, values } = error;
    return code === 'sceneAt' ? `${values.line}:${values.column} ${values.reason}` : code;
  }
  return 'none';
}

test('wrong values have a place too', () => {
  const lines = (/** @type {string} */ text) => `{"boidforge_scene": 1,\n${text}}`;
  /** @type {[string, string][]} */
  const cases = [
    [lines('"params": {\n  "agents": 5,\n  "w_sep": []}'), '4:12 params.w_sep: give a number'],
    [lines('"params": 7'), '2:11 params: give an object'],
    [lines('"title": 7'), '2:10 title: give a short text'],
    [lines('"stuff": {}'), '2:1 a scene has no section “stuff”'],
    [lines('"events": [\n{"step": 1, "name": "agents", "value": 5},\n{"step": 2}]'), '4:1 event 2: give an object'],
    [lines('"params": {"seed": 1,\r\n"seed": 2}'), '3:1 params.seed is given twice'],
    ['{"name": "x"}', 'sceneNot'],
  ];
  for (const [text, reason] of cases) {
    const found = reasonOf(() => readScene(text));
    assert.ok(found.startsWith(reason), `${text}: ${found}`);
  }
  assert.equal(
    reasonOf(() => readScene(lines('"params": {"agents": 5}'))),
    'none',
  );
});

test('what the core refuses is looked for in the file', async () => {
  const text = '{"boidforge_scene": 1,\n"params": {\n "agnts": 5,\n "w_sep": 1e9},\n"look": {"palette": "mud"}}';
  const { inPlace } = await readSceneFile(fileOf(text, 'my flock.json'));
  const placeOf = (/** @type {string} */ message) => {
    const error = inPlace(new PlainError('core', { message }));
    assert.ok(error instanceof PlainError);
    return error.code === 'sceneAt' ? `${error.values.line}:${error.values.column}` : 'none';
  };
  assert.equal(placeOf("there is no simulation parameter named 'agnts'"), '3:2');
  assert.equal(placeOf('w_sep: 1000000000 is out of range'), '4:11');
  assert.equal(placeOf("palette: 'mud' is not a choice"), '5:21');
  assert.equal(placeOf('min_speed: above max_speed'), 'none');
});

test('a scene without a name has that of its file', async () => {
  const { scene } = await readSceneFile(fileOf('{"boidforge_scene": 1}', 'My Flock.JSON'));
  assert.deepEqual([scene.name, scene.title], ['my-flock', 'my-flock']);
  const huge = fileOf(' '.repeat(2 ** 22 + 1), 'huge.json');
  await assert.rejects(readSceneFile(huge), { code: 'sceneTooLarge' });
});
