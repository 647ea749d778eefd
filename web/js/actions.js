import { PlainError } from './errors.js';
import { PRESET_OF_SCENE } from './link.js';
import { createHistory } from './history.js';
import { ownSceneFrom } from './kept.js';
import { POINTER_SETTINGS, badPointerSetting, defaultPointer, isPointerSetting } from './pointer-settings.js';
import { FASTEST, SLOWEST, neighbourSpeed } from './player/speeds.js';
import { asTexts } from './scene-file.js';
import { overridesOf, sceneOfLink } from './scene-links.js';
import { findScene, sceneEntries, scenes } from './scenes.js';
import { t } from './strings.js';

// Everything a person, a key or the console can make the page do. Each returns a promise that is settled when it
// has happened, and the store is written here and nowhere else.

const SEEDS = 2 ** 32;
const TITLE_BYTES = 63;
const MOST_CROWDING = 4; // times more agents in a world, or fewer, than it was made for

/**
 * @typedef {ReturnType<typeof createActions>} Actions
 */

/**
 * A change that gives way to a later one of the same name.
 * @typedef {{name: string, begun: boolean, overtaken: boolean}} Waiting
 *
 * What undo and redo go back and forth between.
 * @typedef {Pick<import('./store.js').State, 'scene' | 'overrides' | 'look' | 'preset' | 'pointer'>} Settings
 */

/**
 * @param {import('./store.js').Store} store
 * @param {import('./rpc.js').Peer['call']} call the player
 * @param {object} options
 * @param {ReturnType<typeof import('./kept.js').createKept>} options.kept on this device
 * @param {number} [options.still] frame at which a flock stands instead of flying, for who wants less motion
 */
export function createActions(store, call, { still, kept }) {
  /** @type {ReturnType<typeof createHistory<Settings>>} */
  const history = createHistory();
  /** @type {Settings | null} those from before a value that is being dragged */
  let beforeDrag = null;
  let worldAgents = 0; // for which the world was made
  let lastSpeed = 1; // asked for; the player tells it back a moment later
  /** @type {Waiting | null} */
  let lastInLine = null;
  /** @type {Promise<unknown>} */
  let lastChange = Promise.resolve();

  /** @returns {Settings} */
  const settings = () => {
    const { scene, overrides, look, preset, pointer } = store.get();
    return { scene, overrides, look, preset, pointer };
  };

  /**
   * Changes of settings, one after another: each goes on from what the one before it left.
   * @template T
   * @param {() => Promise<T>} work
   * @param {Waiting | null} [job]
   * @returns {Promise<T>}
   */
  function inTurn(work, job = null) {
    lastInLine = job;
    const run = lastChange.then(work);
    lastChange = run.catch(() => {});
    return run;
  }

  /**
   * A change that can be undone.
   * @param {string} name of what is changed
   * @param {() => Promise<void>} work
   * @param {Waiting | null} [job]
   */
  function change(name, work, job = null) {
    const at_ms = performance.now();
    return inTurn(async () => {
      if (job) job.begun = true;
      if (job?.overtaken) return;
      const { recording, world } = store.get();
      const before = beforeDrag ?? settings();
      beforeDrag = null;
      await work();
      // A recording has a look of its own, and nothing before the first flock can be gone back to.
      if ((!world && !recording) || recording !== store.get().recording) history.clear();
      else if (JSON.stringify(before) !== JSON.stringify(settings())) history.note(name, before, at_ms);
      store.set(history.next());
    }, job);
  }

  function forget() {
    history.clear();
    store.set(history.next());
  }

  /** @param {string} name of a built-in scene, or of one from a file */
  const sceneNamed = (name) => findScene(name) ?? store.get().opened.find((scene) => scene.name === name);

  const ownScenes = () => store.get().opened.filter(({ own }) => own);

  /** The core keeps titles in so many bytes, and letters beyond English take more than one. @param {string} title */
  function requireTitle(title) {
    if (new TextEncoder().encode(title).length > TITLE_BYTES) throw new PlainError('longTitle');
  }

  /** @param {string} name */
  const requireScene = (name) => {
    const scene = sceneNamed(name);
    if (!scene) throw new PlainError('unknownScene', { name });
    return scene;
  };

  /** @param {string} name @returns {Settings} */
  const asSceneSays = (name) => ({
    scene: name,
    overrides: {},
    look: asTexts(requireScene(name).look),
    preset: PRESET_OF_SCENE,
    pointer: store.get().pointer,
  });

  /** @param {string} scene @returns {Record<string, string>} places in one scene's world mean nothing in another's */
  function cameraOf(scene) {
    const { scene: now, recording, camera } = store.get();
    return scene === now && !recording ? camera : {};
  }

  /**
   * @param {Settings} wanted
   * @param {{strict?: boolean, camera?: Record<string, string>}} [options] `strict`: a look that cannot be is refused;
   *   `camera`: by default a scene that stays keeps its own
   */
  async function openLive(
    { scene, overrides, look, preset, pointer },
    { strict = false, camera = cameraOf(scene) } = {},
  ) {
    const entries = sceneEntries(requireScene(scene), overrides);
    const { status } = store.get();
    const paused = status?.mode === 'live' && !status.playing;
    const stays = still ?? (paused ? 0 : undefined);
    const world = await call('openLive', { entries, look, strict, camera: aimOf(camera), still: stays });
    worldAgents = Number(world.agents);
    store.set({ scene, overrides, look, preset, pointer, camera, world, recording: null });
  }

  /**
   * @param {import('./scenes.js').Scene} scene in place of another of its name
   * @param {() => Promise<void>} fly should it fail, the scene is not there
   */
  async function withScene(scene, fly) {
    const before = store.get().opened;
    store.set({ opened: [...before.filter(({ name }) => name !== scene.name), scene] });
    try {
      await fly();
    } catch (error) {
      store.set({ opened: before });
      throw error;
    }
  }

  /** @param {Record<string, string>} look @param {string} [preset] @param {boolean} [preview] another follows at once */
  async function applyLook(look, preset = store.get().preset, preview = false) {
    await call('setLook', { look, preview });
    store.set({ look, preset });
  }

  /**
   * Where the world's size follows from the number of agents, a far larger or smaller flock needs another world.
   * @param {Settings} wanted
   * @param {string | undefined} agents
   */
  function outgrowsWorld({ scene, overrides }, agents) {
    if (agents === undefined || !requireScene(scene).density) return false;
    if ('world_width' in overrides && 'world_height' in overrides) return false;
    const ratio = Number(agents) / worldAgents;
    return !(ratio >= 1 / MOST_CROWDING && ratio <= MOST_CROWDING);
  }

  /**
   * The one place that decides how a live flock takes other parameters of the same scene: it flies on with those that
   * may change meanwhile, else it starts anew.
   * @param {Settings} wanted
   */
  async function changeFlock(wanted) {
    const { world, overrides, changes: changeable, params, look, preset } = store.get();
    const scene = requireScene(wanted.scene);
    const names = [...new Set([...Object.keys(overrides), ...Object.keys(wanted.overrides)])].filter(
      (name) => overrides[name] !== wanted.overrides[name],
    );
    const valueOf = (/** @type {string} */ name) =>
      wanted.overrides[name] ?? String(scene.params[name] ?? defaultText(params, name));
    const changes = Object.fromEntries(names.map((name) => [name, valueOf(name)]));
    const mayChange = world && names.every((name) => changeable.includes(name));
    if (!mayChange || outgrowsWorld(wanted, changes.agents)) return openLive(wanted);
    const before = Object.fromEntries(names.map((name) => [name, world[name]]));
    await call('change', { changes, before });
    store.set({ overrides: wanted.overrides, pointer: wanted.pointer, world: { ...world, ...changes } });
    const isDressed = wanted.preset === preset && JSON.stringify(wanted.look) === JSON.stringify(look);
    if (!isDressed) await applyLook(wanted.look, wanted.preset);
  }

  /** @param {Record<string, string>} settings of the pointer */
  function changePointer(settings) {
    const pointer = { ...store.get().pointer, ...settings };
    const bad = POINTER_SETTINGS.find(({ name }) => name === badPointerSetting(pointer));
    if (bad?.type === 'choice') throw new PlainError('notAPointerMode', { value: pointer[bad.name] });
    if (bad)
      throw new PlainError('pointerRange', { name: bad.name, min: bad.min, max: bad.max, value: pointer[bad.name] });
    store.set({ pointer });
  }

  /** @param {Settings} wanted */
  function goTo(wanted) {
    const { scene, overrides } = settings();
    if (wanted.scene !== scene) return openLive(wanted);
    if (JSON.stringify(wanted.overrides) !== JSON.stringify(overrides)) return changeFlock(wanted);
    store.set({ pointer: wanted.pointer });
    return applyLook(wanted.look, wanted.preset);
  }

  /** The look that single entries are laid over. @param {string} preset @returns {Record<string, string>} */
  function baseLook(preset) {
    const { presets, recording, scene } = store.get();
    const found = presets.find((candidate) => candidate.name === preset);
    if (!found) throw new PlainError('unknownLook', { name: preset });
    return { ...(recording ? recording.look : asTexts(requireScene(scene).look)), ...found.look };
  }

  /** @param {string} name */
  const isLook = (name) => store.get().looks.some((entry) => entry.name === name);

  /** @param {Record<string, unknown>} values @returns {Record<string, string>} parameters, or entries of the look */
  function requireKnown(values) {
    const { params } = store.get();
    for (const name of Object.keys(values)) {
      const isKnown = isLook(name) || isPointerSetting(name) || params.some((entry) => entry.name === name);
      if (!isKnown) throw new PlainError('unknownName', { name });
    }
    return asTexts(values);
  }

  /** @param {string} text @returns {URL} */
  function requireAddress(text) {
    try {
      const url = new URL(text, document.baseURI);
      if (['http:', 'https:', 'blob:'].includes(url.protocol)) return url;
    } catch {
      // not an address at all
    }
    throw new PlainError('notAnAddress', { url: text });
  }

  /** @param {typeof history.undo} way */
  async function move(way) {
    beforeDrag = null;
    const name = await way(settings(), goTo);
    store.set(history.next());
    return name;
  }

  const actions = {
    /** @param {string} name */
    showScene: (name) => actions.set('scene', name),

    /** From a recording back to the scene as it was set up. */
    backToLive: () =>
      inTurn(async () => {
        const { scene, overrides } = settings();
        await openLive({ ...asSceneSays(scene), overrides });
        forget();
      }),

    /**
     * A parameter of the simulation changes the flock as it flies, or starts it anew (changeFlock); one of the look applies
     * at once.
     * @param {string} name
     * @param {unknown} value
     * @param {Waiting | null} [job]
     */
    async set(name, value, job = null) {
      if (typeof name !== 'string' || name === '') throw new PlainError('noName');
      const text = String(value);
      if (name === 'scene') return change(name, async () => openLive(asSceneSays(text)), job);
      if (name === 'look') return change(name, async () => applyLook(baseLook(text), text), job);
      return actions.setAll({ [name]: value }, job);
    },

    /**
     * As a control does: a value still waiting for its turn is left out when the next one comes.
     * @param {string} name
     * @param {unknown} value
     */
    setLatest(name, value) {
      const job = { name, begun: false, overtaken: false };
      if (lastInLine?.name === name && !lastInLine.begun) lastInLine.overtaken = true;
      return actions.set(name, value, job);
    },

    /**
     * Several at once, as one step.
     * @param {Record<string, unknown>} values parameters and entries of the look
     * @param {Waiting | null} [job]
     */
    async setAll(values, job = null) {
      const texts = requireKnown(values);
      const names = Object.keys(texts);
      const pick = (/** @type {(name: string) => boolean} */ wanted) =>
        Object.fromEntries(Object.entries(texts).filter(([name]) => wanted(name)));
      return change(
        names[0],
        async () => {
          changePointer(pick(isPointerSetting));
          const now = settings();
          const look = { ...now.look, ...pick(isLook) };
          if (names.every(isPointerSetting)) return;
          if (names.every((name) => isLook(name) || isPointerSetting(name))) return applyLook(look);
          const overrides = { ...now.overrides, ...pick((name) => !isLook(name) && !isPointerSetting(name)) };
          if (store.get().recording) return openLive({ ...asSceneSays(now.scene), overrides });
          return changeFlock({ ...now, overrides, look });
        },
        job,
      );
    },

    /**
     * Entries of the look while a person drags: shown, but no step of their own.
     * @param {Record<string, unknown>} values
     */
    preview: (values) =>
      inTurn(async () => {
        beforeDrag ??= settings();
        await applyLook({ ...store.get().look, ...requireKnown(values) }, undefined, true);
      }),

    /** Back to what the scene and the chosen look say. @param {string[]} names */
    reset: (names) =>
      change(names[0], async () => {
        const now = settings();
        const look = { ...now.look };
        const overrides = { ...now.overrides };
        const pointer = { ...now.pointer };
        for (const name of names) {
          if (isPointerSetting(name)) pointer[name] = defaultPointer()[name];
          delete overrides[name];
          delete look[name];
          if (name in baseLook(now.preset)) look[name] = baseLook(now.preset)[name];
        }
        await goTo({ ...now, look, overrides, pointer });
      }),

    /** Everything as the scene says; of a recording, the look it came with. */
    resetAll: () =>
      change('everything', async () => {
        const { scene, recording } = store.get();
        await (recording ? applyLook(recording.look, PRESET_OF_SCENE) : goTo(asSceneSays(scene)));
      }),

    /** @returns {Promise<string | null>} name of what was taken back; null when there was nothing */
    undo: () => inTurn(() => move(history.undo)),
    /** @returns {Promise<string | null>} */
    redo: () => inTurn(() => move(history.redo)),

    rollSeed: () => actions.set('seed', Math.floor(Math.random() * SEEDS)),

    /** @returns {Promise<string>} the palette now in force */
    async nextPalette() {
      const names = choiceNames(store.get().looks, 'palette');
      const next = names[(names.indexOf(actions.value('palette')) + 1) % names.length];
      await actions.set('palette', next);
      return next;
    },

    /** @returns {string[]} of all parameters and entries of the look */
    names: () => [...store.get().params, ...store.get().looks, ...POINTER_SETTINGS].map(({ name }) => name),

    /** @param {string} name of a parameter or an entry of the look @returns {string} its value in force */
    value(name) {
      const { look, looks, overrides, params, pointer, world } = store.get();
      if (isPointerSetting(name)) return pointer[name];
      if (isLook(name)) return look[name] ?? defaultText(looks, name);
      return world?.[name] ?? overrides[name] ?? defaultText(params, name);
    },

    /** @param {string} name @returns {boolean} whether a person changed it from what scene and look say */
    isChanged(name) {
      const { looks, overrides, pointer, preset, scene } = store.get();
      if (isPointerSetting(name)) return !isSame(pointer[name], defaultPointer()[name]);
      if (isLook(name)) return !isSame(actions.value(name), baseLook(preset)[name] ?? defaultText(looks, name));
      return name in overrides && !isSame(overrides[name], String(sceneNamed(scene)?.params[name] ?? ''));
    },

    /** @returns {boolean} whether resetAll would change anything */
    anyChanged() {
      const { overrides, params, looks, preset } = store.get();
      return (
        preset !== PRESET_OF_SCENE ||
        Object.keys(overrides).some((name) => params.some((entry) => entry.name === name) && actions.isChanged(name)) ||
        looks.some(({ name }) => actions.isChanged(name))
      );
    },

    /**
     * Play a recording. It opens in the look of the scene it carries, without one in the default look, as the
     * programs draw it.
     * @param {File | Blob | string} from a file, or the address of one
     */
    async load(from) {
      const url = typeof from === 'string' ? requireAddress(from) : null;
      const file = typeof from === 'string' || from instanceof File ? from : new File([from], 'recording.bfs');
      const name = url ? lastOfPath(url) : /** @type {File} */ (file).name;
      /** @type {import('./store.js').Opening} */
      const opening = { name, host: url && url.origin !== location.origin ? url.host : null, received: 0, total: null };
      if (url) store.set({ opening });
      try {
        const recording = await call('openRecording', url ? { url: url.href, still: still !== undefined } : { file });
        store.set({ recording, look: recording.look, preset: PRESET_OF_SCENE, camera: {} });
        forget();
        return recording;
      } finally {
        if (store.get().opening?.name === name) store.set({ opening: null });
      }
    },

    stopLoading: () => call('stopOpening'),

    /**
     * Fly the flock of a scene file.
     * @param {File} file
     * @returns {Promise<import('./scenes.js').Scene>}
     */
    async openScene(file) {
      const { readSceneFile } = await import('./scene-reader.js');
      const { scene: read, inPlace } = await readSceneFile(file);
      const isTaken = findScene(read.name) || ownScenes().some(({ name }) => name === read.name);
      const scene = isTaken ? { ...read, name: `${read.name}-opened` } : read;
      await change('scene', async () => {
        await withScene(scene, () => openLive(asSceneSays(scene.name), { strict: true })).catch((error) => {
          throw inPlace(error);
        });
      });
      return scene;
    },

    /**
     * Fly the flock of a link.
     * @param {import('./link.js').Linked} linked
     */
    openLink: (linked) =>
      change('link', async () => {
        const { look, preset } = linked;
        const { follow, ...camera } = linked.camera;
        const own = sceneOfLink(linked, t('sceneOfLink'));
        const { pointer } = store.get();
        const overrides = overridesOf(linked);
        const wanted = { scene: own?.name ?? linked.scene, overrides, look, preset, pointer };
        const fly = () => openLive(wanted, { camera });
        await (own ? withScene(own, fly) : fly());
        if ((follow === 'on') !== store.get().following) await actions.follow(follow === 'on', true);
      }),

    /** @param {string} name */
    hasScene: (name) => sceneNamed(name) !== undefined,

    /** The flock of the last visit. @param {import('./kept.js').KeptFlock} last */
    restore: (last) => change('scene', () => openLive({ ...settings(), ...last }, { strict: true })),

    /**
     * Keep what flies as a scene of one's own. It flies on.
     * @param {string} title
     * @param {string} picture address of a small one
     */
    keepScene: (title, picture) =>
      change('scene', async () => {
        requireTitle(title);
        const { opened, scene, overrides, look } = store.get();
        const taken = opened.map(({ name }) => name);
        const own = ownSceneFrom({ base: requireScene(scene), overrides, look, title, picture, taken });
        kept.keepScenes([...ownScenes(), own]);
        store.set({ opened: [...opened, own], scene: own.name, overrides: {}, look, preset: PRESET_OF_SCENE });
      }),

    /** @param {string} name @param {string} title */
    renameScene(name, title) {
      requireTitle(title);
      const renamed = (/** @type {import('./scenes.js').Scene} */ scene) =>
        scene.name === name ? { ...scene, title } : scene;
      kept.keepScenes(ownScenes().map(renamed));
      store.set({ opened: store.get().opened.map(renamed) });
    },

    /** It is kept no longer; should it fly, it flies on. @param {string} name */
    deleteScene(name) {
      kept.keepScenes(ownScenes().filter((scene) => scene.name !== name));
      store.set({
        opened: store.get().opened.map((scene) => (scene.name === name ? { ...scene, own: undefined } : scene)),
      });
    },

    /** The scene that flies, or flew before the recording. */
    scene: () => requireScene(store.get().scene),

    play: () => call('play'),
    pause: () => call('pause'),
    toggle: () => (store.get().status?.playing ? call('pause') : call('play')),
    /** @param {number} by 1 or -1 */
    step: (by) => call('step', { by }),
    /** @param {number} seconds forth or, below 0, back */
    jump: (seconds) => call('jump', { seconds }),
    /** @param {number} frame @param {import('./player/player.js').SeekManner} [manner] */
    seek: (frame, manner = 'exact') => call('seek', { frame, manner }),
    /** On from the newest frame; from a recording, back to the scene. */
    goLive: () => (store.get().recording ? actions.backToLive() : call('goLive')),
    restart: () =>
      inTurn(async () => {
        const { recording, scene, overrides } = store.get();
        const entries = recording ? undefined : sceneEntries(requireScene(scene), overrides);
        const world = await call('restart', { entries });
        if (!world) return;
        worldAgents = Number(world.agents);
        store.set({ world });
      }),

    /** @param {import('./player/attraction.js').Drag | null} drag of the live flock; null: let go */
    drag: (drag) => call('drag', { drag }),

    /** The live flock with every change so far, as the text of a scene file. @returns {Promise<string>} */
    sceneText() {
      if (store.get().recording) throw new PlainError('noLiveFlock');
      return call('scene');
    },

    /** @param {import('./player/camera.js').CameraMove[]} moves */
    async moveCamera(moves) {
      store.set({ camera: aimTexts(await call('moveCamera', { moves })) });
    },
    /** @param {number} factor */
    zoomBy: (factor) => actions.moveCamera([{ zoom: factor }]),
    resetCamera: () => actions.moveCamera([{ resets: true }]),

    /** @returns {Promise<string>} what dragging does by now */
    async nextPointerMode() {
      const modes = choiceNames(POINTER_SETTINGS, 'pointer_mode');
      const next = modes[(modes.indexOf(store.get().pointer.pointer_mode) + 1) % modes.length];
      await actions.set('pointer_mode', next);
      return next;
    },

    /** @param {unknown} speed 1 = as the flock flies */
    async setSpeed(speed) {
      const wanted = typeof speed === 'number' ? speed : NaN;
      if (!(wanted >= SLOWEST && wanted <= FASTEST)) {
        throw new PlainError('notASpeed', { least: SLOWEST, most: FASTEST, value: String(speed) });
      }
      lastSpeed = wanted;
      await call('setSpeed', { speed: wanted });
    },

    /** @param {number} by 1: the next faster one, -1: the next slower one */
    changeSpeed: (by) => actions.setSpeed(neighbourSpeed(lastSpeed, by)),

    /** @param {{frame?: number, width?: number, height?: number}} options */
    picture: (options) => call('picture', options),

    /** @param {MessagePort} port over which pictures, films and files are asked for (export/export-host.js) */
    takeAway: (port) => call('takeAway', { port }, [port]),

    /** @param {boolean} following with the camera @param {boolean} [keeps] where it looks and how near */
    async follow(following, keeps = false) {
      const aim = await call('follow', { wanted: following, keeps });
      store.set({ following, camera: aimTexts(aim) });
    },

    /**
     * What the frame shown is like as a whole, and what it costs.
     * @param {import('./player/insight.js').Sight} sight
     * @returns {Promise<import('./player/insight.js').Insight>}
     */
    insight: (sight) => call('insight', { sight }),

    /** @param {number} width @param {number} height */
    resize: (width, height) => call('resize', { width, height }),

    /** @param {boolean} panelOpen */
    showPanel: (panelOpen) => store.set({ panelOpen, hidden: false }),
    /** @param {boolean} insightOpen */
    showInsight: (insightOpen) => store.set({ insightOpen, hidden: false }),
    /** @param {boolean} hidden */
    hideAll: (hidden) => store.set({ hidden }),
  };
  return actions;
}

/** A camera as the player takes it. @param {Record<string, string>} camera */
function aimOf({ fit, zoom, x, y }) {
  /** @type {Partial<import('./types.js').Camera>} */
  const aim = {};
  if (fit) aim.fit = fit === 'cover' ? 'cover' : 'contain';
  if (zoom) aim.zoom = Number(zoom);
  if (x) aim.centerX = Number(x);
  if (y) aim.centerY = Number(y);
  return aim;
}

/** @param {Partial<import('./types.js').Camera>} aim @returns {Record<string, string>} */
function aimTexts({ fit, zoom, centerX, centerY }) {
  const short = (/** @type {number | undefined} */ value) => (value === undefined ? null : String(rounded(value)));
  const texts = { fit: fit ?? null, zoom: short(zoom), x: short(centerX), y: short(centerY) };
  return /** @type {Record<string, string>} */ (
    Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null))
  );
}

/** @param {number} value @returns {number} with digits enough for any screen */
const rounded = (value) => Number(value.toPrecision(6));

/** @param {URL} url */
const lastOfPath = (url) => url.pathname.split('/').pop() || url.host;

/** The scene the page opens with. */
export const firstScene = () => scenes[0];

/**
 * @param {import('./types.js').Parameter[]} table
 * @param {string} name of a choice
 * @returns {string[]}
 */
const choiceNames = (table, name) => entryOf(table, name)?.choices.split('|') ?? [];

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

/** @param {string} one @param {string} other @returns {boolean} equal as numbers, or as texts */
const isSame = (one, other) => one === other || (one !== '' && other !== '' && Number(one) === Number(other));
