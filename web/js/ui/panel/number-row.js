import { formatExact, t, tOr } from '../../strings.js';
import { h } from '../dom.js';
import { createLatest } from './latest.js';
import { sliderRange } from './layout.js';
import { createRowFrame } from './row.js';
import { createScale } from './scale.js';

/**
 * A number to type and a slider.
 * @param {object} parts
 * @param {import('../../types.js').Parameter} parts.entry
 * @param {boolean} parts.live a parameter of the simulation: applied when the slider is let go
 * @param {import('../../actions.js').Actions} parts.actions
 * @param {boolean} [parts.slider]
 * @param {Node[]} [parts.beside] the number
 * @returns {import('./row.js').Row}
 */
export function createNumberRow({ entry, live, actions, slider: hasSlider = true, beside = [] }) {
  const { name, min, max, unit } = entry;
  const scale = createScale(sliderRange(entry));
  const frame = createRowFrame({ name, live, help: tOr(`help.${name}`, entry.help), actions });
  const unitText = tOr(`unit.${unit}`, unit);
  const limits = { label: frame.label, min: formatExact(min), max: formatExact(max) };

  const number = h('input', {
    type: 'number',
    id: `field-${name}`,
    class: 'number',
    min,
    max,
    step: scale.step,
    inputmode: entry.type === 'whole' && min >= 0 ? 'numeric' : 'decimal',
    onchange: typed,
  });
  frame.setField(number);

  const slider = h('input', {
    type: 'range',
    class: 'slider',
    min: 0,
    max: scale.last,
    'aria-label': frame.label,
    oninput: dragged,
    onchange: released,
    onblur: letGo,
    onpointerup: letGo,
  });
  let held = false;
  const preview = createLatest((/** @type {number} */ value) => actions.preview({ [name]: value }));

  function typed() {
    const { value, validity } = number;
    const wanted = number.valueAsNumber;
    if (value === '' && !validity.badInput) return show();
    if (Number.isNaN(wanted)) frame.refuse(t(entry.type === 'whole' ? 'refused.whole' : 'refused.number', limits));
    else if (wanted < min || wanted > max) frame.refuse(t('refused.range', limits));
    else if (entry.type === 'whole' && !Number.isInteger(wanted)) frame.refuse(t('refused.whole', limits));
    else return void frame.commit(() => actions.setLatest(name, value));
    show();
  }

  function dragged() {
    held = true;
    frame.forgive();
    const value = scale.toValue(slider.valueAsNumber);
    number.value = String(value);
    showSlider();
    if (!live) preview.run(value);
  }

  function released() {
    held = false;
    preview.cancel();
    frame.commit(() => actions.setLatest(name, scale.toValue(slider.valueAsNumber)));
  }

  function letGo() {
    held = false;
  }

  function showSlider() {
    slider.style.setProperty('--fill', `${(slider.valueAsNumber / scale.last) * 100}%`);
    slider.setAttribute('aria-valuetext', `${formatExact(number.valueAsNumber)} ${unitText}`.trim());
  }

  function show() {
    frame.showChanged();
    if (held || frame.isBusy()) return;
    number.value = actions.value(name);
    slider.value = String(scale.toPosition(number.valueAsNumber));
    showSlider();
  }

  frame.whenSettled(show);
  const box = h('span', { class: 'field' }, number, ...(unitText ? [h('span', { class: 'unit' }, unitText)] : []));
  const element = frame.build(
    [h('label', { class: 'row-label', for: number.id }, frame.label)],
    [box, ...beside],
    hasSlider ? [slider] : [],
  );
  return { ...frame.base, element, show };
}
