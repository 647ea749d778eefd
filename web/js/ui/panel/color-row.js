import { tOr } from '../../strings.js';
import { h } from '../dom.js';
import { createLatest } from './latest.js';
import { createRowFrame } from './row.js';

/** @param {number} linear 0 to 1 @returns {string} two hexadecimal digits of sRGB */
function toHex(linear) {
  const light = Math.min(1, Math.max(0, linear));
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

/** @param {string} hex two digits @returns {number} linear, 0 to 1 */
function toLinear(hex) {
  const encoded = parseInt(hex, 16) / 255;
  const light = encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
  return Number(light.toPrecision(4));
}

/**
 * Three entries of the look that are the red, green and blue of one colour.
 * @param {object} parts
 * @param {string} parts.name what the three have in common
 * @param {import('../../types.js').Parameter[]} parts.entries
 * @param {import('../../actions.js').Actions} parts.actions
 * @returns {import('./row.js').Row}
 */
export function createColorRow({ name, entries, actions }) {
  const names = entries.map((entry) => entry.name);
  const frame = createRowFrame({ name, names, live: false, help: tOr(`help.${name}`, entries[0].help), actions });
  const values = () => {
    const digits = /** @type {string[]} */ (picker.value.slice(1).match(/../g));
    return Object.fromEntries(names.map((one, index) => [one, toLinear(digits[index])]));
  };
  const preview = createLatest(actions.preview);
  const picker = h('input', {
    type: 'color',
    id: `field-${name}`,
    class: 'color',
    oninput: () => preview.run(values()),
    onchange: () => {
      preview.cancel();
      frame.commit(() => actions.setAll(values()));
    },
  });
  frame.setField(picker);

  function show() {
    frame.showChanged();
    if (frame.isBusy()) return;
    const shown = `#${names.map((one) => toHex(Number(actions.value(one)))).join('')}`;
    if (picker.value !== shown) picker.value = shown;
  }

  frame.whenSettled(show);
  const element = frame.build([h('label', { class: 'row-label', for: picker.id }, frame.label)], [picker], []);
  return { ...frame.base, element, show };
}
