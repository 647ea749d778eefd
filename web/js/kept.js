import { PlainError } from './errors.js';
import { asTexts, parseScene } from './scene-file.js';
import { isLanguage } from './strings.js';

// What this device keeps for the page, in the browser's own store: the last flock, what was open, the language that was
// chosen, and a person's own scenes. Other programs, older pages and people write there too, so nothing of it is believed before it was looked at.

const FLOCK = 'boidforge.flock';
const WINDOWS = 'boidforge.windows';
const SCENES = 'boidforge.scenes';
const LANGUAGE = 'boidforge.language';
const VERSION = 1;
const MOST_TEXT = 200; // characters of a value
const MOST_SCENES = 100;
const MOST_PICTURE = 100_000; // characters of a small picture

/**
 * @typedef {Pick<import('./store.js').State, 'scene' | 'overrides' | 'look' | 'preset'>} KeptFlock
 * @typedef {Pick<import('./store.js').State, 'panelOpen' | 'insightOpen'>} KeptWindows
 *
 * @typedef {import('./scenes.js').Scene & {own: {picture: string}}} OwnScene
 */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} values @param {(name: string) => boolean} isKnown @returns {Record<string, string>} */
function textsOf(values, isKnown) {
  if (!isObject(values)) return {};
  const good = Object.entries(values).filter(
    ([name, text]) => isKnown(name) && typeof text === 'string' && text.length <= MOST_TEXT,
  );
  return /** @type {Record<string, string>} */ (Object.fromEntries(good));
}

/** @param {unknown} value @returns {OwnScene | null} */
function ownSceneOf(value) {
  if (!isObject(value) || !isObject(value.own)) return null;
  const { own, ...rest } = value;
  try {
    const scene = parseScene(JSON.stringify(rest));
    const picture = typeof own.picture === 'string' && own.picture.length <= MOST_PICTURE ? own.picture : '';
    const isPicture = /^data:image\/(webp|png|jpeg);base64,[\w+/=]+$/.test(picture);
    if (!/^own-/.test(scene.name) || scene.title === '') return null;
    return { ...scene, own: { picture: isPicture ? picture : '' } };
  } catch {
    return null;
  }
}

/**
 * @param {Storage | null} storage null: the browser gives none
 */
export function createKept(storage) {
  /** @param {string} key @returns {Record<string, unknown>} empty where there is nothing of use */
  function read(key) {
    try {
      const value = JSON.parse(storage?.getItem(key) ?? '{}');
      return isObject(value) && value.version === VERSION ? value : {};
    } catch {
      return {};
    }
  }

  /** @param {string} key @param {object} value @returns {boolean} whether it is kept */
  function write(key, value) {
    try {
      if (!storage) return false;
      storage.setItem(key, JSON.stringify({ version: VERSION, ...value }));
      return true;
    } catch {
      return false; // full, or not allowed
    }
  }

  /** @param {string} key */
  function remove(key) {
    try {
      storage?.removeItem(key);
    } catch {
      // then there is nothing kept either
    }
  }

  return {
    /**
     * @param {(scene: string) => boolean} isScene
     * @param {string[]} names of parameters
     * @param {string[]} looks names of entries of the look
     * @param {string[]} presets
     * @returns {KeptFlock | null} null: nothing that could be used
     */
    flock(isScene, names, looks, presets) {
      const { scene, overrides, look, preset, trying } = read(FLOCK);
      if (typeof scene !== 'string' || !isScene(scene) || trying) return null;
      return {
        scene,
        overrides: textsOf(overrides, (name) => names.includes(name)),
        look: textsOf(look, (name) => looks.includes(name)),
        preset: typeof preset === 'string' && presets.includes(preset) ? preset : presets[0],
      };
    },
    /** @param {KeptFlock} flock @param {boolean} [trying] it is about to be opened, and may be too much */
    keepFlock: (flock, trying = false) => write(FLOCK, { ...flock, trying }),
    forgetFlock: () => remove(FLOCK),

    /** @returns {Partial<KeptWindows>} */
    windows() {
      const kept = Object.entries(read(WINDOWS)).filter(([name]) => name === 'panelOpen' || name === 'insightOpen');
      return Object.fromEntries(kept.filter(([, value]) => typeof value === 'boolean'));
    },
    /** @param {KeptWindows} windows */
    keepWindows: (windows) => write(WINDOWS, windows),

    /** @returns {import('./strings.js').Language | null} null: none was chosen */
    language() {
      const { language } = read(LANGUAGE);
      return isLanguage(language) ? language : null;
    },
    /** @param {import('./strings.js').Language} language */
    keepLanguage: (language) => write(LANGUAGE, { language }),

    /** All but the own scenes and the language. */
    forget() {
      remove(FLOCK);
      remove(WINDOWS);
    },

    /** @returns {OwnScene[]} */
    scenes() {
      const { scenes } = read(SCENES);
      if (!Array.isArray(scenes)) return [];
      const found = scenes.slice(0, MOST_SCENES).flatMap((scene) => ownSceneOf(scene) ?? []);
      return found.filter(({ name }, i) => found.findIndex((other) => other.name === name) === i);
    },
    /** @param {import('./scenes.js').Scene[]} scenes */
    keepScenes(scenes) {
      if (scenes.length > MOST_SCENES) throw new PlainError('tooManyScenes', { most: MOST_SCENES });
      if (!write(SCENES, { scenes })) throw new PlainError('cannotKeep');
    },
  };
}

/**
 * What flies, as a scene of its own.
 * @param {object} parts
 * @param {import('./scenes.js').Scene} parts.base that it was made from
 * @param {Record<string, string>} parts.overrides
 * @param {Record<string, string>} parts.look
 * @param {string} parts.title
 * @param {string} parts.picture address of a small one
 * @param {string[]} parts.taken names that other scenes have
 * @returns {OwnScene}
 */
export function ownSceneFrom({ base, overrides, look, title, picture, taken }) {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['scene'];
  const stem = `own-${words.join('-').slice(0, 40)}`;
  let name = stem;
  for (let number = 2; taken.includes(name); number++) name = `${stem}-${number}`;
  const scene = {
    boidforge_scene: 1,
    ...base,
    name,
    title,
    params: { ...asTexts(base.params), ...overrides },
    look,
    own: { picture },
  };
  delete scene.link;
  return scene;
}

/** @returns {Storage | null} the browser's, where it may be used */
export function deviceStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
