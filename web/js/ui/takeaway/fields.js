import { h } from '../dom.js';

// Rows of the sheet: a label, and what is chosen.

let made = 0;

/** @param {string} label @param {HTMLElement} control @param {HTMLElement} [shown] what holds the control */
function row(label, control, shown = control) {
  control.id = `take-${++made}`;
  return h('div', { class: 'take-row' }, h('label', { for: control.id }, label), h('div', {}, shown));
}

/**
 * @param {string} label
 * @param {[string, string][]} choices values and words
 * @param {string} value
 * @param {() => void} onChange
 */
export function choiceField(label, choices, value, onChange) {
  const select = h('select', { class: 'choice', onchange: onChange });
  const element = row(label, select);

  /** @param {[string, string][]} now */
  function offer(now) {
    const before = select.value;
    select.replaceChildren(...now.map(([one, words]) => h('option', { value: one }, words)));
    select.value = now.some(([one]) => one === before) ? before : (now[0]?.[0] ?? '');
  }
  offer(choices);
  select.value = value;
  return {
    element,
    offer,
    get value() {
      return select.value;
    },
  };
}

/**
 * A whole number, or with `step` 'any' any number. What is not in range is not taken: `value` is null then.
 * @param {string} label
 * @param {object} options
 * @param {number} options.value
 * @param {number} options.min
 * @param {number} options.max
 * @param {'1' | 'any'} [options.step]
 * @param {string} [options.unit]
 * @param {() => void} options.onChange
 */
export function numberField(label, { value, min, max, step = '1', unit = '', onChange }) {
  const input = h('input', { type: 'number', class: 'number', value, min, max, step, oninput: onChange });
  const element = row(label, input, h('span', { class: 'field' }, input, h('span', { class: 'unit' }, unit)));
  return {
    element,
    get value() {
      const valid = input.value !== '' && input.validity.valid;
      input.toggleAttribute('aria-invalid', !valid);
      return valid ? Number(input.value) : null;
    },
  };
}

/** @param {string} words @param {() => void} onClick */
export const mainButton = (words, onClick) =>
  h('button', { type: 'button', class: 'text-button take-main', onclick: onClick }, words);
