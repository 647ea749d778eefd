// English and French: the same keys with the same gaps, and in French what the core and the scene files say in English.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { PlainError } from '../../web/js/errors.js';
import { SHAPE } from '../../web/js/link.js';
import { POINTER_SETTINGS } from '../../web/js/pointer-settings.js';
import {
  bestLanguage,
  errorText,
  formatBytes,
  formatExact,
  formatFixed,
  formatNumber,
  labelOf,
  searchable,
  speak,
  speakOfSheets,
  t,
} from '../../web/js/strings.js';
import english from '../../web/js/texts/en.js';
import englishSheets from '../../web/js/texts/en-sheets.js';
import french from '../../web/js/texts/fr.js';
import frenchSheets from '../../web/js/texts/fr-sheets.js';
import { asControls, choicesOf } from '../../web/js/ui/panel/layout.js';
import { loadSim, loadView } from '../wasm/sim.js';

const scenesFolder = new URL('../../scenes/', import.meta.url);
const scenes = readdirSync(scenesFolder).map((name) => JSON.parse(readFileSync(new URL(name, scenesFolder), 'utf8')));
const sim = await loadSim();
const { params } = JSON.parse(sim.text('bf_sim_describe'));
const { look, presets } = JSON.parse((await loadView()).text('bf_view_describe'));
const table = [...params, ...look];
const controls = [params, look, POINTER_SETTINGS].flatMap(asControls);
const NB = '\u00a0';

/** What the tables and the scene files say in English, so that English needs no text for it. */
const FROM_TABLES = [
  ...controls.flatMap(({ name }) => [`label.${name}`, `help.${name}`]),
  ...presets.map((/** @type {{name: string}} */ { name }) => `look.${name}`),
  ...scenes.flatMap(({ name }) => [`scene.${name}`, `sceneText.${name}`]),
  ...[...table, ...SHAPE].filter(({ unit }) => unit).map(({ unit }) => `unitName.${unit}`),
];

/** @param {string} text */
const gapsOf = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

/** @param {string} key */
const isCore = (key) => key.startsWith('core.');

test('French has the keys of English, those of the tables, and no others', () => {
  const wanted = new Set([...Object.keys(english), ...FROM_TABLES]);
  const had = Object.keys(french).filter((key) => !isCore(key));
  assert.deepEqual(
    had.filter((key) => !wanted.has(key)),
    [],
    'only in French',
  );
  assert.deepEqual(
    [...wanted].filter((key) => !(key in french)),
    [],
    'missing in French',
  );
  assert.deepEqual(Object.keys(frenchSheets).sort(), Object.keys(englishSheets).sort());
  assert.deepEqual(
    Object.keys(english).filter((key) => key in englishSheets),
    [],
    'in both files',
  );
});

test('every text has the gaps that its English has', () => {
  for (const [ours, theirs] of [
    [english, french],
    [englishSheets, frenchSheets],
  ]) {
    for (const [key, text] of Object.entries(ours)) assert.deepEqual(gapsOf(theirs[key]), gapsOf(text), key);
  }
});

test('no text is empty or left in English', () => {
  const same = ['title', 'helpTitle', 'pause', 'recordingAgents', 'take.minutes', 'simd.wasm128', 'label.glow'];
  same.push('label.agents', 'label.palette', 'fact.agents', 'fact.simulation');
  same.push('palette.turbo', 'palette.viridis', 'palette.inferno', 'palette.magma');
  const plain = (/** @type {string} */ text) => text.replaceAll(NB, ' ').replace(/\{\w+\}/g, '');
  const theirs = { ...french, ...frenchSheets };
  const left = Object.entries({ ...english, ...englishSheets })
    .filter(
      ([key, text]) => /[a-z]{3}/.test(plain(text).replace(/\{[^}]*\}/g, '')) && plain(text) === plain(theirs[key]),
    )
    .map(([key]) => key);
  assert.deepEqual(left.sort(), same.sort());
  for (const [key, text] of Object.entries(theirs)) assert.ok(text !== '' || key.startsWith('unit.'), key);
});

test('French is set as French is: no break before high signs, curved apostrophes, guillemets', () => {
  for (const [key, text] of Object.entries({ ...french, ...frenchSheets })) {
    const prose = text.replace(/https:|\?src=|"[^"]*":?|\{[^}]*\}|core\.\w+|^\w+:/g, 'x');
    assert.doesNotMatch(text, / [:;?!»%]|« /, key);
    assert.doesNotMatch(prose, /[^\u00a0][:;?!»]|«[^\u00a0]|[“”']|\.\.\./, key);
  }
});

test('every choice of the panel has a name', () => {
  for (const entry of [...table, ...POINTER_SETTINGS].filter(({ type }) => type === 'choice')) {
    for (const choice of choicesOf(entry)) assert.ok(`${entry.name}.${choice}` in english, `${entry.name}.${choice}`);
  }
});

test('lines of the core that French knows stand in the core', () => {
  const core = new URL('../../core/', import.meta.url);
  const sources = ['sim', 'bfs']
    .flatMap((folder) => readdirSync(new URL(folder, core)).map((name) => `${folder}/${name}`))
    .filter((name) => name.endsWith('.c'))
    .map((name) => readFileSync(new URL(name, core), 'utf8'));
  const lines = sources
    .join('\n')
    .replace(/"\s*"/g, '')
    .replace(/%[.\d]*(?:ll|z)?[dgu]|-?\b\d+(?:\.\d+)?/g, '#');
  for (const key of Object.keys(french).filter(isCore)) {
    assert.ok(lines.includes(`"${key.slice('core.'.length)}"`), key);
    const numbers = key.match(/#/g) ?? [];
    assert.deepEqual(gapsOf(french[key]), [...new Set(numbers.map((_, index) => String(index + 1)))], key);
  }
});

/** @param {Record<string, string>} values that the core refuses @returns {string} what it says of them */
function refusalOf(values) {
  try {
    sim.create(Object.entries(values).map(([name, text]) => ['params', name, text]));
    return '';
  } catch (error) {
    return errorText(new PlainError('core', { message: error instanceof Error ? error.message : '' }));
  }
}

test('what the core refuses is told in French, and otherwise passed on as English', async () => {
  await speak('fr');
  assert.equal(refusalOf({ min_speed: '900.5', max_speed: '100' }), 'min_speed: 900,5 dépasse max_speed, qui vaut 100');
  assert.match(
    refusalOf({ world_width: '50', world_height: '60', metric: 'torus' }),
    /^Monde.: 50.× 60 est trop petit/,
  );
  assert.ok(refusalOf({ agents: '1e99' }).startsWith(`le moteur dit, en anglais, «${NB}agents: 1e+99`));
  await speak('en');
  assert.equal(refusalOf({ min_speed: '900', max_speed: '100' }), 'min_speed: 900 is above max_speed, which is 100');
});

test('the first language that the page speaks is taken, else English', () => {
  assert.equal(bestLanguage(['de-DE', 'fr-CA', 'en']), 'fr');
  assert.equal(bestLanguage(['en-GB', 'fr']), 'en');
  assert.equal(bestLanguage(['FR']), 'fr');
  assert.equal(bestLanguage(['fry', 'eng']), 'en');
  assert.equal(bestLanguage([]), 'en');
});

test('French has the singular for nought and one', async () => {
  const agents = (/** @type {number} */ count) => t('readoutAgents', { count });
  await speak('fr');
  assert.deepEqual([0, 1, 2].map(agents), ['0 agent', '1 agent', '2 agents']);
  await speak('en');
  assert.deepEqual([0, 1, 2].map(agents), ['0 agents', '1 agent', '2 agents']);
});

test('numbers are written as the language does', async () => {
  const written = () => [
    formatNumber(1234.5),
    formatExact(1e-6),
    formatFixed(2, 1),
    formatBytes(1),
    formatBytes(1.5e6),
  ];
  await speak('fr');
  assert.deepEqual(written(), ['1\u202f234,5', '0,000001', '2,0', '1 octet', `1,5${NB}Mo`]);
  await speak('en');
  assert.deepEqual(written(), ['1,234.5', '0.000001', '2.0', '1 byte', '1.5 MB']);
});

test('a name without a text is made of its own letters, a key stands for itself', async () => {
  await speak('fr');
  assert.equal(labelOf('r_sep'), 'Rayon de séparation');
  assert.equal(labelOf('new_thing'), 'New thing');
  assert.equal(t('take.copy'), 'take.copy', 'of a sheet that was not asked for');
  await speakOfSheets();
  assert.equal(t('take.copy'), 'Copier');
});

test('a search cares for neither capitals nor accents', () => {
  assert.equal(searchable('Traînées, À l’ÉCRAN'), 'trainees, a l’ecran');
});
