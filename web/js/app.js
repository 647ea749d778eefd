import { createActions, firstScene } from './actions.js';
import { missingCapability, prefersReducedMotion, ringBytes, threadsWanted } from './capabilities.js';
import { createConsoleApi } from './console-api.js';
import { PlainError } from './errors.js';
import { createFragment } from './fragment.js';
import { defaultPointer } from './pointer-settings.js';
import { PRESET_OF_SCENE } from './link.js';
import { createMemory } from './memory.js';
import { createPlayerClient } from './player/player-client.js';
import { takeAway } from './player/take-away.js';
import { createStore } from './store.js';
import { speakOn } from './language.js';
import { errorText, t } from './strings.js';
import { createSizeWatcher, sizeOf } from './ui/canvas-size.js';
import { createInterface } from './ui/interface.js';
import { createToasts } from './ui/toasts.js';
import { createUnsupported } from './ui/unsupported.js';

const PANEL_FROM_PX = 900; // narrower windows show the flock first
const STILL_FRAME = 120; // by then the flock has formed

/** Notices after which a recording does not go on. */
const ENDS = new Set([
  'recordingLost',
  'connectionLost',
  'fileUnreadable',
  'downloadUnreadable',
  'addressChanged',
  'addressStatus',
  'addressSilent',
  'addressRefused',
]);

/**
 * The page: a flock at once, the interface around it.
 * @param {HTMLElement} root
 * @param {HTMLCanvasElement} firstCanvas
 * @param {object} parts
 * @param {ReturnType<typeof import('./kept.js').createKept>} parts.kept on this device
 * @param {Promise<void>} parts.texts settled when the page has words
 */
export function createApp(root, firstCanvas, { kept, texts }) {
  const isWide = innerWidth >= PANEL_FROM_PX;
  const windows = isWide ? kept.windows() : {};
  const store = createStore({
    scene: firstScene().name,
    overrides: {},
    look: {},
    status: null,
    world: null,
    opened: kept.scenes(),
    recording: null,
    opening: null,
    params: [],
    changes: [],
    pointer: defaultPointer(),
    looks: [],
    presets: [],
    preset: PRESET_OF_SCENE,
    undoes: null,
    redoes: null,
    following: false,
    camera: {},
    insightOpen: windows.insightOpen ?? false,
    panelOpen: windows.panelOpen ?? isWide,
    hidden: false,
    thread: null,
  });
  const toasts = createToasts();
  root.append(toasts.element);
  /** @type {(() => void)[]} */
  const destroyers = [() => toasts.destroy()];

  /** @param {unknown} error */
  function giveUp(error) {
    for (const destroy of destroyers.splice(0).reverse()) destroy();
    texts.then(
      () => root.replaceChildren(createUnsupported(errorText(error))),
      () => {}, // then index.html has a line
    );
  }

  /** @param {string} code @param {Record<string, string | number>} values */
  function tellNotice(code, values) {
    const text = errorText(new PlainError(code, values));
    if (code === 'cooling') return toasts.info(text);
    const leave = () => ready.then((actions) => actions.backToLive()).catch(() => {});
    toasts.error(text, ENDS.has(code) ? { label: t('backToLive'), act: leave } : undefined);
  }

  /** @param {number} received @param {number | null} total */
  function noteProgress(received, total) {
    const { opening } = store.get();
    if (opening) store.set({ opening: { ...opening, received, total } });
  }

  /** @param {unknown} error @param {boolean} atStart */
  function tellRefusedLink(error, atStart) {
    const reason = errorText(error).replace(/\.$/, '');
    toasts.error(t(atStart ? 'linkRefusedAtStart' : 'linkRefused', { reason }));
  }

  async function start() {
    const missing = missingCapability();
    if (missing) throw new PlainError(missing);

    const { width, height } = sizeOf(firstCanvas);
    firstCanvas.width = width;
    firstCanvas.height = height;
    /** @type {import('./player/player-client.js').ClientEvents} */
    const events = {
      onStatus: (status) => store.set({ status }),
      onNotice: tellNotice,
      onProgress: noteProgress,
      onFatal: (code) => giveUp(new PlainError(code)),
    };
    const client = await createPlayerClient(firstCanvas, events, {
      ringBytes: ringBytes(),
      threads: threadsWanted(),
      extras: { takeAway },
      startSimulation: () => new Worker(new URL('./sim/simulation-worker.js', import.meta.url), { type: 'module' }),
      startRenderer: () => new Worker(new URL('./player/render-worker.js', import.meta.url), { type: 'module' }),
    });
    destroyers.push(() => client.destroy());
    await texts;
    store.set({
      looks: client.look,
      presets: client.presets,
      params: client.params,
      changes: client.changes,
      thread: client.thread,
    });

    const still = prefersReducedMotion() ? STILL_FRAME : undefined;
    const actions = createActions(store, client.call, { still, kept });
    const memory = createMemory({ store, actions, kept });
    const usual = firstScene().name;
    const address = new URLSearchParams(location.search).get('src');
    const restore = async () => address === null && memory.restore();
    const fragment = createFragment({ store, actions, usual, restore, onRefused: tellRefusedLink });
    const firstPicture = fragment.start();
    const unfolded = new Set();
    const createFace = () =>
      createInterface({
        root,
        canvas: client.canvas,
        store,
        actions,
        toasts,
        onForget: () => memory.forget(),
        onLanguage: changeLanguage,
        unfolded,
      });

    /** The flock flies on: only what is over it is made anew. @param {import('./strings.js').Language} wanted */
    async function changeLanguage(wanted) {
      if (face.isBusy()) throw new PlainError('languageBusy');
      await speakOn(document, wanted);
      kept.keepLanguage(wanted);
      toasts.clear();
      face.destroy();
      face = createFace();
      face.focusLanguage();
    }

    let face = createFace();
    const sizes = createSizeWatcher(client.canvas, (w, h) =>
      actions.resize(w, h).catch((/** @type {unknown} */ error) => face.tell(error)),
    );
    destroyers.push(
      () => face.destroy(),
      () => sizes.destroy(),
      () => fragment.destroy(),
      () => memory.destroy(),
    );
    await firstPicture;
    memory.watch();
    if (still !== undefined) toasts.info(t('reducedMotion'));
    if (address !== null) face.openAddress(address);
    return actions;
  }

  const ready = start();
  ready.catch(giveUp);

  return {
    api: createConsoleApi({ store, ready }),
    destroy() {
      for (const destroy of destroyers.splice(0).reverse()) destroy();
    },
  };
}
