// How the core's parameters lie in the panel: in which section, over which part of their range the slider goes, and
// when they have something to say. Parameters that are not named here still appear, by what their table says.

/**
 * @typedef {import('../../types.js').Parameter} Parameter
 * @typedef {(name: string) => string} ValueOf the text in force
 */

/** Sections in their order, each with the tables' groups it holds. */
export const SECTIONS = [
  { id: 'movement', groups: ['Rules', 'Limits'] },
  { id: 'pointer', groups: ['Pointer tool'] },
  { id: 'body', groups: ['Colour', 'Agents'] },
  { id: 'light', groups: ['Trails', 'Light'] },
  { id: 'background', groups: ['Background'] },
  { id: 'camera', groups: ['Camera'] },
  { id: 'world', groups: ['World', 'Flock'] },
  { id: 'solver', groups: ['Solver'] },
];

/** Shown at the top of the panel instead of in a section. */
export const ESSENTIALS = new Set(['agents', 'seed', 'palette', 'color_by']);

/** How long a recording is, and a pointer's place: the page's flock flies on, and its pointer is the person's own. */
export const NOT_SHOWN = new Set(['steps', 'pointer_x', 'pointer_y', 'pointer_radius', 'pointer_strength']);

/** @type {Record<string, string[]>} choices that no browser has */
const NOT_HERE = { simd: ['sse2', 'avx2', 'avx512', 'neon'] };

/** @param {Parameter} entry */
export const choicesOf = ({ name, choices }) =>
  choices.split('|').filter((choice) => !NOT_HERE[name]?.includes(choice));

/** @type {Record<string, [number, number]>} where the slider ends; a number can be typed beyond */
const COMFORTABLE = {
  agents: [10, 1_000_000],
  dt: [0.005, 0.5],
  world_width: [200, 20_000],
  world_height: [200, 20_000],
  r_sep: [1, 200],
  r_ali: [1, 200],
  r_coh: [1, 200],
  w_sep: [0, 10_000],
  w_ali: [0, 10],
  w_coh: [0, 50],
  min_speed: [0, 400],
  max_speed: [10, 1000],
  max_force: [10, 10_000],
  pointer_reach: [2, 60],
  pointer_pull: [0.1, 10],
  speed_low: [0, 500],
  speed_high: [0, 500],
  agent_size: [1, 60],
  intensity: [0, 6],
  glow: [0, 2],
  trail: [0, 3],
  trail_decay: [0.5, 0.999],
  bloom: [0, 4],
  bloom_threshold: [0, 3],
  exposure: [0, 4],
  threads: [0, 16],
};

/** @param {Parameter} entry @returns {{low: number, high: number, whole: boolean}} */
export function sliderRange({ name, min, max, type }) {
  const [low, high] = COMFORTABLE[name] ?? [min, max];
  return { low: Math.max(low, min), high: Math.min(high, max), whole: type === 'whole' };
}

/** @type {Record<string, (valueOf: ValueOf) => boolean>} what else must be so for a control to change anything */
const HAS_EFFECT = {
  color_value: (valueOf) => valueOf('color_by') === 'fixed',
  speed_low: (valueOf) => valueOf('color_by') === 'speed',
  speed_high: (valueOf) => valueOf('color_by') === 'speed',
  trail_decay: (valueOf) => Number(valueOf('trail')) > 0,
  trail_width: (valueOf) => Number(valueOf('trail')) > 0,
  bloom_threshold: (valueOf) => Number(valueOf('bloom')) > 0,
  background_low: (valueOf) => valueOf('background_shape') !== 'even',
  pointer_reach: (valueOf) => valueOf('pointer_mode') !== 'off',
  pointer_pull: (valueOf) => valueOf('pointer_mode') !== 'off',
  metric: (valueOf) => valueOf('boundary') === 'wrap',
};

/** @param {string} name @param {ValueOf} valueOf */
export const hasEffect = (name, valueOf) => HAS_EFFECT[name]?.(valueOf) ?? true;

/**
 * A table's entries as controls: three that are the parts of one colour become one.
 * @param {Parameter[]} table
 * @returns {{name: string, entries: Parameter[]}[]}
 */
export function asControls(table) {
  /** @type {{name: string, entries: Parameter[]}[]} */
  const controls = [];
  const colors = new Set(
    table
      .map(({ name }) => /^(.+)_red$/.exec(name)?.[1])
      .filter((name) => ['green', 'blue'].every((part) => table.some((entry) => entry.name === `${name}_${part}`))),
  );
  for (const entry of table) {
    const color = /^(.+)_(?:red|green|blue)$/.exec(entry.name)?.[1] ?? '';
    if (!colors.has(color)) controls.push({ name: entry.name, entries: [entry] });
    else if (entry.name.endsWith('_red')) {
      const parts = ['red', 'green', 'blue'].map((part) => table.find(({ name }) => name === `${color}_${part}`));
      controls.push({ name: color, entries: /** @type {Parameter[]} */ (parts) });
    }
  }
  return controls;
}
