import { choiceNames } from '../actions.js';
import { scenes } from '../scenes.js';
import { t, tOr } from '../strings.js';
import { SLIDER_MAX, fromSlider, toSlider } from './agents-scale.js';
import { h, setText } from './dom.js';
import { iconButton } from './icon-button.js';
import { createRecordingInfo } from './recording-info.js';

/**
 * The controls at the side. Ranges, choices and hints come from the core's tables.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 * @param {(promise: Promise<unknown>) => void} parts.watch tells failures
 */
export function createPanel({ store, actions, watch }) {
  const { params, looks, presets } = store.get();
  /** @param {import('../types.js').Parameter[]} table @param {string} name */
  const entryOf = (table, name) => table.find((entry) => entry.name === name);
  /** @param {string} name @param {unknown} value */
  const set = (name, value) => watch(Promise.resolve().then(() => actions.set(name, value)));

  // ---- Scene ----
  const sceneCards = scenes.map((scene) => {
    const input = h('input', {
      type: 'radio',
      name: 'scene',
      value: scene.name,
      class: 'visually-hidden',
      onchange: () => set('scene', scene.name),
    });
    const art = h('span', { class: `card-art palette-${scene.look.palette ?? 'neon'}` });
    return { input, element: h('label', { class: 'card' }, input, art, h('span', {}, scene.title)) };
  });
  const sceneText = h('p', { class: 'hint' });
  const sceneGroup = h(
    'fieldset',
    {},
    h('legend', {}, t('scene')),
    h('div', { class: 'cards' }, ...sceneCards.map((card) => card.element)),
    sceneText,
  );

  // ---- Agents ----
  const agentsEntry = entryOf(params, 'agents');
  const agentsNumber = h('input', {
    type: 'number',
    id: 'agents',
    class: 'number',
    min: 1,
    max: agentsEntry?.max ?? SLIDER_MAX,
    step: 1,
    inputmode: 'numeric',
    title: agentsEntry?.help ?? '',
    onchange: () => set('agents', agentsNumber.value),
  });
  const agentsSlider = h('input', {
    type: 'range',
    class: 'slider',
    min: 0,
    max: SLIDER_MAX,
    'aria-label': t('agentsSlider'),
    oninput: () => {
      agentsNumber.value = String(fromSlider(agentsSlider.valueAsNumber));
      fill();
      agentsSlider.setAttribute('aria-valuetext', agentsNumber.value);
    },
    onchange: () => set('agents', fromSlider(agentsSlider.valueAsNumber)),
  });
  const fill = () => agentsSlider.style.setProperty('--fill', `${(agentsSlider.valueAsNumber / SLIDER_MAX) * 100}%`);
  const agentsRow = h(
    'div',
    { class: 'control' },
    h('div', { class: 'control-head' }, h('label', { for: 'agents' }, t('agents')), agentsNumber),
    agentsSlider,
  );

  // ---- Seed ----
  const seedEntry = entryOf(params, 'seed');
  const seedNumber = h('input', {
    type: 'number',
    id: 'seed',
    class: 'number number-wide',
    min: 0,
    max: seedEntry?.max ?? 4294967295,
    step: 1,
    inputmode: 'numeric',
    title: seedEntry?.help ?? '',
    onchange: () => set('seed', seedNumber.value),
  });
  const seedRow = h(
    'div',
    { class: 'control control-head' },
    h('label', { for: 'seed' }, t('seed')),
    h(
      'span',
      { class: 'with-button' },
      seedNumber,
      iconButton('dice', t('dice'), () => watch(actions.rollSeed())),
    ),
  );

  // ---- Look ----
  const lookChoice = h(
    'select',
    { id: 'look', class: 'choice', onchange: () => set('look', lookChoice.value) },
    ...presets.map(({ name, title }) => h('option', { value: name }, tOr(`look.${name}`, title))),
  );
  const lookRow = h('div', { class: 'control control-head' }, h('label', { for: 'look' }, t('look')), lookChoice);

  // ---- Colour ----
  const paletteName = h('span', { class: 'legend-value' });
  const swatches = choiceNames(looks, 'palette').map((name) => {
    const label = tOr(`palette.${name}`, name);
    const input = h('input', {
      type: 'radio',
      name: 'palette',
      value: name,
      class: 'visually-hidden',
      'aria-label': label,
      onchange: () => set('palette', name),
    });
    return { input, element: h('label', { class: `swatch palette-${name}`, title: label }, input) };
  });
  const colorBys = choiceNames(looks, 'color_by').map((name) => {
    const input = h('input', {
      type: 'radio',
      name: 'color-by',
      value: name,
      class: 'visually-hidden',
      onchange: () => set('color_by', name),
    });
    return {
      input,
      element: h('label', { class: 'segment' }, input, h('span', {}, tOr(`colorBy.${name}`, name))),
    };
  });

  const recordingInfo = createRecordingInfo({ store, actions, watch });

  const element = h(
    'aside',
    { class: 'panel glass', id: 'panel', 'aria-label': t('controls') },
    recordingInfo.element,
    h('div', { class: 'live-controls' }, sceneGroup, agentsRow, seedRow),
    lookRow,
    h(
      'fieldset',
      {},
      h('legend', {}, t('palette'), paletteName),
      h('div', { class: 'swatches' }, ...swatches.map((swatch) => swatch.element)),
    ),
    h(
      'fieldset',
      { title: entryOf(looks, 'color_by')?.help ?? '' },
      h('legend', {}, t('colorBy')),
      h('div', { class: 'segments' }, ...colorBys.map((segment) => segment.element)),
    ),
  );
  const liveControls = /** @type {HTMLElement} */ (element.querySelector('.live-controls'));

  /** What was last shown; values a person is typing are left alone until they really change. */
  let shown = '';

  const unsubscribe = store.subscribe((state) => {
    element.hidden = !state.panelOpen;
    const { scene, overrides, look, preset, recording } = state;
    const now = JSON.stringify([scene, overrides, look, preset, recording === null]);
    if (now === shown) return;
    shown = now;
    liveControls.hidden = recording !== null;
    for (const { input } of sceneCards) input.checked = input.value === scene;
    setText(sceneText, scenes.find((candidate) => candidate.name === scene)?.description ?? '');
    agentsNumber.value = actions.paramValue('agents');
    agentsSlider.value = String(toSlider(agentsNumber.valueAsNumber));
    agentsSlider.setAttribute('aria-valuetext', agentsNumber.value);
    fill();
    seedNumber.value = actions.paramValue('seed');
    lookChoice.value = preset;
    const palette = actions.lookValue('palette');
    for (const { input } of swatches) input.checked = input.value === palette;
    setText(paletteName, tOr(`palette.${palette}`, palette));
    const colorBy = actions.lookValue('color_by');
    for (const { input } of colorBys) input.checked = input.value === colorBy;
  });

  return {
    element,
    /** After a refused value: show what is in force again. */
    refresh() {
      shown = '';
      store.set({});
    },
    destroy() {
      unsubscribe();
      recordingInfo.destroy();
    },
  };
}
