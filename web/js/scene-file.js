import { PlainError, packError } from './errors.js';

// Scenes that come as JSON: dropped files, and what recordings of version 2 carry. Here it is seen that the JSON has
// the shape of a scene (docs/scenes.md); names and values are judged by the core, which takes them one by one.

/** @typedef {import('./scenes.js').Scene} Scene */

const TEXT_KEYS = new Set(['name', 'title', 'description', 'program']);
const NUMBER_KEYS = new Set(['boidforge_scene', 'density', 'aspect']);

/** @param {Record<string, unknown>} values @returns {Record<string, string>} */
export const asTexts = (values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value */
const isValue = (value) => typeof value === 'string' || typeof value === 'number';

/** @param {string} text */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new PlainError('sceneJson');
  }
}

/** @param {any} event @param {number} index */
function checkEvent(event, index) {
  const isEvent =
    isObject(event) &&
    Object.keys(event).length === 3 &&
    typeof event.step === 'number' &&
    typeof event.name === 'string' &&
    isValue(event.value);
  if (!isEvent) throw new PlainError('sceneEvent', { number: index + 1 });
}

/**
 * @param {string} text
 * @returns {Scene} what it leaves out is empty
 */
export function parseScene(text) {
  const json = parseJson(text);
  if (!isObject(json) || !('boidforge_scene' in json)) throw new PlainError('sceneNot');
  for (const [key, value] of Object.entries(json)) {
    if (key === 'params' || key === 'look') {
      if (!isObject(value)) throw new PlainError('sceneSection', { name: key });
      for (const [name, entry] of Object.entries(value)) {
        if (!isValue(entry)) throw new PlainError('sceneNumber', { name: `${key}.${name}` });
      }
    } else if (key === 'events') {
      if (!Array.isArray(value)) throw new PlainError('sceneEvents');
      value.forEach(checkEvent);
    } else if (TEXT_KEYS.has(key) && typeof value !== 'string') throw new PlainError('sceneText', { name: key });
    else if (NUMBER_KEYS.has(key) && typeof value !== 'number') throw new PlainError('sceneNumber', { name: key });
    else if (typeof value === 'object') throw new PlainError('sceneUnknown', { name: key });
  }
  return { name: '', title: '', description: '', params: {}, look: {}, ...json };
}

/**
 * Whether a file says that it is a scene, or looks like JSON.
 * @param {File} file
 */
export async function isSceneFile(file) {
  if (/\.bfs$/i.test(file.name)) return false;
  if (/\.json$/i.test(file.name) || file.type === 'application/json') return true;
  try {
    return /^\s*\{/.test(await file.slice(0, 64).text());
  } catch {
    return false;
  }
}

/**
 * The scene in a recording of version 2. One that cannot be used is no reason not to play the frames.
 * @param {Uint8Array | null} bytes null: it carries none
 * @param {import('./types.js').Parameter[]} params
 */
export function sceneOfRecording(bytes, params) {
  const none = { scene: null, sceneStage: null, sceneProblem: null };
  if (!bytes) return none;
  try {
    const scene = parseScene(new TextDecoder().decode(bytes));
    const title = scene.title || scene.name;
    const read = { title, look: asTexts(scene.look), sight: sightOf(scene, params) };
    return { scene: read, sceneStage: stageOf(scene, params), sceneProblem: null };
  } catch (error) {
    return { ...none, sceneProblem: packError(error) };
  }
}

/**
 * @param {Scene} scene
 * @param {import('./types.js').Parameter[]} table
 * @returns {(name: string) => unknown} a parameter's value, with the defaults of the table
 */
const valuesOf = (scene, table) => (name) => scene.params[name] ?? table.find((entry) => entry.name === name)?.default;

/**
 * How far its agents see each other.
 * @param {Scene} scene
 * @param {import('./types.js').Parameter[]} table
 * @returns {import('./player/insight.js').Sight}
 */
function sightOf(scene, table) {
  const value = valuesOf(scene, table);
  const seesAcross = value('metric') === 'auto' ? value('numerics') === 'cell' : value('metric') === 'torus';
  return { radius: Math.max(Number(value('r_ali')), Number(value('r_coh'))), torus: seesAcross };
}

/**
 * @param {Scene & {density?: number}} scene
 * @param {import('./types.js').Parameter[]} table
 * @returns {import('./types.js').Stage | null} null: the world has the size that the core works out of a density,
 *   which no program writes into a recording
 */
function stageOf(scene, table) {
  if (Number(scene.density ?? 0) > 0) return null;
  const value = valuesOf(scene, table);
  const [width, height] = [Number(value('world_width')), Number(value('world_height'))];
  if (!(width > 0 && height > 0)) return null;
  return {
    world_width: width,
    world_height: height,
    wraps: value('boundary') === 'wrap',
    min_speed: Number(value('min_speed')),
    max_speed: Number(value('max_speed')),
  };
}
