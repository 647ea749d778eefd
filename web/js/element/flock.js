import { PlainError } from '../errors.js';
import { decodeLink, PRESET_OF_SCENE } from '../link.js';
import { asTexts, parseScene } from '../scene-file.js';
import { overridesOf, sceneOfLink } from '../scene-links.js';
import { findScene, sceneEntries, scenes } from '../scenes.js';

// From what an author wrote to what the player takes: a scene with its parameters, a look, a camera.

/**
 * @typedef {import('../scenes.js').Scene} Scene
 * @typedef {import('./attributes.js').Settings} Settings
 * @typedef {Omit<import('../link.js').Tables, 'scenes'>} Tables
 *
 * @typedef {object} Flock
 * @property {Scene} scene
 * @property {Record<string, string>} overrides parameters that are other than the scene's
 * @property {Record<string, string>} look the scene's or the link's
 * @property {Partial<import('../types.js').Camera>} camera
 * @property {boolean} follows
 */

/** @param {Scene} scene @returns {Flock} */
const plainFlock = (scene) => ({ scene, overrides: {}, look: asTexts(scene.look), camera: {}, follows: false });

/** @param {string} link @param {Tables} tables @returns {Flock} */
function flockOfLink(link, tables) {
  const linked = decodeLink(link, { ...tables, scenes });
  const scene = sceneOfLink(linked, '') ?? findScene(linked.scene);
  const { fit, zoom, x, y, follow } = linked.camera;
  return {
    scene: /** @type {Scene} */ (scene),
    overrides: overridesOf(linked),
    look: linked.look,
    camera: {
      ...(fit && { fit: fit === 'cover' ? 'cover' : 'contain' }),
      ...(zoom && { zoom: Number(zoom) }),
      ...(x && { centerX: Number(x) }),
      ...(y && { centerY: Number(y) }),
    },
    follows: follow === 'on',
  };
}

/** @param {string} text @returns {URL} */
export function addressOf(text) {
  try {
    return new URL(text, document.baseURI);
  } catch {
    throw new PlainError('notAnAddress', { url: text });
  }
}

/** @param {string} address @param {AbortSignal} signal @returns {Promise<Flock>} */
async function flockOfFile(address, signal) {
  const url = addressOf(address);
  let response;
  try {
    response = await fetch(url, { signal });
  } catch (error) {
    if (signal.aborted) throw new PlainError('stopped');
    throw new PlainError('addressRefused', { host: url.host, message: String(error) });
  }
  if (!response.ok) throw new PlainError('addressStatus', { host: url.host, status: response.status });
  return plainFlock(parseScene(await response.text()));
}

/**
 * @param {string | Scene} wanted a name of a scene, a share link, the address of a scene file, or a scene itself
 * @param {Tables} tables
 * @param {AbortSignal} signal
 * @returns {Promise<Flock>}
 */
export async function resolveFlock(wanted, tables, signal) {
  if (typeof wanted !== 'string') return plainFlock(parseScene(JSON.stringify(wanted)));
  const text = wanted.trim();
  if (text.includes('#')) return flockOfLink(text, tables);
  if (/[./:]/.test(text)) return flockOfFile(text, signal);
  const scene = findScene(text);
  if (!scene) throw new PlainError('unknownScene', { name: text });
  return plainFlock(scene);
}

/**
 * @param {Flock} flock
 * @param {Record<string, string>} overrides beside its own
 */
export const entriesOf = ({ scene, overrides: own }, overrides) => sceneEntries(scene, { ...own, ...overrides });

/**
 * The look in force: what scene or recording say, then the attributes from the general to the particular.
 * @param {Record<string, string>} base
 * @param {Settings} settings
 * @param {import('../types.js').Preset[]} presets
 * @param {Record<string, string>} extra single entries
 */
export function lookOf(base, { look, palette, background }, presets, extra) {
  const preset = presets.find(({ name }) => name === (look ?? PRESET_OF_SCENE));
  if (!preset) throw new PlainError('unknownLook', { name: String(look) });
  return {
    ...base,
    ...preset.look,
    ...(palette !== null && { palette }),
    ...(Array.isArray(background) && {
      background_shape: 'even',
      background_red: String(background[0]),
      background_green: String(background[1]),
      background_blue: String(background[2]),
    }),
    ...extra,
  };
}
