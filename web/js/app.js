import { PRESET_OF_SCENE, createActions, firstScene } from './actions.js';
import { missingCapability, prefersReducedMotion } from './capabilities.js';
import { createConsoleApi } from './console-api.js';
import { PlainError } from './errors.js';
import { createPlayerClient } from './player/player-client.js';
import { createStore } from './store.js';
import { errorText, t } from './strings.js';
import { createSizeWatcher, sizeOf } from './ui/canvas-size.js';
import { createInterface } from './ui/interface.js';
import { createToasts } from './ui/toasts.js';
import { createUnsupported } from './ui/unsupported.js';

const PANEL_FROM_PX = 900; // narrower windows show the flock first
const STILL_FRAME = 120; // by then the flock has formed

/**
 * The page: a flock at once, the interface around it.
 * @param {HTMLElement} root
 * @param {HTMLCanvasElement} firstCanvas
 */
export function createApp(root, firstCanvas) {
  const store = createStore({
    scene: firstScene().name,
    overrides: {},
    look: {},
    status: null,
    world: null,
    recording: null,
    params: [],
    looks: [],
    presets: [],
    preset: PRESET_OF_SCENE,
    undoes: null,
    redoes: null,
    following: false,
    panelOpen: innerWidth >= PANEL_FROM_PX,
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
    root.replaceChildren(createUnsupported(errorText(error)));
  }

  async function start() {
    const missing = missingCapability();
    if (missing) throw new PlainError(missing);

    const { width, height } = sizeOf(firstCanvas);
    firstCanvas.width = width;
    firstCanvas.height = height;
    const client = await createPlayerClient(firstCanvas, {
      onStatus: (status) => store.set({ status }),
      onNotice: (code, values) => toasts.error(errorText(new PlainError(code, values))),
      onFatal: (code) => giveUp(new PlainError(code)),
    });
    destroyers.push(() => client.destroy());
    store.set({ looks: client.look, presets: client.presets, params: client.params, thread: client.thread });

    const still = prefersReducedMotion() ? STILL_FRAME : undefined;
    const actions = createActions(store, client.call, { still });
    const firstPicture = actions.showScene(store.get().scene);
    const face = createInterface({ root, canvas: client.canvas, store, actions, toasts });
    const sizes = createSizeWatcher(client.canvas, (w, h) => actions.resize(w, h).catch(face.tell));
    destroyers.push(
      () => face.destroy(),
      () => sizes.destroy(),
    );
    await firstPicture;
    if (still !== undefined) toasts.info(t('reducedMotion'));
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
