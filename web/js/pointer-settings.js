// What a person's pointer does with the flock: settings of the page, in the shape of the core's tables. The simulation
// gets them as parameters of its own while the pointer is down.

/** @typedef {import('./types.js').Parameter} Parameter */

const number = { choices: '', group: 'Pointer tool', type: /** @type {const} */ ('real') };

/** @type {Parameter[]} */
export const POINTER_SETTINGS = [
  {
    name: 'pointer_mode',
    type: 'choice',
    default: 'attract',
    min: 0,
    max: 0,
    choices: 'attract|scare|off',
    unit: '',
    group: 'Pointer tool',
    help: '',
  },
  { ...number, name: 'pointer_reach', default: 25, min: 2, max: 100, unit: 'percent', help: '' },
  { ...number, name: 'pointer_pull', default: 0.6, min: 0.1, max: 20, unit: 'turns', help: '' },
];

/** @param {string} name */
export const isPointerSetting = (name) => POINTER_SETTINGS.some((entry) => entry.name === name);

/** @returns {Record<string, string>} */
export const defaultPointer = () =>
  Object.fromEntries(POINTER_SETTINGS.map((entry) => [entry.name, String(entry.default)]));

/** @param {Record<string, string>} settings @returns {string | null} name of one that cannot be */
export function badPointerSetting(settings) {
  for (const { name, type, choices, min, max } of POINTER_SETTINGS) {
    const value = Number(settings[name]);
    const fits = type === 'choice' ? choices.split('|').includes(settings[name]) : value >= min && value <= max;
    if (!fits) return name;
  }
  return null;
}
