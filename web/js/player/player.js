import { PlainError, packError } from '../errors.js';
import { createAttraction } from './attraction.js';
import { fileBytes } from './bytes.js';
import { FOLLOW_ZOOM, movedCamera, toWorld, toWorldLength } from './camera.js';
import { createClock, frameInterval } from './clock.js';
import { createCooling } from './cooling.js';
import { createInsight } from './insight.js';
import { createLiveSource } from './live-source.js';
import { createMeter } from './meter.js';
import { createPainter } from './painter.js';
import { problemCode } from './problem.js';
import { createQuality } from './quality.js';

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
 * @property {(options: RecordingOptions) => Promise<RecordingInfo & {look: Record<string, string>}>} openRecording
 *   `look`: the one in force, which is that of the scene it carries
 * @property {() => void} stopOpening a recording that is not shown yet
 * @property {() => Promise<void>} play
 * @property {() => Promise<void>} pause
 * @property {(by: number) => Promise<void>} step
 * @property {(seconds: number) => Promise<void>} jump forth or, below 0, back
 * @property {(frame: number, manner: SeekManner) => Promise<void>} seek
 * @property {() => Promise<void>} goLive on from the newest frame of a live flock
 * @property {(speed: number) => Promise<void>} setSpeed
 * @property {(entries?: import('../types.js').SceneEntry[]) => Promise<Record<string, string> | null>} restart a live
 *   flock as these entries say; tells the world's parameters
 * @property {(options: ChangeOptions) => Promise<void>} change the running flock
 * @property {(drag: import('./attraction.js').Drag | null) => void} drag the flock along; null: let go
 * @property {() => Promise<string>} scene of the running flock with every change, as JSON
 * @property {(moves: import('./camera.js').CameraMove[]) => Promise<Partial<Camera>>} moveCamera tells what is other
 *   than usual of it then
 * @property {(look: Record<string, string>, preview?: boolean) => Promise<void>} setLook `preview`: another follows
 *   at once, so trails may be short
 * @property {(wanted: boolean, keeps?: boolean) => Promise<Partial<Camera>>} follow the flock with the camera, from its
 *   usual distance unless it keeps its own
 * @property {(width: number, height: number) => Promise<void>} resize
 * @property {(options: PictureOptions) => Promise<Picture>} picture
 * @property {(sight: import('./insight.js').Sight) => Promise<import('./insight.js').Insight>} insight into the flock as
 *   a whole and what it costs
 * @property {<T>(work: (loan: import('../export/studio.js').Loan) => Promise<T>, draws: boolean) => Promise<T>} lend
 *   its frames and, where it `draws`, its renderer to a job; the canvas keeps its picture, and playing waits
 * @property {() => void} park give the graphics context up; what needs to draw waits
 * @property {() => Promise<void>} unpark take it back
 * @property {() => boolean} isParked
 * @property {(wanted: boolean) => Promise<void>} setTransparent leave the background out
 * @property {(adapts: boolean) => Promise<void>} setQuality whether pictures get smaller where drawing is slow
 * @property {(restored: Promise<void>) => Promise<void>} outlastLostContext everything on the GPU is gone; nothing
 *   can be drawn until `restored`
 * @property {() => void} destroy
 *
 * @typedef {object} LiveOptions
 * @property {import('../types.js').SceneEntry[]} entries
 * @property {Record<string, string>} look
 * @property {Partial<import('../types.js').Camera>} [camera] what is other than usual
 * @property {number} [still] stay at this frame instead of playing on
 * @property {boolean} [strict] an entry of the look that cannot be is a reason to refuse the scene
 * @property {boolean} [warm] begin where a flock has formed; a start state is random, and looks it
 *
 * @typedef {object} ChangeOptions
 * @property {Record<string, string>} changes of parameters
 * @property {Record<string, string>} before their values in force
 *
 * @typedef {object} RecordingOptions
 * @property {File} [file]
 * @property {string} [url] in place of a file
 * @property {boolean} [still] stay at the first frame instead of playing
 *
 * How a frame is sought: `exact` the one named, or a refusal; `scrub` the nearest there is, with short trails, and
 * nothing moves until the bar is let go; `settle` the nearest there is.
 * @typedef {'exact' | 'scrub' | 'settle'} SeekManner
 *
 * @typedef {{frame?: number, width?: number, height?: number}} PictureOptions
 * @typedef {{width: number, height: number, rgba: Uint8ClampedArray<ArrayBuffer>}} Picture
 */

const STATUS_MS = 100;
const KEEPS_UP = 0.9; // slower than this is told
const SCRUB_FRAMES = 8; // trails are short while the seek bar is dragged
const SCRUB_MS = 100; // and shorter where drawing is slow
const BATCH_FRAMES = 16; // painted before looking up: whether they are drawn, whether somebody waits
const NEWER = 0.3; // weight of the latest in a running mean
const SHORT_SHARE = 0.3; // of pictures that waited for frames: more, and it is not drawing that limits the flock
const EASY_LEAD = 2; // frames in hand; with fewer the simulation sets the pace
const SHOWN_MS = 500; // most that a job waits for its picture to be shown
const WARM_FRAME = 80; // four simulated seconds
const WARM_TRAILS = 2; // frames of trails to begin with: drawing more would delay the first picture
const WARM_AGENTS = 20_000; // more take longer to warm up than people like to wait
const SEEK_AHEAD = 1000; // frames a live flock may be sent ahead; they are all computed on the way
const YIELD_MS = 12; // of painting at a time
const MOVE_MS = 16; // of trails in a picture that the camera moves over
const REPAINT_MS = 80; // most that a playing picture waits for its trails after a change of size

const COVER = /** @type {Camera} */ ({ fit: 'cover', zoom: 1, centerX: 0, centerY: 0, follows: false });
const CONTAIN = /** @type {Camera} */ ({ ...COVER, fit: 'contain' });

/** Pictures asked for faster than they are shown would pile up. A hidden page shows none, and waits for none. */
const pictureShown = () =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, SHOWN_MS);
  });

/**
 * @param {object} parts
 * @param {HTMLCanvasElement | OffscreenCanvas} parts.canvas
 * @param {import('../wasm/view-module.js').View} parts.view
 * @param {import('../rpc.js').Peer} parts.sim
 * @param {number} parts.ringBytes for frames of a live flock
 * @param {(status: Status) => void} parts.onStatus
 * @param {(code: string, values?: Record<string, string | number>) => void} parts.onNotice
 * @param {(received: number, total: number | null) => void} parts.onProgress of a download that is not shown yet
 * @returns {Player}
 */
export function createPlayer({ canvas, view, sim, ringBytes, onStatus, onNotice, onProgress }) {
  const painter = createPainter(view);
  const clock = createClock();
  const meter = createMeter();
  const quality = createQuality();
  const cooling = createCooling();
  const insight = createInsight({ view, painter, sim });
  const renderer = view.description();

  /** @type {import('../types.js').Source | null} */
  let source = null;
  /** @type {LiveOptions | null} */
  let liveOptions = null;
  /** @type {Record<string, string>} */
  let look = {};
  let resting = COVER; // the camera when it does not follow
  let follows = false;
  /** @type {Partial<Camera>} what is asked for beside these */
  let aim = {};
  /** @type {'quickly' | 'wholly' | null} how trails are to be drawn after a move of the camera */
  let moved = null;
  let strongestTurn = 0; // of the live flock's agents
  /** @type {import('../types.js').Stage | null} */
  let stage = null;
  let fullWidth = canvas.width;
  let fullHeight = canvas.height;
  let playing = false;
  let held = false; // by a seek bar that is being dragged
  let speed = 1;
  let newest = -1; // frame of the live flock shown so far
  let steps = 0; // yet to be taken
  let jobs = 0;
  /** @type {Promise<any>} */
  let lastJob = Promise.resolve();
  let seekTicket = 0;
  let ticking = false;
  let destroyed = false;
  let adapts = true; // the picture's size to the time it takes
  let parked = false;
  /** @type {Promise<void>} */
  let contextGone = Promise.resolve();
  let noteLoss = () => {};
  let drawMs = 2; // a frame of trails, on average of late
  let statusAt = 0;
  let hashMs = 0;
  let hurried = false; // the last repaint was cut short
  let toldBad = false;
  let toldCooling = false;
  let toldFailure = false;
  let toldProblem = false;
  /** @type {ReturnType<typeof createOpening> | null} a recording that is being opened */
  let opening = null;

  const attraction = createAttraction((changes) => {
    sim.call('changeAll', { changes, before: {} }).catch(tellFailure);
  });

  // ---- Telling ----

  /** @returns {Status} */
  function status() {
    const record = painter.record;
    const { fps, framesPerSecond, short } = meter.read();
    const pace = source && framesPerSecond !== null ? framesPerSecond * frameInterval(source.dt) : null;
    const lags = playing && !held && pace !== null && pace < KEEPS_UP * speed;
    const feeds = source?.kind === 'recording' ? 'reading' : 'simulation';
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
      first: source?.first ?? 0,
      frames: source ? lastFrame() + 1 : 0,
      loading: source?.loading ?? null,
      problem: source?.problem ?? null,
      behind: source?.kind === 'live' ? newest - frame : 0,
      agents: record ? (record.length - 8) / 16 : 0,
      frameHash,
      badAgents,
      dt: source?.dt ?? 0,
      seconds: (frame + 1) * (source?.dt ?? 0),
      fps: !playing ? 0 : held ? null : fps,
      speed,
      pace: playing ? pace : speed,
      limit: !lags ? 'none' : short > SHORT_SHARE ? feeds : 'drawing',
      stepMs: source?.stepMs ?? 0,
      solver: source?.solver ?? null,
      renderer,
      width: canvas.width,
      height: canvas.height,
      scale: scale(),
      camera: camera(),
    };
  }

  /** The last frame that can be gone to: of a live flock the newest shown, since it does not run ahead. */
  const lastFrame = () => (source?.kind === 'live' ? newest : (source?.count ?? 0) - 1);

  function noteNewest() {
    if (source?.kind === 'live') newest = Math.max(newest, painter.frame);
  }

  function tell() {
    onStatus(status());
    statusAt = performance.now();
  }

  /** Hashing a huge frame takes time: then status comes less often, and never costs more than a twentieth. */
  function tellSometimes() {
    if (performance.now() - statusAt >= Math.max(STATUS_MS, hashMs * 20)) tell();
  }

  /** More is known of the recording, or all. @param {import('./recording-source.js').RecordingSource} grown */
  function tellGrowth(grown) {
    if (source !== grown) return;
    const { problem, name, origin, frames } = grown.info();
    if (problem && !toldProblem) {
      toldProblem = true;
      onNotice(problemCode(problem.kind), { name, frames, offset: problem.offset, origin: origin ?? '' });
    }
    if (!playing) tell();
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

  /**
   * A simulation that cannot keep up sets the pace: a flock that moves evenly looks better than one that rushes to
   * the newest frame and waits there.
   * @param {number} frames wanted
   * @param {number} seconds
   */
  function evenly(frames, seconds) {
    if (source?.kind !== 'live' || !source.stepMs) return frames;
    const lead = source.count - painter.index - painter.share;
    if (lead >= EASY_LEAD) return frames;
    return Math.min(frames, ((seconds * 1000) / source.stepMs) * (0.5 + lead / 2));
  }

  const atEnd = () => source !== null && source.ended && painter.index >= source.count - 1 && painter.share === 1;

  /** @param {number} now_ms */
  function tick(now_ms) {
    ticking = false;
    if (destroyed || !playing) return;
    if (jobs > 0 || held || !source) {
      clock.pause();
      quality.pause();
      cooling.pause();
      if (held && jobs === 0) tellSometimes();
      schedule();
      return;
    }
    // Not every browser holds pictures back until the GPU has drawn the ones before: they would pile up.
    if (view.isLost() || view.isBehind() || cooling.skips()) return schedule();
    try {
      const pictureGiven = insight.pictureBegins();
      const seconds = clock.elapsed(now_ms);
      if (moved) takeMove();
      const wanted = Math.min((seconds * speed) / frameInterval(source.dt), quality.mostFrames());
      const done = moveBy(evenly(wanted, seconds));
      noteNewest();
      view.present();
      meter.add(now_ms, done, done < wanted);
      pictureGiven();
      if (cooling.picture(now_ms, scale()) && !toldCooling) {
        toldCooling = true;
        onNotice('cooling');
      }
      if (source.error && !toldFailure) {
        toldFailure = true;
        tellFailure(source.error);
      }
      if (atEnd()) playing = false;
      if (!playing || quality.picture(now_ms, done)) exclusive(applySize).catch(tellFailure);
      if (playing) tellSometimes();
      else tell();
    } catch (error) {
      // What failed for want of a context goes on when it is back.
      if (!view.isLost()) {
        playing = false;
        tellFailure(error);
        tell();
      }
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
      noteNewest();
      clock.pause();
      quality.pause();
      meter.pause();
      if (!destroyed) tell();
    });
    lastJob = run.catch(() => {});
    return run;
  }

  /**
   * Paint the picture of a frame. The renderer is never given more than a batch that it has not drawn yet: whatever
   * else wants to be drawn, the page's controls first, does not wait long.
   * @param {number} frame
   * @param {number} behind how many frames of trails
   * @param {() => boolean} [wanted] false: give up
   * @returns {Promise<boolean>} whether it was painted to its end
   */
  async function paint(frame, behind, wanted = () => true) {
    if (!source) return true;
    const target = Math.max(0, frame);
    const from = Math.max(source.first, target - behind);
    // One by one, so that no more than a few frames are ever asked for; and before the picture is given up.
    if (source.kind === 'live') for (let at = source.count; at < from; at++) await source.read(at);
    painter.start(source.dt);
    let batchStart = performance.now();
    let batch = 0;
    for (let at = from; at <= target; at++) {
      const record = await source.read(at);
      if (!wanted()) return false;
      painter.push(record, at);
      painter.moveTo(1);
      batch += 1;
      if (batch < BATCH_FRAMES && at < target && performance.now() - batchStart < YIELD_MS) continue;
      await view.drawn();
      drawMs += ((performance.now() - batchStart) / batch - drawMs) * NEWER;
      batchStart = performance.now();
      batch = 0;
    }
    return true;
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
      if (kind === 'recording') {
        throw new PlainError(source.ended ? 'noSuchFrame' : 'frameNotYet', { frame, frames: count });
      }
      throw new PlainError('frameAhead', { frame, last });
    }
    if (frame < first) throw new PlainError('frameGone', { frame, first });
  }

  const camera = () => ({ ...resting, ...(follows ? { zoom: FOLLOW_ZOOM, follows } : {}), ...aim });

  const fullSize = () => ({ width: fullWidth, height: fullHeight });

  /** @param {import('./attraction.js').Drag} drag */
  function placeOf({ at, reach, pull }) {
    const known = { camera: camera(), stage: /** @type {import('../types.js').Stage} */ (stage), size: fullSize() };
    return {
      ...toWorld(at, { ...known, middle: view.center() }),
      radius: toWorldLength(reach, known.camera, known.stage, known.size),
      strength: pull * strongestTurn,
    };
  }

  /**
   * Trails anew, as the camera sees them now, while the picture's moment stays.
   * @param {number} frames of trails
   */
  function redrawTrails(frames) {
    const { index, share } = painter;
    /** @type {Uint8Array[]} */
    const records = [];
    for (let at = index; at >= Math.max(0, index - frames); at--) {
      const record = source?.peek(at);
      if (!record) break;
      records.unshift(record);
    }
    if (!source || records.length === 0) return;
    painter.start(source.dt);
    for (const [i, record] of records.entries()) {
      painter.push(record, index - records.length + 1 + i);
      if (painter.share < 1) painter.moveTo(i < records.length - 1 ? 1 : share);
    }
  }

  /** Of a camera that moves; few where drawing is slow. */
  const moveTrails = () => Math.max(1, Math.min(SCRUB_FRAMES, Math.floor(MOVE_MS / drawMs)));

  /** While playing: the camera's move, without a stop. */
  function takeMove() {
    view.setCamera(camera());
    redrawTrails(moved === 'quickly' ? moveTrails() : quickTrails());
    moved = null;
  }

  /** While the picture stands: the camera's move, with all trails in the end. */
  async function showMove() {
    const way = moved;
    moved = null;
    if (!way) return; // shown along with another
    view.setCamera(camera());
    if (way === 'wholly') return repaint();
    hurried = true;
    redrawTrails(moveTrails());
    view.present();
    await Promise.all([pictureShown(), view.drawn()]);
  }

  async function toNewest() {
    held = false;
    if (source?.kind !== 'live' || painter.frame === newest) return;
    await paint(newest, quickTrails());
    view.present();
  }

  const trailFrames = () => (source ? view.warmupFrames(source.dt) : 0);

  /** A picture that is about to move on does not wait for all of its trails. */
  const quickTrails = () => Math.min(trailFrames(), Math.max(4, Math.floor(REPAINT_MS / drawMs)));

  const scrubTrails = () => Math.min(SCRUB_FRAMES, Math.floor(SCRUB_MS / drawMs));

  /** Somebody is waiting for the next job: this one's picture need not be complete. */
  const othersWait = () => jobs > 1;

  /**
   * Paint the picture of a frame: a moving one quickly, a standing one whole, unless somebody waits meanwhile.
   * @param {number} frame
   */
  async function paintFitting(frame) {
    hurried = false;
    if (playing) await paint(frame, quickTrails());
    else hurried = !(await paint(frame, trailFrames(), () => !othersWait()));
    if (hurried) await paint(frame, scrubTrails());
  }

  /** @param {number} frame */
  async function show(frame) {
    await paintFitting(frame);
    view.present();
    if (hurried) await pictureShown();
  }

  /** @param {() => void} [beforePresent] */
  async function repaint(beforePresent) {
    const shown = source ? painter.frame : -1;
    if (shown >= 0) await paintFitting(shown);
    beforePresent?.();
    if (shown >= 0) view.present();
  }

  /** Only a moving picture is ever drawn smaller than it is shown. */
  const scale = () => (playing && adapts ? quality.scale() : 1);

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
    next.expectSpeed?.(speed);
    toldBad = toldFailure = toldProblem = held = false;
    newest = -1;
    meter.reset();
    quality.reset();
    cooling.reset();
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
    const before = look;
    if (options.strict) changeLook(options.look);
    const params = await sim.call('create', { entries: options.entries }).catch((error) => {
      changeLook(before);
      throw error;
    });
    if (!options.strict) tryLook(options.look);
    stage = stageOf(params);
    view.setStage(stage);
    resting = COVER;
    aim = options.camera ?? {};
    view.setCamera(camera());
    const frameBytes = 8 + 16 * Number(params.agents);
    attraction.forget();
    strongestTurn = Number(params.max_force);
    const beforeStep = () => attraction.beforeStep(placeOf);
    replaceSource(createLiveSource(sim, { dt: Number(params.dt), frameBytes, ringBytes, beforeStep }));
    liveOptions = options;
    const start = options.warm && Number(params.agents) <= WARM_AGENTS ? WARM_FRAME : 0;
    if (options.still === undefined) await paint(start, WARM_TRAILS);
    else await paint(Number(params.agents) <= WARM_AGENTS ? options.still : 0, Infinity);
    await applySize();
    view.present();
    return params;
  }

  /** @param {number} frame @returns {number} the nearest that can be gone to */
  function nearest(frame) {
    if (!source) return frame;
    const ahead = source.kind === 'live' && !playing ? SEEK_AHEAD : 0;
    return Math.max(source.first, Math.min(frame, lastFrame() + ahead));
  }

  /** @param {number} by */
  async function stepForth(by) {
    for (let left = by; left > 0 && source; left--) {
      if (painter.share === 1) {
        if (source.ended && painter.index >= source.count - 1) break;
        const record = await source.read(painter.index + 1);
        painter.push(record, painter.index + 1);
      }
      painter.moveTo(1);
    }
    view.present();
    if (othersWait()) await Promise.all([pictureShown(), view.drawn()]);
  }

  /** @param {number} by from within two frames the first step goes to the earlier one */
  async function stepBack(by) {
    if (!source || painter.index < 0) return;
    const frame = painter.frame + (painter.share < 1 ? 1 : 0);
    if (frame === source.first) {
      if (source.kind === 'live') throw new PlainError('noStepBack', { first: source.first });
      return;
    }
    await show(nearest(frame - by));
  }

  function stopOpening() {
    opening?.stop();
    opening = null;
  }

  function createOpening() {
    const stopping = new AbortController();
    return {
      signal: stopping.signal,
      stop: () => stopping.abort(),
      /** @param {number} received @param {number | null} total */
      progress(received, total) {
        if (opening?.signal === stopping.signal) onProgress(received, total);
      },
    };
  }

  /**
   * @param {Awaited<ReturnType<typeof import('./recording-source.js').openRecording>>} next
   * @param {ReturnType<typeof createOpening>} job
   * @param {boolean} still
   */
  async function showRecording(next, job, still) {
    try {
      view.setStage(await next.findStage());
      if (job.signal.aborted) throw new PlainError('stopped');
    } catch (error) {
      next.destroy();
      if (stage) view.setStage(stage);
      throw error;
    }
    opening = null; // it can be left, but no longer be stopped
    const info = next.info();
    stage = info.stage;
    tryLook(info.scene?.look ?? {});
    resting = CONTAIN;
    aim = {};
    view.setCamera(camera());
    replaceSource(next);
    toldProblem = info.problem !== null;
    playing = false;
    await paint(0, 0);
    await applySize();
    view.present();
    playing = !still;
    schedule();
    return { ...next.info(), look };
  }

  async function play() {
    held = false;
    if (playing) return;
    if (atEnd()) await exclusive(() => paint(0, 0));
    playing = true;
    clock.pause();
    meter.reset();
    schedule();
    tell();
    await exclusive(applySize);
  }

  return {
    openLive: (options) =>
      exclusive(async () => {
        stopOpening();
        const params = await startLive({ ...options, warm: true });
        playing = options.still === undefined;
        schedule();
        return params;
      }),

    async openRecording({ file, url, still = false }) {
      stopOpening();
      const job = createOpening();
      opening = job;
      try {
        const { params } = await sim.call('describe');
        // Who only watches the live flock never fetches these.
        const { openRecording } = await import('./recording-source.js');
        const { addressBytes } = await import('./address.js');
        const bytes = file ? fileBytes(file) : await addressBytes(String(url), job.signal, job.progress);
        const next = await openRecording(bytes, view, { params, onGrowth: () => tellGrowth(next) }).catch((error) => {
          bytes.destroy();
          throw error;
        });
        job.signal.addEventListener('abort', () => next.destroy(), { once: true });
        return await exclusive(() => showRecording(next, job, still));
      } catch (error) {
        throw job.signal.aborted ? new PlainError('stopped') : error;
      } finally {
        if (opening === job) opening = null;
      }
    },

    stopOpening,

    play,

    async pause() {
      playing = held = false;
      quality.pause();
      tell();
      await exclusive(applySize);
    },

    /** Steps that come while one is being drawn are taken together. */
    step(by) {
      steps += by;
      return exclusive(async () => {
        const all = steps;
        steps = 0;
        playing = held = false;
        if (all > 0) await stepForth(all);
        else if (all < 0) await stepBack(-all);
        if (!othersWait()) await applySize();
      });
    },

    jump: (seconds) =>
      exclusive(async () => {
        if (!source || painter.index < 0) return;
        held = false;
        const frames = Math.max(1, Math.round(Math.abs(seconds) / frameInterval(source.dt)));
        await show(nearest(painter.frame + Math.sign(seconds) * frames));
      }),

    async seek(frame, manner) {
      const ticket = ++seekTicket;
      held = manner === 'scrub';
      await exclusive(async () => {
        if (ticket !== seekTicket || !source) return; // a later one follows
        if (manner === 'exact') requireFrame(frame, lastFrame() + (source.kind === 'live' ? SEEK_AHEAD : 0));
        const target = manner === 'exact' ? frame : nearest(frame);
        if (manner !== 'scrub') return show(target);
        hurried = true;
        await paint(target, scrubTrails());
        view.present();
        await pictureShown();
      });
    },

    async goLive() {
      await exclusive(toNewest);
      if (source?.kind === 'live') await play();
    },

    async setSpeed(wanted) {
      speed = wanted;
      source?.expectSpeed?.(speed);
      meter.reset();
      quality.pause();
      tell();
    },

    restart: (entries) =>
      exclusive(async () => {
        let params = null;
        if (source?.kind === 'recording') await paint(0, 0);
        else if (liveOptions && entries) {
          params = await startLive({ ...liveOptions, entries, camera: aim, still: undefined, warm: false });
        }
        view.present();
        return params;
      }),

    async change({ changes, before }) {
      await sim.call('changeAll', { changes, before });
      if (changes.max_force) strongestTurn = Number(changes.max_force);
      if (painter.frame !== newest) await exclusive(toNewest);
    },

    drag(drag) {
      attraction.set(drag);
      source?.answerSoon?.(drag !== null);
      if (drag && jobs === 0 && source?.kind === 'live' && painter.frame !== newest) {
        exclusive(toNewest).catch(tellFailure);
      }
    },

    scene: () => sim.call('scene'),

    async moveCamera(moves) {
      if (!stage) return aim;
      for (const move of moves) {
        const { zoom, centerX, centerY } = movedCamera(camera(), move, stage, fullSize());
        aim = move.resets ? {} : { ...aim, zoom, centerX, centerY };
        moved = move.more && moved !== 'wholly' ? 'quickly' : 'wholly';
      }
      if (!playing || held) await exclusive(showMove);
      return aim;
    },

    setLook: (next, preview = false) =>
      exclusive(async () => {
        changeLook(next);
        if (playing) return view.present();
        if (!preview) return repaint();
        hurried = true;
        await paint(painter.frame, scrubTrails());
        view.present();
      }),

    follow: (wanted, keeps = false) =>
      exclusive(async () => {
        follows = wanted;
        if (!keeps) aim = aim.fit ? { fit: aim.fit } : {};
        view.setCamera(camera());
        await repaint();
        return aim;
      }),

    async resize(width, height) {
      // What was learnt at a far larger size says nothing here.
      if (width * height < (fullWidth * fullHeight) / 2) quality.reset();
      fullWidth = width;
      fullHeight = height;
      await exclusive(applySize);
    },

    insight: (sight) => insight.read(source, stage, sight),

    /** The canvas keeps showing its last picture: this one is made beside it and read back. */
    picture: ({ frame, width = fullWidth, height = fullHeight }) =>
      exclusive(async () => {
        if (!source || painter.index < 0) throw new PlainError('nothingShown');
        const shown = painter.frame;
        const wanted = frame ?? shown;
        requireFrame(wanted, lastFrame());
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

    lend: (work, draws) =>
      exclusive(async () => {
        if (!source || painter.index < 0) throw new PlainError('nothingShown');
        const shown = painter.frame;
        try {
          return await work({ view, painter, source, sim, shown, last: lastFrame(), camera: camera() });
        } finally {
          if (draws) {
            view.setCamera(camera());
            view.resize(canvas.width, canvas.height);
            await show(nearest(shown));
          }
        }
      }),

    isParked: () => parked,

    park() {
      if (parked) return;
      parked = true;
      contextGone = new Promise((resolve) => (noteLoss = resolve));
      view.giveUpContext();
    },

    /** A context can only be taken back once its loss has been told. The picture comes back before anything else. */
    async unpark() {
      if (!parked) return;
      await contextGone;
      parked = false;
      view.takeContextBack();
      await exclusive(() => {});
    },

    setTransparent: (wanted) =>
      exclusive(async () => {
        view.setTransparent(wanted);
        if (painter.index >= 0) view.present();
      }),

    async setQuality(wanted) {
      adapts = wanted;
      await exclusive(applySize);
    },

    outlastLostContext(restored) {
      noteLoss();
      return exclusive(async () => {
        view.release();
        await restored;
        view.recreate();
        view.setLook(look);
        if (stage) view.setStage(stage);
        view.setCamera(camera());
        view.resize(canvas.width, canvas.height);
        await repaint();
      });
    },

    destroy() {
      destroyed = true;
      playing = false;
      stopOpening();
      source?.destroy();
      view.destroy();
    },
  };
}
