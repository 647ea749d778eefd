import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatExact, t } from '../../strings.js';
import { h, setText } from '../dom.js';
import { SPAN } from './history.js';

// Three thin lines over one minute, one below the other: their units have nothing in common.

const HEIGHT = 3.4; // rem
const SCALE_WIDTH = 2.2; // rem, for the numbers beside a line

/** @type {{figure: import('./history.js').Figure, color: string, most: number | null}[]} */
const CHARTS = [
  { figure: 'polarization', color: '--accent', most: 1 },
  { figure: 'meanSpeed', color: '--warm', most: null },
  { figure: 'meanNeighbours', color: '--cool', most: null },
];

/** @param {number} value @returns {string} with as many digits as a glance takes in */
export const shortNumber = (value) => formatExact(Number(value.toPrecision(value < 100 ? 2 : 3)));

/** The next of 1, 2, 5, 10, 20, ... @param {number} value */
function roundUp(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value) ?? value;
}

/** @param {(typeof CHARTS)[number]} parts */
function createChart({ figure, color, most }) {
  const style = getComputedStyle(document.documentElement);
  const rem = parseFloat(style.fontSize);
  let latest = 0;
  let top = most ?? 1;
  const name = h('span', { class: 'chart-name' });
  const now = h('span', { class: 'chart-now' });
  const field = h('div', { class: 'chart-field', role: 'img' });
  const element = h('figure', { class: 'chart' }, h('figcaption', {}, name, now), field);
  now.style.color = `var(${color})`;

  const line = style.getPropertyValue('--line');
  const plot = new uPlot(
    {
      width: 10 * rem,
      height: HEIGHT * rem,
      padding: [0.35 * rem, 0, 0.35 * rem, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [latest - SPAN, latest] },
        y: { range: () => [0, top] },
      },
      axes: [
        { show: false },
        {
          side: 1,
          size: SCALE_WIDTH * rem,
          gap: 0.35 * rem,
          font: `${0.72 * rem}px system-ui, sans-serif`,
          stroke: style.getPropertyValue('--ink-faint'),
          splits: () => [0, top],
          values: (_, values) => values.map(shortNumber),
          grid: { stroke: line, width: 1 },
          ticks: { show: false },
        },
      ],
      series: [{}, { stroke: style.getPropertyValue(color), width: 1.5, points: { show: false } }],
    },
    [[], []],
    field,
  );

  return {
    element,
    /** @param {string} text @param {string} hint */
    label(text, hint) {
      setText(name, text);
      element.title = hint;
    },
    /** @param {ReturnType<typeof import('./history.js').createHistory>} history */
    show(history) {
      const values = history.of(figure);
      latest = history.seconds.at(-1) ?? 0;
      top = most ?? roundUp(Math.max(0, ...values));
      plot.setData([history.seconds, values]);
      const text = values.length > 0 ? shortNumber(values[values.length - 1]) : '–';
      setText(now, text);
      const [least, largest] = [Math.min(...values), Math.max(...values)].map(shortNumber);
      const told = { name: name.textContent ?? '', now: text, least, most: largest, seconds: SPAN };
      field.setAttribute('aria-label', t(values.length > 0 ? 'chartText' : 'chartEmpty', told));
    },
    resize() {
      if (field.clientWidth > 0) plot.setSize({ width: field.clientWidth, height: HEIGHT * rem });
    },
    destroy: () => plot.destroy(),
  };
}

export function createCharts() {
  const charts = CHARTS.map(createChart);
  const element = h(
    'div',
    { class: 'charts' },
    ...charts.map((chart) => chart.element),
    h(
      'p',
      { class: 'chart-span', 'aria-hidden': 'true' },
      h('span', {}, t('chartAgo', { seconds: SPAN })),
      t('chartNow'),
    ),
  );
  const observer = new ResizeObserver(() => {
    for (const chart of charts) chart.resize();
  });
  observer.observe(element);

  return {
    element,
    /** @param {number} radius of sight */
    label(radius) {
      const [polarization, speed, neighbours] = charts;
      polarization.label(t('polarization'), t('polarizationHint'));
      speed.label(t('meanSpeed'), t('meanSpeedHint'));
      neighbours.label(t('meanNeighbours', { radius }), t('meanNeighboursHint', { radius }));
    },
    /** @param {ReturnType<typeof import('./history.js').createHistory>} history */
    show(history) {
      for (const chart of charts) chart.show(history);
    },
    destroy() {
      observer.disconnect();
      for (const chart of charts) chart.destroy();
    },
  };
}
