import { PlainError } from './errors.js';
import { errorText } from './strings.js';

/**
 * `window.boidforge`: the page from the console and from tests. docs/console-api.md describes it for people.
 * @typedef {ReturnType<typeof createConsoleApi>} ConsoleApi
 */

/**
 * @param {object} parts
 * @param {import('./store.js').Store} parts.store
 * @param {Promise<import('./actions.js').Actions>} parts.ready settled when the first picture is shown
 */
export function createConsoleApi({ store, ready }) {
  /**
   * @template {any[]} Args
   * @template Result
   * @param {(actions: import('./actions.js').Actions, ...args: Args) => Result | Promise<Result>} act
   * @returns {(...args: Args) => Promise<Result>} waits until the page is ready
   */
  const whenReady =
    (act) =>
    async (...args) => {
      try {
        return await act(await ready, ...args);
      } catch (error) {
        throw inWords(error);
      }
    };

  return {
    ready: ready.then(() => undefined),

    state() {
      const { scene, status, world, recording, following, thread } = store.get();
      return {
        scene: recording ? null : scene,
        file: recording?.name ?? null,
        seed: Number(recording ? recording.seed : (world?.seed ?? 0)),
        agents: status?.agents ?? 0,
        frame: status?.frame ?? -1,
        first: status?.first ?? 0,
        frames: status?.frames ?? 0,
        behind: status?.behind ?? 0,
        seconds: status?.seconds ?? 0,
        live: recording === null,
        playing: status?.playing ?? false,
        following,
        camera: status ? aimOf(status.camera) : null,
        frameHash: status?.frameHash ?? '',
        badAgents: status?.badAgents ?? 0,
        origin: recording?.origin ?? null,
        loading: status?.loading ?? null,
        problem: status?.problem?.kind ?? null,
        threads: status?.solver?.threads ?? 0,
        simd: status?.solver?.simd ?? null,
        renderer: status?.renderer ?? '',
        thread,
        fps: status?.fps ?? null,
        speed: status?.speed ?? 1,
        pace: status?.pace ?? null,
        limit: status?.limit ?? 'none',
        width: status?.width ?? 0,
        height: status?.height ?? 0,
      };
    },

    load: whenReady(async (actions, /** @type {File | Blob | string} */ from) => void (await actions.load(from))),
    live: whenReady((actions) => actions.backToLive()),
    play: whenReady((actions) => actions.play()),
    pause: whenReady((actions) => actions.pause()),
    step: whenReady((actions, /** @type {unknown} */ by = 1) => actions.step(requireSteps(by))),
    seek: whenReady((actions, /** @type {number} */ frame) => actions.seek(requireFrame(frame))),
    goLive: whenReady((actions) => actions.goLive()),
    speed: whenReady((actions, /** @type {unknown} */ speed = 1) => actions.setSpeed(speed)),
    restart: whenReady((actions) => actions.restart()),
    scene: whenReady((actions) => actions.sceneText()),
    set: whenReady((actions, /** @type {string} */ name, /** @type {unknown} */ value) => actions.set(name, value)),
    follow: whenReady((actions, /** @type {unknown} */ wanted = true) => actions.follow(Boolean(wanted))),
    picture: whenReady(
      (actions, /** @type {import('./player/player.js').PictureOptions | null} */ options = null) =>
        /** @type {Promise<import('./player/player.js').Picture>} */ (actions.picture(pictureOptions(options ?? {}))),
    ),
  };
}

/** @param {import('./types.js').Camera} camera */
const aimOf = ({ zoom, centerX, centerY }) => ({ zoom, x: centerX, y: centerY });

const LARGEST_PICTURE = 16_384; // pixels each way

/** @param {unknown} value @returns {string} as a sentence can name it */
const named = (value) => (value !== null && typeof value === 'object' ? 'an object' : String(value));

/** @param {unknown} frame @returns {number} */
function requireFrame(frame) {
  if (!Number.isSafeInteger(frame) || Number(frame) < 0) throw new PlainError('notAFrame', { value: named(frame) });
  return Number(frame);
}

/** @param {unknown} by @returns {number} */
function requireSteps(by) {
  if (!Number.isSafeInteger(by) || Number(by) === 0) throw new PlainError('notSteps', { value: named(by) });
  return Number(by);
}

/** @param {string} side @param {unknown} pixels @returns {number} */
function requireSide(side, pixels) {
  if (!Number.isInteger(pixels) || Number(pixels) < 1 || Number(pixels) > LARGEST_PICTURE) {
    throw new PlainError('notASize', { side, most: LARGEST_PICTURE, value: named(pixels) });
  }
  return Number(pixels);
}

/**
 * @param {import('./player/player.js').PictureOptions} options what is left out has its default
 * @returns {import('./player/player.js').PictureOptions}
 */
const pictureOptions = ({ frame, width, height }) => ({
  frame: frame === undefined ? undefined : requireFrame(frame),
  width: width === undefined ? undefined : requireSide('width', width),
  height: height === undefined ? undefined : requireSide('height', height),
});

/** @param {unknown} error @returns {unknown} the same with a message for people, and its code for programs */
const inWords = (error) =>
  error instanceof PlainError ? Object.assign(new Error(errorText(error)), { code: error.code }) : error;
