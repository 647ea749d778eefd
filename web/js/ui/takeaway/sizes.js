import { t } from '../../strings.js';
import { h } from '../dom.js';
import { choiceField, numberField } from './fields.js';

const NAMED = /** @type {[string, number, number][]} */ ([
  ['720p', 1280, 720],
  ['1080p', 1920, 1080],
  ['1440p', 2560, 1440],
  ['4K', 3840, 2160],
  ['8K', 7680, 4320],
]);

const LEAST = 16;

/**
 * The size of a picture or a film.
 * @param {object} parts
 * @param {{width: number, height: number}} parts.window
 * @param {number} parts.longest side
 * @param {boolean} parts.even films store colour for two by two pixels
 * @param {string} parts.usual
 * @param {() => void} parts.onChange
 */
export function createSizeField({ window, longest, even, usual, onChange }) {
  const fit = (/** @type {number} */ side) => Math.min(longest, even ? side - (side % 2) : side);
  /** @type {Map<string, [number, number]>} */
  const sizes = new Map([['window', [fit(window.width), fit(window.height)]]]);
  for (const [name, width, height] of NAMED) if (width <= longest) sizes.set(name, [width, height]);
  if (!even && longest > 7680) sizes.set('most', [longest, Math.floor((longest * 9) / 16)]);

  /** @type {[string, string][]} */
  const choices = [...sizes].map(([name, [width, height]]) => {
    const words = name === 'window' ? t('take.sizeWindow') : name === 'most' ? t('take.sizeMost') : name;
    return [name, `${words} · ${width}×${height}`];
  });
  choices.push(['custom', t('take.sizeCustom')]);

  const choice = choiceField(t('take.size'), choices, sizes.has(usual) ? usual : 'window', changed);
  const limits = { min: LEAST, max: longest, unit: 'px', onChange };
  const width = numberField(t('take.width'), { value: 1920, ...limits });
  const height = numberField(t('take.height'), { value: 1080, ...limits });

  function changed() {
    width.element.hidden = height.element.hidden = choice.value !== 'custom';
    onChange();
  }
  width.element.hidden = height.element.hidden = true;

  return {
    element: h('div', { class: 'take-rows' }, choice.element, width.element, height.element),
    /** @returns {{width: number, height: number} | null} null: what was typed is no size */
    get value() {
      const named = sizes.get(choice.value);
      if (named) return { width: named[0], height: named[1] };
      const sides = { width: width.value, height: height.value };
      if (sides.width === null || sides.height === null) return null;
      return { width: fit(sides.width), height: fit(sides.height) };
    },
  };
}

/** As the program writes it. */
export const PROGRAM_SIZES = /** @type {[string, string][]} */ (
  NAMED.map(([name, width, height]) => [name.toLowerCase(), `${name} · ${width}×${height}`])
);
