import { t, tOr } from '../../strings.js';
import { h, setText } from '../dom.js';
import { choicesOf } from './layout.js';
import { createRowFrame } from './row.js';

const SEGMENTS_LETTERS = 38; // what fits beside each other

/**
 * One of a few names: segments where they fit, else a list.
 * @param {object} parts
 * @param {import('../../types.js').Parameter} parts.entry
 * @param {boolean} parts.live
 * @param {import('../../actions.js').Actions} parts.actions
 * @returns {import('./row.js').Row}
 */
export function createChoiceRow({ entry, live, actions }) {
  const { name } = entry;
  const choices = choicesOf(entry).map((value) => ({ value, label: tOr(`${name}.${value}`, value) }));
  const words = choices.map(({ label }) => label);
  const frame = createRowFrame({ name, live, help: tOr(`help.${name}`, entry.help), words, actions });
  /** @param {string} value */
  const choose = (value) => frame.commit(() => actions.setLatest(name, value));
  const asList = words.join('').length + 2 * words.length > SEGMENTS_LETTERS;
  const control = asList ? createList({ name, choices, choose }) : createSegments({ name, choices, choose });
  frame.setField(control.field);

  function show() {
    frame.showChanged();
    if (!frame.isBusy()) control.show(actions.value(name));
  }

  frame.whenSettled(show);
  const title = asList
    ? h('label', { class: 'row-label', for: control.field.id }, frame.label)
    : h('span', { class: 'row-label', id: `title-${name}` }, frame.label);
  const element = asList ? frame.build([title], [control.element], []) : frame.build([title], [], [control.element]);
  return { ...frame.base, element, show };
}

/**
 * @typedef {{value: string, label: string, lang?: string}} Choice `lang`: of the label, where it is another
 * @typedef {{name: string, choices: Choice[], choose: (value: string) => void}} ChoiceParts
 */

/** @param {ChoiceParts} parts */
export function createList({ name, choices, choose }) {
  const list = h(
    'select',
    { id: `field-${name}`, class: 'choice', onchange: () => choose(list.value) },
    ...choices.map(({ value, label }) => h('option', { value }, label)),
  );
  return {
    field: list,
    element: list,
    /** @param {string} value */
    show: (value) => {
      list.value = value;
    },
  };
}

/** @param {ChoiceParts} parts */
export function createSegments({ name, choices, choose }) {
  const segments = choices.map(({ value, label, lang }) => {
    const input = h('input', { type: 'radio', name, value, class: 'visually-hidden', onchange: () => choose(value) });
    return { input, element: h('label', { class: 'segment' }, input, h('span', { lang }, label)) };
  });
  const group = h(
    'div',
    { id: `field-${name}`, class: 'segments', role: 'radiogroup', 'aria-labelledby': `title-${name}`, tabindex: -1 },
    ...segments.map(({ element }) => element),
  );
  return {
    field: group,
    element: group,
    /** @param {string} value */
    show(value) {
      for (const { input } of segments) input.checked = input.value === value;
    },
  };
}

/**
 * The palettes, as strips of their colours.
 * @param {object} parts
 * @param {import('../../types.js').Parameter} parts.entry
 * @param {import('../../actions.js').Actions} parts.actions
 * @returns {import('./row.js').Row}
 */
export function createPaletteRow({ entry, actions }) {
  const { name } = entry;
  const names = choicesOf(entry);
  const words = names.map((value) => tOr(`palette.${value}`, value));
  const frame = createRowFrame({ name, live: false, help: '', words, actions });
  const chosen = h('span', { class: 'legend-value' });
  const swatches = names.map((value, index) => {
    const input = h('input', {
      type: 'radio',
      name,
      value,
      class: 'visually-hidden',
      'aria-label': words[index],
      onchange: () => frame.commit(() => actions.setLatest(name, value)),
    });
    return { input, element: h('label', { class: `swatch palette-${value}`, title: words[index] }, input) };
  });
  const group = h(
    'div',
    { id: `field-${name}`, class: 'swatches', role: 'radiogroup', 'aria-label': t('label.palette'), tabindex: -1 },
    ...swatches.map(({ element }) => element),
  );
  frame.setField(group);

  function show() {
    frame.showChanged();
    if (frame.isBusy()) return;
    const value = actions.value(name);
    for (const { input } of swatches) input.checked = input.value === value;
    setText(chosen, tOr(`palette.${value}`, value));
  }

  frame.whenSettled(show);
  const element = frame.build([h('span', { class: 'row-label' }, frame.label)], [chosen], [group]);
  return { ...frame.base, element, show };
}
