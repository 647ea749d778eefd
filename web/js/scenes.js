import { asTexts } from './scene-file.js';

// The scene files that the programs share, bundled with the page.

/**
 * @typedef {object} Scene
 * @property {string} name
 * @property {string} title
 * @property {string} description
 * @property {Record<string, string | number>} params
 * @property {Record<string, string | number>} look
 * @property {{step: number, name: string, value: string | number}[]} [events]
 * @property {number} [density]
 * @property {number} [aspect]
 * @property {{picture: string}} [own] of a scene that a person kept: address of its picture, or ''
 * @property {{base: string}} [link] of a scene made from a link: the one it starts from
 */

/** @type {Record<string, any>} */
const files = import.meta.glob('../../scenes/*.json', { eager: true, import: 'default' });

/** @type {Record<string, any>} drawn by `./forge gallery --posters` */
const posters = import.meta.glob('../scenes/*.webp', { eager: true, query: '?url', import: 'default' });

/** @param {string} name of a scene @returns {string | null} address of its picture */
export const posterOf = (name) => posters[`../scenes/${name}.webp`] ?? null;

const FIRST = 'murmuration';

/** Every scene; the one the page opens with comes first. @type {Scene[]} */
export const scenes = Object.values(files).sort((a, b) =>
  a.name === FIRST ? -1 : b.name === FIRST || a.title > b.title ? 1 : -1,
);

/** @param {string} name */
export const findScene = (name) => scenes.find((scene) => scene.name === name);

/**
 * A scene as the simulation takes it, one value at a time.
 * @param {Scene} scene
 * @param {Record<string, string>} overrides of its parameters
 * @returns {import('./types.js').SceneEntry[]}
 */
export function sceneEntries(scene, overrides) {
  /** @type {import('./types.js').SceneEntry[]} */
  const entries = [];
  for (const [name, value] of Object.entries(scene)) {
    if (typeof value === 'string' || typeof value === 'number') entries.push(['', name, String(value)]);
  }
  for (const [name, text] of Object.entries({ ...asTexts(scene.params), ...overrides })) {
    entries.push(['params', name, text]);
  }
  for (const [name, text] of Object.entries(asTexts(scene.look))) entries.push(['look', name, text]);
  for (const { step, name, value } of scene.events ?? []) entries.push(['events', name, `${step} ${value}`]);
  return entries;
}
