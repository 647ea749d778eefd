import { scenes } from './scenes.js';

// Between links and what the page holds: a built-in scene with other values, or a scene of its own.

/**
 * @typedef {import('./link.js').Linked} Linked
 * @typedef {import('./store.js').State} State
 */

const NAME = 'linked';
const SHAPE = /** @type {const} */ (['density', 'aspect']);

/** @param {Readonly<State>} state @returns {import('./link.js').Tables} */
export const tablesOf = ({ params, changes, looks, presets }) => ({ scenes, params, changes, looks, presets });

/**
 * What a link of the live flock says.
 * @param {Readonly<State>} state
 * @returns {Linked}
 */
export function linkedOf({ scene, opened, overrides, look, preset, camera, following }) {
  const withFollow = following ? { ...camera, follow: 'on' } : camera;
  const own = opened.find(({ name }) => name === scene);
  if (!own) return { scene, overrides, look, preset, camera: withFollow, events: null };
  const shape = SHAPE.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]));
  const values = { ...Object.fromEntries(shape), ...own.params, ...overrides };
  return {
    scene: own.link?.base ?? '',
    overrides: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    look,
    preset,
    camera: withFollow,
    events: own.events ?? null,
  };
}

/**
 * The scene that a link needs beside the built-in ones: one with a density or events of its own, or from nothing.
 * @param {Linked} linked
 * @param {string} title for people
 * @returns {import('./scenes.js').Scene | null} null: a built-in one does
 */
export function sceneOfLink({ scene: name, overrides, events }, title) {
  const base = scenes.find((scene) => scene.name === name);
  const shape = SHAPE.filter((key) => key in overrides).map((key) => [key, Number(overrides[key])]);
  if (base && shape.length === 0 && !events) return null;
  return {
    boidforge_scene: 1,
    description: '',
    params: {},
    look: {},
    ...base,
    ...Object.fromEntries(shape),
    name: NAME,
    title,
    events: events ?? base?.events ?? [],
    link: { base: name },
  };
}

/** The parameters alone. @param {Linked} linked @returns {Record<string, string>} */
export const overridesOf = ({ overrides }) =>
  Object.fromEntries(Object.entries(overrides).filter(([name]) => !SHAPE.some((key) => key === name)));
