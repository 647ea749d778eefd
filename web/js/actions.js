import { PlainError } from './errors.js';
import { asTexts, findScene, sceneEntries, scenes } from './scenes.js';

// Everything a person, a key or the console can make the page do. Each returns a promise that is settled when it
// has happened, and the store is written here and nowhere else.

const SEEDS = 2 ** 32;

/** The look that leaves the scene's as it is. */
export const PRESET_OF_SCENE = 'scene';

/**
 * @typedef {ReturnType<typeof createActions>} Actions
 */

/**
 * @param {import('./store.js').Store} store
 * @param {import('./rpc.js').Peer['call']} call the player
 * @param {object} options
 * @param {number} [options.still] frame at which a flock stands instead of flying, for who wants less motion
 */
export function createActions(store, call, { still }) {
  /** @param {string} name */
  const requireScene = (name) => {
    const scene = findScene(name);
    if (!scene) throw new PlainError('unknownScene', { name });
    return scene;
  };

  /**
   * @param {string} name
   * @param {Record<string, string>} overrides
   * @param {Record<string, string>} look
   * @param {string} [preset] the look was made from
   */
  async function openLive(name, overrides, look, preset = PRESET_OF_SCENE) {
    const scene = requireScene(name);
    const { status } = store.get();
    const paused = status?.mode === 'live' && !status.playing;
    const stand = still ?? (paused ? 0 : undefined);
    const world = await call('openLive', { entries: sceneEntries(scene, overrides), look, still: stand });
    store.set({ scene: name, overrides, look, world, recording: null, preset });
  }

  /** @param {Record<string, string>} look */
  async function applyLook(look) {
    await call('setLook', { look });
    store.set({ look });
  }

  /** @param {string} name */
  async function applyPreset(name) {
    const { presets, recording, scene } = store.get();
    const preset = presets.find((candidate) => candidate.name === name);
    if (!preset) throw new PlainError('unknownLook', { name });
    await applyLook({ ...(recording ? {} : asTexts(requireScene(scene).look)), ...preset.look });
    store.set({ preset: name });
  }

  /** @param {string} url @returns {Promise<File>} */
  async function fetchFile(url) {
    const name = decodeURIComponent(new URL(url, document.baseURI).pathname.split('/').pop() || url);
    let response;
    try {
      response = await fetch(url);
    } catch {
      throw new PlainError('fetch', { url, reason: 'no connection, or not allowed' });
    }
    if (!response.ok) throw new PlainError('fetch', { url, reason: `status ${response.status}` });
    return new File([await response.blob()], name);
  }

  const actions = {
    /** @param {string} name */
    showScene: (name) => openLive(name, {}, asTexts(requireScene(name).look)),

    /** From a recording back to the scene as it was set up. */
    backToLive() {
      const { scene, overrides } = store.get();
      return openLive(scene, overrides, asTexts(requireScene(scene).look));
    },

    /**
     * A parameter of the simulation starts the flock anew; one of the look applies at once.
     * @param {string} name
     * @param {unknown} value
     */
    set(name, value) {
      const { scene, overrides, look, preset, params, looks, recording } = store.get();
      const text = String(value);
      if (typeof name !== 'string' || name === '') throw new PlainError('noName');
      if (name === 'scene') return actions.showScene(text);
      if (name === 'look') return applyPreset(text);
      if (looks.some((entry) => entry.name === name)) return applyLook({ ...look, [name]: text });
      if (!params.some((entry) => entry.name === name)) throw new PlainError('unknownName', { name });
      const changed = { ...overrides, [name]: text };
      return recording
        ? openLive(scene, changed, asTexts(requireScene(scene).look))
        : openLive(scene, changed, look, preset);
    },

    rollSeed: () => actions.set('seed', Math.floor(Math.random() * SEEDS)),

    /** @returns {Promise<string>} the palette now in force */
    async nextPalette() {
      const names = choiceNames(store.get().looks, 'palette');
      const next = names[(names.indexOf(actions.lookValue('palette')) + 1) % names.length];
      await actions.set('palette', next);
      return next;
    },

    /** @param {string} name @returns {string} the look's value in force */
    lookValue(name) {
      const { look, looks } = store.get();
      return look[name] ?? defaultText(looks, name);
    },

    /** @param {string} name @returns {string} the simulation parameter's value in force */
    paramValue(name) {
      const { overrides, scene, params } = store.get();
      return overrides[name] ?? String(findScene(scene)?.params[name] ?? defaultText(params, name));
    },

    /**
     * Play a recording. It opens in the default look, which the programs use as well.
     * @param {File | Blob | string} from a file, or the address of one
     */
    async load(from) {
      const file =
        typeof from === 'string'
          ? await fetchFile(from)
          : from instanceof File
            ? from
            : new File([from], 'recording.bfs');
      const recording = await call('openRecording', { file, look: {} });
      store.set({ recording, look: {}, preset: PRESET_OF_SCENE });
      return recording;
    },

    play: () => call('play'),
    pause: () => call('pause'),
    toggle: () => (store.get().status?.playing ? call('pause') : call('play')),
    /** @param {number} by 1 or -1 */
    step: (by) => call('step', { by }),
    /** @param {number} frame @param {boolean} [scrub] true while the bar is being dragged */
    seek: (frame, scrub = false) => call('seek', { frame, scrub }),
    restart: () => call('restart'),
    /** @param {{frame?: number, width?: number, height?: number}} options */
    picture: (options) => call('picture', options),

    /** @param {boolean} following with the camera */
    async follow(following) {
      await call('follow', { wanted: following });
      store.set({ following });
    },

    /** @param {number} width @param {number} height */
    resize: (width, height) => call('resize', { width, height }),

    /** @param {boolean} panelOpen */
    showPanel: (panelOpen) => store.set({ panelOpen, hidden: false }),
    /** @param {boolean} hidden */
    hideAll: (hidden) => store.set({ hidden }),
  };
  return actions;
}

/** The scene the page opens with. */
export const firstScene = () => scenes[0];

/**
 * @param {import('./types.js').Parameter[]} table
 * @param {string} name of a choice
 * @returns {string[]}
 */
export const choiceNames = (table, name) => entryOf(table, name)?.choices.split('|') ?? [];

/**
 * @param {import('./types.js').Parameter[]} table
 * @param {string} name
 */
const entryOf = (table, name) => table.find((entry) => entry.name === name);

/**
 * @param {import('./types.js').Parameter[]} table
 * @param {string} name
 */
const defaultText = (table, name) => String(entryOf(table, name)?.default ?? '');
