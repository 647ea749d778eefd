// Links as the page reads and writes them, by the table that holds the program to the same (tests/native/link_test.c).
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { decodeLink, encodeLink } from '../../web/js/link.js';
import { errorText, speak } from '../../web/js/strings.js';
import { loadSim, loadView } from '../wasm/sim.js';

await speak('en');
const project = new URL('../../', import.meta.url);
const json = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(path, project), 'utf8'));
const table = json('tests/links.json');
const scenes = readdirSync(new URL('scenes', project)).map((name) => json(`scenes/${name}`));

const sim = JSON.parse((await loadSim()).text('bf_sim_describe'));
const view = JSON.parse((await loadView()).text('bf_view_describe'));
const tables = { scenes, params: sim.params, changes: sim.changes, looks: view.look, presets: view.presets };

/** @param {{link: string, repeat?: {text: string, times: number}}} row */
const linkOf = ({ link, repeat }) => link + (repeat ? repeat.text.repeat(repeat.times) : '');

/** @param {import('../../web/js/link.js').Linked} linked @param {string} name as a link has it @returns {unknown} */
function valueIn({ scene, overrides, look, camera, events }, name) {
  const [group, rest] = name.split('.');
  if (group === 'look') return look[rest] ?? tables.looks.find((entry) => entry.name === rest)?.default;
  if (group === 'camera') return camera[rest];
  if (rest) return events?.find((event) => event.step === Number(group) && event.name === rest)?.value;
  const base = scenes.find((candidate) => candidate.name === scene);
  const known = { ...base, ...base?.params, ...overrides };
  return known[name] ?? tables.params.find((entry) => entry.name === name)?.default;
}

for (const row of table.read) {
  test(`is read: ${row.link}`, () => {
    const linked = decodeLink(linkOf(row), tables);
    assert.equal(linked.scene, row.scene);
    for (const [name, value] of Object.entries(row.values)) {
      const is = valueIn(linked, name);
      assert.equal(typeof value === 'number' ? Number(is) + 0 : is, value, name);
    }
    if (row.writes) assert.equal(encodeLink(linked, tables), row.writes);
    assert.deepEqual(
      decodeLink(encodeLink(linked, tables), tables).events,
      linked.events?.length ? eventsOf(linked) : null,
    );
  });
}

/** @param {import('../../web/js/link.js').Linked} linked with their values as a link spells them */
const eventsOf = ({ events }) => events?.map((event) => ({ ...event, value: String(Number(event.value)) }));

for (const row of table.refused) {
  test(`is refused: ${row.link} (${row.why})`, () => {
    assert.throws(
      () => decodeLink(linkOf(row), tables),
      (error) => {
        assert.equal(errorText(error), row.why);
        return true;
      },
    );
  });
}

for (const row of table.impossible) {
  test(`is read, although no flock can be so: ${row.link}`, () => {
    assert.doesNotThrow(() => decodeLink(linkOf(row), tables));
  });
}

const murmuration = { scene: 'murmuration', overrides: {}, preset: 'scene', camera: {}, events: null };
const ownLook = { palette: 'neon', color_by: 'heading', sheen: '0.55' };

test('a look by name keeps its name, and only what differs from it is said', () => {
  const link = '#1;murmuration;look=ember;look.bloom=2';
  assert.equal(encodeLink(decodeLink(link, tables), tables), link);
});

test('what is the scene’s own, what only the machine chooses, and what events overrule is left out', () => {
  const overrides = { agents: '5000', w_coh: '7.0', threads: '2', simd: 'scalar', level: 'grid', seed: '8' };
  const events = [
    { step: 4, name: 'w_coh', value: '1' },
    { step: 4, name: 'w_coh', value: '2' },
    { step: 5, name: 'w_coh', value: '1' },
  ];
  assert.equal(
    encodeLink({ ...murmuration, look: ownLook, overrides, events }, tables),
    '#1;murmuration;seed=8;4.w_coh=2;5.w_coh=1',
  );
});

test('a look without an entry that the scene’s has, has the default', () => {
  const linked = { ...murmuration, look: { color_by: 'heading', palette: 'neon' } };
  assert.equal(encodeLink(linked, tables), '#1;murmuration;look.sheen=0');
});

test('too many events are no link', () => {
  const events = Array.from({ length: 200 }, (_, step) => ({ step, name: 'pointer_x', value: '1' }));
  assert.throws(() => encodeLink({ ...murmuration, look: ownLook, events }, tables), { code: 'link.cannotHold' });
});
