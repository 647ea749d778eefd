import { PlainError, packError } from '../errors.js';
import { createClock, frameInterval } from './clock.js';
import { createLiveSource } from './live-source.js';
import { createMeter } from './meter.js';
import { createPainter } from './painter.js';
import { createQuality } from './quality.js';
import { openRecording } from './recording-source.js';

// Plays frames: one clock, one timeline and one way onto the canvas for live flocks and recordings.
//
// Pictures come from two places. `tick` runs once per picture of the display and moves the flock by the time that
// has passed. Jobs (opening, seeking, stepping, taking a picture) run one after another, and nothing ticks while
// one runs. The picture of frame k is always made by the same rule: clear, then paint the frames from k minus the
// trails' length up to k.

/**
 * @typedef {import('../types.js').Status} Status
 * @typedef {import('../types.js').Camera} Camera
 * @typedef {import('./recording-source.js').RecordingInfo} RecordingInfo
 *
 * @typedef {object} Player
 * @property {(options: LiveOptions) => Promise<Record<string, string>>} openLive
 * @property {(options: {file: File, look: Record<string, string>}) => Promise<RecordingInfo>} openRecording
 * @property {() => Promise<void>} play
 * @property {() => Promise<void>} pause
 * @property {(by: number) => Promise<void>} step
 * @property {(frame: number, scrub: boolean) => Promise<void>} seek
 * @property {() => Promise<void>} restart
 * @property {(look: Record<string, string>) => Promise<void>} setLook
 * @property {(wanted: boolean) => Promise<void>} follow the flock with the camera
 * @property {(width: number, height: number) => Promise<void>} resize
 * @property {(options: PictureOptions) => Promise<Picture>} picture
 * @property {(restored: Promise<void>) => Promise<void>} outlastLostContext everything on the GPU is gone; nothing
 *   can be drawn until `restored`
 * @property {() => void} destroy
 *
 * @typedef {object} LiveOptions
 * @property {import('../types.js').SceneEntry[]} entries
 * @property {Record<string, string>} look
 * @property {number} [still] stay at this frame instead of playing on
 * @property {boolean} [warm] begin where a flock has formed; a start state is random, and looks it
 *
 * @typedef {{frame?: number, width?: number, height?: number}} PictureOptions
 * @typedef {{width: number, height: number, rgba: Uint8ClampedArray<ArrayBuffer>}} Picture
 */

const STATUS_MS = 100;
const KEEPS_UP = 0.9; // slower than this is told
const SCRUB_FRAMES = 8; // trails are short while the seek bar is dragged
const WARM_FRAME = 80; // four simulated seconds
const WARM_TRAILS = 2; // frames of trails to begin with: drawing more would delay the first picture
const WARM_AGENTS = 20_000; // more take longer to warm up than people like to wait
const SEEK_AHEAD = 1000; // frames a live flock may be sent ahead; they are all computed on the way
const YIELD_MS = 12;
const REPAINT_MS = 80; // most that a playing picture waits for its trails after a change of size

const FOLLOW_ZOOM = 1.5; // nearer than the whole world, whose edges would come into view

const COVER = /** @type {Camera} */ ({ fit: 'cover', zoom: 1, centerX: 0, centerY: 0, follows: false });
const CONTAIN = /** @type {Camera} */ ({ ...COVER, fit: 'contain' });

const yieldToMessages = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @param {object} parts
 * @param {HTMLCanvasElement | OffscreenCanvas} parts.canvas
 * @param {import('../wasm/view-module.js').View} parts.view
 * @param {import('../rpc.js').Peer} parts.sim
 * @param {(status: Status) => void} parts.onStatus
 * @param {(code: string, values?: Record<string, string | number>) => void} parts.onNotice
 * @returns {Player}
 */
export function createPlayer({ canvas, view, sim, onStatus, onNotice }) {
  const painter = createPainter(view);
  const clock = createClock();
  const meter = createMeter();
  const quality = createQuality();
  const renderer = view.description();

  /** @type {import('../types.js').Source | null} */
  let source = null;
  /** @type {LiveOptions | null} */
  let liveOptions = null;
  /** @type {Record<string, string>} */
  let look = {};
  let resting = COVER; // the camera when it does not follow
  let follows = false;
  /** @type {import('../types.js').Stage | null} */
  let stage = null;
  let fullWidth = canvas.width;
  let fullHeight = canvas.height;
  let playing = false;
  let jobs = 0;
  /** @type {Promise<any>} */
  let lastJob = Promise.resolve();
  let seekTicket = 0;
  let ticking = false;
  let destroyed = false;
  let advanceMs = 2; // a running guess, for repainting while playing
  /** @type {Status['limit']} */
  let limit = 'none';
  let statusAt = 0;
  let hashMs = 0;
  let hurried = false; // the last repaint was cut short
  let toldBad = false;
  let toldFailure = false;

  // ---- Telling ----

  /** @returns {Status} */
  function status() {
    const record = painter.record;
    const { fps, framesPerSecond } = meter.read();
    const pace = source && framesPerSecond !== null ? framesPerSecond * frameInterval(source.dt) : null;
    const frame = painter.frame;
    const started = performance.now();
    const frameHash = record ? view.hash(record) : '';
    const badAgents = record && source?.kind === 'recording' ? view.countBad(record) : 0;
    hashMs = performance.now() - started;
    if (badAgents > 0 && !toldBad) {
      toldBad = true;
      onNotice('badAgents', { count: badAgents, frame });
    }
    return {
      mode: source?.kind ?? 'none',
      playing,
      frame,
      frames: source?.kind === 'live' ? frame + 1 : (source?.count ?? 0),
      agents: record ? (record.length - 8) / 16 : 0,
      frameHash,
      badAgents,
      dt: source?.dt ?? 0,
      seconds: (frame + 1) * (source?.dt ?? 0),
      fps: playing ? fps : 0,
      pace: playing ? pace : 1,
      limit: playing && pace !== null && pace < KEEPS_UP ? limit : 'none',
      stepMs: source?.stepMs ?? 0,
      solver: source?.solver ?? null,
      renderer,
      width: canvas.width,
      height: canvas.height,
      scale: scale(),
    };
  }

  function tell() {
    onStatus(status());
    statusAt = performance.now();
  }

  /** Hashing a huge frame takes time: then status comes less often, and never costs more than a twentieth. */
  function tellSometimes() {
    if (performance.now() - statusAt >= Math.max(STATUS_MS, hashMs * 20)) tell();
  }

  /** @param {unknown} error */
  function tellFailure(error) {
    const { code, values } = packError(error);
    onNotice(code, values);
  }

  // ---- Moving while playing ----

  /**
   * @param {number} frames how far to move
   * @returns {number} how far it could
   */
  function moveBy(frames) {
    let rest = frames;
    while (rest > 0 && source) {
      const room = 1 - painter.share;
      if (rest <= room) {
        painter.moveTo(painter.share + rest);
        return frames;
      }
      if (room > 0) painter.moveTo(1);
      rest -= room;
      const record = source.take(painter.index + 1);
      if (!record) return frames - rest;
      painter.push(record, painter.index + 1);
      // The first frame after a clear is shown whole at once; it took no time to get there.
    }
    return frames - Math.max(0, rest);
  }

  const atEnd = () => source !== null && source.ended && painter.index >= source.count - 1 && painter.share === 1;

  /** @param {number} now_ms */
  function tick(now_ms) {
    ticking = false;
    if (destroyed || !playing) return;
    if (jobs > 0 || !source) {
      clock.pause();
      quality.pause();
      schedule();
      return;
    }
    try {
      const wanted = clock.elapsed(now_ms) / frameInterval(source.dt);
      const started = performance.now();
      const moved = moveBy(wanted);
      view.present();
      advanceMs += (performance.now() - started - advanceMs) * 0.1;
      meter.add(now_ms, moved);
      limit = moved < wanted ? (source.kind === 'live' ? 'simulation' : 'reading') : 'drawing';
      if (source.error && !toldFailure) {
        toldFailure = true;
        tellFailure(source.error);
      }
      if (atEnd()) playing = false;
      if (!playing || quality.picture(now_ms)) exclusive(applySize).catch(tellFailure);
      if (playing) tellSometimes();
      else tell();
    } catch (error) {
      playing = false;
      tellFailure(error);
      tell();
    }
    schedule();
  }

  function schedule() {
    if (ticking || destroyed || !playing) return;
    ticking = true;
    requestAnimationFrame(tick);
  }

  // ---- Jobs ----

  /**
   * @template T
   * @param {() => T | Promise<T>} job
   * @returns {Promise<T>}
   */
  function exclusive(job) {
    jobs += 1;
    const run = lastJob.then(job).finally(() => {
      jobs -= 1;
      clock.pause();
      quality.pause();
      meter.pause();
      if (!destroyed) tell();
    });
    lastJob = run.catch(() => {});
    return run;
  }

  /**
   * Paint the picture of a frame.
   * @param {number} frame
   * @param {number} behind how many frames of trails
   * @param {() => boolean} [wanted] false: somebody wants another frame by now, give up
   */
  async function paint(frame, behind, wanted = () => true) {
    if (!source) return;
    const target = Math.max(0, frame);
    const from = Math.max(source.first, target - behind);
    // One by one, so that no more than a few frames are ever asked for; and before the picture is given up.
    if (source.kind === 'live') for (let at = source.count; at < from; at++) await source.read(at);
    painter.start(source.dt);
    let sliceStart = performance.now();
    for (let at = from; at <= target; at++) {
      const record = await source.read(at);
      if (performance.now() - sliceStart > YIELD_MS) {
        await yieldToMessages();
        sliceStart = performance.now();
      }
      if (!wanted()) return;
      painter.push(record, at);
      painter.moveTo(1);
    }
  }

  /**
   * Refuses a frame that cannot be shown.
   * @param {number} frame
   * @param {number} last
   */
  function requireFrame(frame, last) {
    if (!source) return;
    const { kind, count, first } = source;
    if (frame > last) {
      if (kind === 'recording') throw new PlainError('noSuchFrame', { frame, frames: count });
      throw new PlainError('frameAhead', { frame, last });
    }
    if (frame < first) throw new PlainError('frameGone', { frame, first });
  }

  const camera = () => (follows ? { ...resting, zoom: FOLLOW_ZOOM, follows } : resting);

  const trailFrames = () => (source ? view.warmupFrames(source.dt) : 0);

  /** @param {() => void} [beforePresent] */
  async function repaint(beforePresent) {
    if (source && painter.index >= 0) {
      const shown = painter.frame;
      const moving = playing;
      const affordable = Math.max(4, Math.floor(REPAINT_MS / Math.max(0.25, advanceMs)));
      const behind = moving ? Math.min(affordable, trailFrames()) : trailFrames();
      await paint(shown, behind, () => moving || !playing);
      hurried = painter.index !== shown;
      if (hurried) await paint(shown, SCRUB_FRAMES); // play was pressed meanwhile
    }
    beforePresent?.();
    if (source && painter.index >= 0) view.present();
  }

  /** Only a moving picture is ever drawn smaller than it is shown. */
  const scale = () => (playing ? quality.scale() : 1);

  async function applySize() {
    const width = Math.max(1, Math.round(fullWidth * scale()));
    const height = Math.max(1, Math.round(fullHeight * scale()));
    if (canvas.width === width && canvas.height === height && (playing || !hurried)) return;
    view.resize(width, height);
    // A canvas is emptied when its size is set: not before there is a picture to fill it with, or it would flash.
    await repaint(() => {
      canvas.width = width;
      canvas.height = height;
    });
  }

  view.resize(fullWidth, fullHeight);

  /** @param {import('../types.js').Source} next */
  function replaceSource(next) {
    source?.destroy();
    source = next;
    toldBad = toldFailure = false;
    meter.reset();
    quality.reset();
    limit = 'none';
    painter.start(next.dt);
  }

  /**
   * The simulation's word on its world, as the renderer needs it.
   * @param {Record<string, string>} params
   * @returns {import('../types.js').Stage}
   */
  const stageOf = (params) => ({
    world_width: Number(params.world_width),
    world_height: Number(params.world_height),
    wraps: params.boundary === 'wrap',
    min_speed: Number(params.min_speed),
    max_speed: Number(params.max_speed),
  });

  /** @param {Record<string, string>} next all of it, or, when an entry is bad, nothing */
  function changeLook(next) {
    try {
      view.setLook(next);
      look = next;
    } catch (error) {
      view.setLook(look);
      throw error;
    }
  }

  /** @param {Record<string, string>} next a bad entry is told and the show goes on in the default look */
  function tryLook(next) {
    look = {};
    try {
      changeLook(next);
    } catch (error) {
      tellFailure(error);
    }
  }

  /** @param {LiveOptions} options */
  async function startLive(options) {
    const params = await sim.call('create', { entries: options.entries });
    tryLook(options.look);
    stage = stageOf(params);
    view.setStage(stage);
    resting = COVER;
    view.setCamera(camera());
    const dt = Number(params.dt);
    replaceSource(createLiveSource(sim, { dt, keep: view.warmupFrames(dt), onFrame: () => {} }));
    liveOptions = options;
    const start = options.warm && Number(params.agents) <= WARM_AGENTS ? WARM_FRAME : 0;
    await paint(options.still ?? start, options.still === undefined ? WARM_TRAILS : Infinity);
    await applySize();
    view.present();
    return params;
  }

  return {
    openLive: (options) =>
      exclusive(async () => {
        const params = await startLive({ ...options, warm: true });
        playing = options.still === undefined;
        schedule();
        return params;
      }),

    openRecording: ({ file, look }) =>
      exclusive(async () => {
        const next = await openRecording(file, view, () => {});
        try {
          stage = await next.applyStage();
        } catch (error) {
          next.destroy();
          throw error;
        }
        tryLook(look);
        resting = CONTAIN;
        view.setCamera(camera());
        replaceSource(next);
        await paint(0, 0);
        await applySize();
        view.present();
        playing = true;
        schedule();
        return next.info();
      }),

    async play() {
      if (playing) return;
      if (atEnd()) await exclusive(() => paint(0, 0));
      playing = true;
      clock.pause();
      meter.reset();
      schedule();
      tell();
      await exclusive(applySize);
    },

    async pause() {
      playing = false;
      quality.pause();
      tell();
      await exclusive(applySize);
    },

    step: (by) =>
      exclusive(async () => {
        if (!source) return;
        playing = false;
        if (by > 0 && painter.share < 1) {
          painter.moveTo(1);
        } else if (by > 0) {
          if (source.ended && painter.index >= source.count - 1) return;
          const record = await source.read(painter.index + 1);
          painter.push(record, painter.index + 1);
          painter.moveTo(1);
        } else {
          const back = painter.share < 1 ? painter.frame : painter.frame - 1;
          if (back < source.first) throw new PlainError('noStepBack');
          await paint(back, trailFrames());
        }
        await applySize();
        view.present();
      }),

    async seek(frame, scrub) {
      const ticket = ++seekTicket;
      await exclusive(async () => {
        if (ticket !== seekTicket || !source) return; // a later one follows
        requireFrame(frame, source.count - 1 + (source.kind === 'live' ? SEEK_AHEAD : 0));
        // A live flock cannot return to where it was, so it goes all the way.
        const wanted = () => scrub || source?.kind === 'live' || ticket === seekTicket;
        await paint(frame, scrub ? SCRUB_FRAMES : trailFrames(), wanted);
        if (wanted()) view.present();
      });
    },

    restart: () =>
      exclusive(async () => {
        if (source?.kind === 'recording') await paint(0, 0);
        else if (liveOptions) await startLive({ ...liveOptions, still: undefined, warm: false });
        view.present();
      }),

    setLook: (next) =>
      exclusive(async () => {
        changeLook(next);
        if (playing) view.present();
        else await repaint();
      }),

    follow: (wanted) =>
      exclusive(async () => {
        follows = wanted;
        view.setCamera(camera());
        await repaint();
      }),

    async resize(width, height) {
      // What was learnt at a far larger size says nothing here.
      if (width * height < (fullWidth * fullHeight) / 2) quality.reset();
      fullWidth = width;
      fullHeight = height;
      await exclusive(applySize);
    },

    /** The canvas keeps showing its last picture: this one is made beside it and read back. */
    picture: ({ frame, width = fullWidth, height = fullHeight }) =>
      exclusive(async () => {
        if (!source || painter.index < 0) throw new PlainError('nothingShown');
        const shown = painter.frame;
        const wanted = frame ?? shown;
        requireFrame(wanted, source.kind === 'live' ? shown : source.count - 1);
        try {
          view.resize(width, height);
          view.setCamera(CONTAIN);
          await paint(wanted, trailFrames());
          return { width, height, rgba: view.readPixels(width, height) };
        } finally {
          view.setCamera(camera());
          view.resize(canvas.width, canvas.height);
          await paint(shown, trailFrames());
          view.present();
        }
      }),

    outlastLostContext: (restored) =>
      exclusive(async () => {
        view.release();
        await restored;
        view.recreate();
        view.setLook(look);
        if (stage) view.setStage(stage);
        view.setCamera(camera());
        view.resize(canvas.width, canvas.height);
        await repaint();
      }),

    destroy() {
      destroyed = true;
      playing = false;
      source?.destroy();
      view.destroy();
    },
  };
}
