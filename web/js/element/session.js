import { PlainError } from '../errors.js';
import { createPlayerClient } from '../player/player-client.js';
import { pictureSize } from '../ui/canvas-size.js';
import { addressOf, entriesOf, lookOf, resolveFlock } from './flock.js';

// One canvas with its player and what it shows, from the first module to the last frame. The element says what it
// wants; this makes it so, one thing after another, and gives everything back in `destroy`.

const STILL_FRAME = 120; // by then the flock has formed
const RING_BYTES = 2 ** 24;
const LOW_QUALITY = 0.5; // of the pixels each way
const SETTLE_MS = 120;
const DRAG_REACH = 0.25; // of the picture's shorter side
const DRAG_PULL = 0.6; // strongest turns of an agent
const STEP_BATCH = 50; // steps of a live flock before looking whether something else is wanted

/**
 * @typedef {import('./attributes.js').Settings} Settings
 * @typedef {import('./flock.js').Flock} Flock
 *
 * What is to be shown.
 * @typedef {{scene: string | import('../scenes.js').Scene} | {recording: string | Blob}} Wanted
 *
 * @typedef {Awaited<ReturnType<typeof createSession>>} Session
 *
 * @typedef {object} SessionParts
 * @property {HTMLElement} stage the canvas comes into it
 * @property {Settings} settings
 * @property {Pick<import('../player/player-client.js').ClientOptions, 'startSimulation' | 'startRenderer' | 'wasm' | 'threadPlaces'>} engine
 * @property {(status: import('../types.js').Status) => void} onStatus
 * @property {(code: string, values: Record<string, string | number>) => void} onNotice
 * @property {(received: number, total: number | null) => void} onProgress
 * @property {(code: string) => void} onFatal nothing goes on
 * @property {() => void} onRestored the browser gave the graphics context back
 * @property {AbortSignal} signal
 */

/** @param {SessionParts} parts */
export async function createSession(parts) {
  const { stage, signal } = parts;
  let { settings } = parts;
  const canvas = document.createElement('canvas');
  stage.replaceChildren(canvas);
  let { width, height } = sizeFor(stage.clientWidth, stage.clientHeight, devicePixelRatio || 1);
  canvas.width = width;
  canvas.height = height;

  const client = await createPlayerClient(canvas, parts, {
    ...parts.engine,
    ringBytes: RING_BYTES,
    threads: settings.threads,
    alpha: true,
    extras: { record: async (player, wish) => (await import('./record.js')).record(player, wish) },
  });
  if (signal.aborted) {
    client.destroy();
    throw new PlainError('stopped');
  }
  const { call } = client;
  call('setQuality', { adapts: settings.quality === 'auto' });

  /** @type {Flock | null} null: a recording */
  let flock = null;
  /** @type {Record<string, string>} */
  let baseLook = {};
  /** @type {Record<string, string> | null} of the live flock */
  let world = null;
  /** @type {Record<string, string>} what was asked for through `params` */
  let overrides = {};
  /** @type {Record<string, string>} */
  let lookOverrides = {};
  let recordedSeed = 0;
  let running = false;
  let parked = false;
  let destroyed = false;
  /** @type {Promise<unknown>} */
  let lastJob = Promise.resolve();
  /** Those who wait for a job. @type {Set<(error: Error) => void>} */
  const waiting = new Set();
  let cuts = 0; // of steps that are still being taken

  /**
   * @template T
   * @param {() => Promise<T>} job
   * @returns {Promise<T>}
   */
  function inTurn(job) {
    const run = lastJob.then(() => {
      if (destroyed) throw new PlainError('stopped');
      return job();
    });
    lastJob = run.catch(() => {});
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      run.then(resolve, reject).finally(() => waiting.delete(reject));
    });
  }

  // ---- Size ----

  /** @param {number} cssWidth @param {number} cssHeight @param {number} ratio */
  function sizeFor(cssWidth, cssHeight, ratio) {
    const share = settings.quality === 'low' ? LOW_QUALITY : 1;
    return pictureSize(cssWidth, cssHeight, Math.min(ratio, settings.maxDpr) * share, settings.maxDpr);
  }

  /** @type {{width: number, height: number, ratio: number}} */
  let box = { width: stage.clientWidth, height: stage.clientHeight, ratio: devicePixelRatio || 1 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;

  function applySize() {
    if (destroyed || box.width === 0 || box.height === 0) return;
    const size = sizeFor(box.width, box.height, box.ratio);
    if (size.width === width && size.height === height) return;
    ({ width, height } = size);
    call('resize', size).catch(() => {});
  }

  const resizes = new ResizeObserver(([entry]) => {
    const { width: cssWidth, height: cssHeight } = entry.contentRect;
    // Device pixels as the browser snaps them, where it tells: at fractional ratios the product is half a pixel off.
    // A browser that only emulates a ratio tells of other pixels, which are not meant.
    const asked = devicePixelRatio || 1;
    const snapped = (entry.devicePixelContentBoxSize?.[0].inlineSize ?? 0) / cssWidth;
    const isNear = Math.abs(snapped - asked) * cssWidth <= 1;
    box = { width: cssWidth, height: cssHeight, ratio: isNear ? snapped : asked };
    clearTimeout(settling);
    settling = setTimeout(applySize, SETTLE_MS);
  });
  try {
    resizes.observe(stage, { box: 'device-pixel-content-box' });
  } catch {
    resizes.observe(stage);
  }

  // ---- What is shown ----

  const currentLook = () => lookOf(baseLook, settings, client.presets, lookOverrides);

  const worldOverrides = () => ({
    ...(settings.seed !== null && { seed: settings.seed }),
    ...(settings.agents !== null && { agents: settings.agents }),
    ...overrides,
  });

  /** @param {Flock} next @param {boolean} plays */
  async function openLive(next, plays) {
    const options = {
      entries: entriesOf(next, worldOverrides()),
      look: lookOf(next.look, settings, client.presets, lookOverrides),
      strict: true,
      camera: next.camera,
      still: plays ? undefined : STILL_FRAME,
    };
    world = await call('openLive', options);
    if (next.follows !== (flock?.follows ?? false)) await call('follow', { wanted: next.follows, keeps: true });
    flock = next;
    baseLook = next.look;
  }

  /** @param {string | Blob} from @param {boolean} plays */
  async function openRecording(from, plays) {
    const file = from instanceof Blob ? (from instanceof File ? from : new File([from], 'recording.bfs')) : undefined;
    const url = file ? undefined : addressOf(String(from)).href;
    const recording = await call('openRecording', { file, url, still: !plays });
    flock = world = null;
    recordedSeed = recording.seed;
    baseLook = recording.look;
    if (settings.look !== null || settings.palette !== null || settings.background !== null) {
      await call('setLook', { look: currentLook() });
    }
  }

  /** @param {boolean} wanted */
  async function setTransparent(wanted) {
    await call('setTransparent', { wanted });
  }

  /** @param {Record<string, string>} changes */
  async function changeWorld(changes) {
    const { changes: changeable } = client;
    const mayChange = world && Object.keys(changes).every((name) => changeable.includes(name));
    if (!flock) return;
    if (!mayChange) return openLive(flock, running);
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, String(world?.[name])]));
    await call('change', { changes, before });
    world = { ...world, ...changes };
  }

  const session = {
    get canvas() {
      return client.canvas;
    },

    /** Parameters and entries of the look in force, as texts. @returns {Record<string, string>} */
    params: () => ({
      ...Object.fromEntries(client.look.map(({ name, default: usual }) => [name, String(usual)])),
      ...currentLook(),
      ...(world ?? {}),
    }),

    /**
     * @param {Wanted} wanted
     * @returns {Promise<void>} settled when its first picture is there
     */
    open(wanted) {
      cuts += 1;
      return inTurn(async () => {
        await setTransparent(settings.background === 'transparent');
        await call('setSpeed', { speed: settings.playbackRate });
        overrides = {};
        lookOverrides = {};
        if ('recording' in wanted) await openRecording(wanted.recording, running);
        else await openLive(await resolveFlock(wanted.scene, { ...client, looks: client.look }, signal), running);
      });
    },

    /**
     * Parameters and entries of the look.
     * @param {Record<string, unknown>} values
     */
    set: (values) =>
      inTurn(async () => {
        /** @type {Record<string, string>} */
        const forLook = {};
        /** @type {Record<string, string>} */
        const forWorld = {};
        for (const [name, value] of Object.entries(values)) {
          if (client.look.some((entry) => entry.name === name)) forLook[name] = String(value);
          else if (client.params.some((entry) => entry.name === name)) forWorld[name] = String(value);
          else throw new PlainError('unknownName', { name });
        }
        const before = { overrides, lookOverrides };
        try {
          overrides = { ...overrides, ...forWorld };
          lookOverrides = { ...lookOverrides, ...forLook };
          if (Object.keys(forWorld).length > 0) await changeWorld(forWorld);
          if (Object.keys(forLook).length > 0) await call('setLook', { look: currentLook() });
        } catch (error) {
          ({ overrides, lookOverrides } = before);
          throw error;
        }
      }),

    /**
     * Attributes that changed.
     * @param {Settings} next
     */
    apply: (next) =>
      inTurn(async () => {
        const before = settings;
        settings = next;
        const differs = (/** @type {(keyof Settings)[]} */ ...names) =>
          names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]));
        if (differs('quality')) await call('setQuality', { adapts: next.quality === 'auto' });
        if (differs('quality', 'maxDpr')) applySize();
        if (differs('playbackRate')) await call('setSpeed', { speed: next.playbackRate });
        if (differs('background')) await setTransparent(next.background === 'transparent');
        if (differs('look', 'palette', 'background')) await call('setLook', { look: currentLook() });
        if (differs('seed') && flock) await openLive(flock, running);
        else if (differs('agents') && flock) await changeAgents(next.agents);
      }),

    /** Whether the flock moves. @param {boolean} wanted */
    run(wanted) {
      if (wanted === running) return;
      running = wanted;
      if (running) cuts += 1;
      inTurn(() => call(running ? 'play' : 'pause')).catch(() => {});
    },

    get parked() {
      return parked;
    },

    /** Give the graphics context up; the canvas loses its picture, and whatever needs to draw waits. */
    park() {
      parked = true;
      call('park').catch(() => {});
    },

    /** Take it back. */
    async unpark() {
      parked = false;
      await call('unpark');
    },

    /** @param {number} frame */
    seek(frame) {
      cuts += 1;
      return inTurn(() => call('seek', { frame, manner: 'settle' }));
    },
    /** @param {number} by */
    step(by) {
      const before = cuts;
      return inTurn(async () => {
        let left = by;
        for (; flock && left > STEP_BATCH; left -= STEP_BATCH) {
          await call('step', { by: STEP_BATCH });
          if (cuts !== before) throw new PlainError('stopped');
        }
        await call('step', { by: left });
      });
    },
    reset() {
      cuts += 1;
      return inTurn(async () => {
        const next = await call('restart', { entries: flock ? entriesOf(flock, worldOverrides()) : undefined });
        if (next) world = next;
      });
    },
    replay: () => inTurn(() => call('play')),

    /** @param {{width?: number, height?: number}} options */
    picture: (options) => inTurn(() => call('picture', options)),
    /** @param {number | null} frames @returns {Promise<Blob>} */
    record: (frames) =>
      inTurn(() =>
        call('record', { frames, seed: Number(world?.seed ?? recordedSeed), look: currentLook(), looks: client.look }),
      ),

    /** @param {{x: number, y: number} | null} at shares of the picture; null: let go */
    drag(at) {
      if (!world || world.numerics === 'classic') return;
      call('drag', { drag: at && { at, reach: DRAG_REACH, pull: DRAG_PULL } }).catch(() => {});
    },

    destroy() {
      destroyed = true;
      for (const reject of waiting) reject(new PlainError('stopped'));
      clearTimeout(settling);
      resizes.disconnect();
      client.destroy();
      client.canvas.remove();
    },
  };

  /** A far larger or smaller flock gets a world of its own, so the scene decides. @param {string | null} agents */
  async function changeAgents(agents) {
    if (!flock) return;
    if (agents === null || flock.scene.density) await openLive(flock, running);
    else await changeWorld({ agents });
  }

  return session;
}
