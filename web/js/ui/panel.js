import { searchable, t, tOr } from '../strings.js';
import { h, setText } from './dom.js';
import { iconButton } from './icon-button.js';
import { createChoiceRow, createList, createPaletteRow } from './panel/choice-row.js';
import { createColorRow } from './panel/color-row.js';
import { createHead } from './panel/head.js';
import { ESSENTIALS, NOT_SHOWN, SECTIONS, asControls, hasEffect } from './panel/layout.js';
import { createLanguageRow } from './panel/language-row.js';
import { createNumberRow } from './panel/number-row.js';
import { createOwnScenesRow } from './panel/own-scenes.js';
import { createRowFrame } from './panel/row.js';
import { createSceneRow } from './panel/scene-row.js';
import { createSection } from './panel/section.js';
import { createFollowRow } from './panel/switch-row.js';
import { POINTER_SETTINGS } from '../pointer-settings.js';
import { createRecordingInfo } from './recording-info.js';

/**
 * @typedef {import('../types.js').Parameter} Parameter
 * @typedef {import('./panel/row.js').Row} Row
 */

/**
 * The controls at the side: what a newcomer wants first, then everything the core's tables have, folded away.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 * @param {(promise: Promise<unknown>) => void} parts.watch tells failures
 * @param {() => void} parts.onUndo
 * @param {() => void} parts.onRedo
 * @param {(wanted: import('../strings.js').Language) => Promise<void>} parts.onLanguage
 * @param {Set<string>} parts.unfolded ids of the sections that a person unfolded
 */
export function createPanel({ store, actions, watch, onUndo, onRedo, onLanguage, unfolded }) {
  const { params, looks, presets } = store.get();

  // ---- What there is ----

  /** @param {string} name @param {Parameter[]} entries @param {boolean} live @returns {Row} */
  function createRow(name, entries, live) {
    const [entry] = entries;
    if (entries.length > 1) return createColorRow({ name, entries, actions });
    if (name === 'palette') return createPaletteRow({ entry, actions });
    if (entry.type === 'choice') return createChoiceRow({ entry, live, actions });
    if (name !== 'seed') return createNumberRow({ entry, live, actions });
    const dice = iconButton('dice', t('dice'), () => watch(actions.rollSeed()));
    return createNumberRow({ entry, live, actions, slider: false, beside: [dice] });
  }

  /** @returns {Row} */
  function createLookRow() {
    const choices = presets.map(({ name, title }) => ({ value: name, label: tOr(`look.${name}`, title) }));
    const words = choices.map(({ label }) => label);
    const frame = createRowFrame({ name: 'look', live: false, help: '', words, canReset: false, actions });
    const choose = (/** @type {string} */ value) => frame.commit(() => actions.setLatest('look', value));
    const list = createList({ name: 'look', choices, choose });
    frame.setField(list.field);
    const show = () => {
      if (!frame.isBusy()) list.show(store.get().preset);
    };
    frame.whenSettled(show);
    const title = h('label', { class: 'row-label', for: list.field.id }, frame.label);
    return { ...frame.base, element: frame.build([title], [list.element], []), show };
  }

  const found = [
    ...asControls(params).map((control) => ({ ...control, live: true })),
    ...asControls(POINTER_SETTINGS).map((control) => ({ ...control, live: true })),
    ...asControls(looks).map((control) => ({ ...control, live: false })),
  ]
    .filter(({ name }) => !NOT_SHOWN.has(name))
    .map(({ name, entries, live }) => ({ row: createRow(name, entries, live), group: entries[0].group }));
  const follow = { row: createFollowRow({ store, actions }), group: 'Camera' };
  const grouped = [...found.filter(({ row }) => !ESSENTIALS.has(row.name)), follow];
  const essential = found.filter(({ row }) => ESSENTIALS.has(row.name)).map(({ row }) => row);

  const known = SECTIONS.flatMap(({ groups }) => groups);
  const others = [...new Set(grouped.map(({ group }) => group))].filter((group) => !known.includes(group));
  const sections = [...SECTIONS, ...others.map((group) => ({ id: group.toLowerCase(), groups: [group] }))].map(
    ({ id, groups }) =>
      createSection({
        id,
        title: tOr(`section.${id}`, groups[0]),
        unfolded,
        rows: groups.flatMap((group) => grouped.filter((one) => one.group === group).map(({ row }) => row)),
      }),
  );

  const choose = (/** @type {string} */ name) => watch(actions.setLatest('scene', name));
  const sceneRow = createSceneRow({ store, actions, choose });
  const ownScenesRow = createOwnScenesRow({ store, actions, choose });
  const before = essential.filter(({ live }) => live);
  const after = essential.filter(({ live }) => !live);
  const topRows = [sceneRow, ownScenesRow, ...before, createLookRow(), ...after];
  const languageRow = createLanguageRow({ actions, onLanguage });
  const rows = [...topRows, ...sections.flatMap((section) => section.rows), languageRow];

  // ---- The panel ----

  let typed = '';
  let query = '';
  const head = createHead({
    onSearch(text) {
      typed = text.trim();
      query = searchable(typed);
      show();
    },
    onUndo,
    onRedo,
    onReset: () => watch(actions.resetAll()),
  });
  const recordingInfo = createRecordingInfo({ store, actions, watch });
  const searchResult = h('p', { class: 'search-result', role: 'status' });
  const top = h('div', { class: 'panel-top' }, ...topRows.map(({ element }) => element));
  const foot = h('div', { class: 'panel-foot' }, languageRow.element);
  const body = h(
    'div',
    { class: 'panel-body' },
    recordingInfo.element,
    searchResult,
    top,
    ...sections.map(({ element }) => element),
    foot,
  );
  const element = h('aside', { class: 'panel glass', id: 'panel', 'aria-label': t('controls') }, head.element, body);

  /** @param {Row} row @returns {boolean} */
  const isWanted = (row) => query.split(/\s+/).every((word) => row.words.includes(word));

  function show() {
    const { recording, undoes, redoes } = store.get();
    const searched = query !== '';
    element.classList.toggle('is-searched', searched);
    for (const row of rows) {
      const useful = searched ? isWanted(row) : hasEffect(row.name, actions.value);
      row.element.hidden = (row.live && recording !== null) || !useful;
      row.show();
    }
    for (const section of sections) section.show({ searched });
    top.hidden = topRows.every((row) => row.element.hidden);
    foot.hidden = languageRow.element.hidden;
    const count = rows.filter((row) => !row.element.hidden).length;
    searchResult.hidden = !searched;
    setText(
      searchResult,
      count === 0 ? t('searchNone', { query: typed }) : searched ? t('searchFound', { count }) : '',
    );
    head.show({ undoes, redoes, canReset: actions.anyChanged() });
  }

  /** @type {unknown[]} */
  let shown = [];
  const unsubscribe = store.subscribe((state) => {
    element.hidden = !state.panelOpen;
    const { scene, overrides, look, preset, pointer, world, recording, following, undoes, redoes } = state;
    const now = [scene, overrides, look, preset, pointer, world, recording, following, undoes, redoes];
    if (now.every((value, index) => value === shown[index])) return;
    shown = now;
    show();
  });

  return {
    element,
    /** Opens the panel, for a person to type what they look for. */
    search() {
      actions.showPanel(true);
      head.focus();
    },
    /** After another language was chosen: on from where it was. */
    focusLanguage: () => languageRow.focus(),
    /** After a refused value: show what is in force again. */
    refresh: show,
    destroy() {
      unsubscribe();
      for (const row of rows) row.destroy?.();
      recordingInfo.destroy();
    },
  };
}
