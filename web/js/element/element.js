import { PlainError, isStopped } from '../errors.js';
import { compiledModules } from '../library/modules.js';
import { placesFrom } from '../library/places.js';
import { startWorker } from '../library/start-worker.js';
import { inWords } from '../library/words.js';
import { missingCapability } from '../capabilities.js';
import { findScene } from '../scenes.js';
import { ATTRIBUTES, CHOICES, NUMBERS, SWITCHES, TEXTS, readSettings, warn } from './attributes.js';
import { contextsMayBeFree, dropContext, takeContext } from './contexts.js';
import { createControls } from './controls.js';
import { labelsFor } from './labels.js';
import { watchPresence } from './presence.js';
import { createSession } from './session.js';
import { createShell } from './shell.js';

// <boid-forge>: a flock, live or recorded, as part of somebody's page. docs/embedding.md describes it for people.
//
// Three things decide whether it moves: that somebody wants it to (`paused`), that it is seen, and that a graphics
// context is free. `#update` compares them with what is so, and is called when any of them changes.

/**
 * @typedef {import('./session.js').Wanted} Wanted
 * @typedef {{promise: Promise<void>, resolve: () => void, reject: (error: unknown) => void}} Ready
 */

// On a server there is nothing to extend; importing must be harmless there.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

const overtaken = () =>
  Object.assign(new Error('The element was removed meanwhile, or is to show something else.'), { code: 'stopped' });

const reducesMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class BoidForgeElement extends Base {
  static observedAttributes = ATTRIBUTES;

  #settings = readSettings(this);
  /** @type {ReturnType<typeof createShell> | null} */
  #shell = null;
  /** @type {ReturnType<typeof createControls> | null} */
  #controls = null;
  /** @type {import('./session.js').Session | null} */
  #session = null;
  /** @type {AbortController | null} of a session that is being made, or is there */
  #life = null;
  /** @type {Wanted | null} given to `load` in place of attributes */
  #given = null;
  /** @type {import('../types.js').Status | null} */
  #status = null;
  #presence = { near: false, shown: false };
  #paused = true;
  #asked = false; // to play, by a person or a program: that counts more than a wish for less motion
  #failed = false;
  #refused = false; // what was to be shown; the engine is there
  #gone = false; // until it is put into a document again
  #opened = false; // its first picture is there
  #isRunning = false;
  #updating = false;
  #unwatch = () => {};
  /** @type {Ready | null} */
  #ready = null;
  #toldTime = -1;
  #lost = false; // the browser took the graphics context

  #holder = {
    isShown: () => this.#presence.shown,
    isSpare: () => !this.#presence.shown && this.#opened,
    giveUp: () => {
      if (!this.#session) return;
      this.#shell?.keepStill(this.#session.canvas);
      this.#shell?.show('still');
      this.#session.park();
    },
    retry: () => this.#update(),
  };

  // ---- Life ----

  connectedCallback() {
    if (this.#shell && this.#life) return; // moved within the document
    this.#takeEarlyProperties();
    if (this.#gone) this.#ready = null;
    this.#gone = false;
    this.#settings = readSettings(this);
    if (!this.#shell) {
      this.#controls = createControls({
        toggle: () => (this.paused ? this.play() : this.pause()),
        reset: () => this.reset().catch(() => {}),
        seek: (seconds) => (this.currentTime = seconds),
        fullScreen: () => this.#toggleFullScreen(),
      });
      this.#shell = createShell(this, this.#controls.element);
      this.#listenToPointer(this.#shell.stage);
    }
    this.#life = new AbortController();
    this.#paused = !this.#settings.autoplay;
    this.#dress();
    this.#shell.show('poster');
    this.#unwatch = watchPresence(this, (presence) => {
      this.#presence = presence;
      this.#update();
      if (!presence.shown) contextsMayBeFree();
    });
    const { signal } = this.#life;
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    motion.addEventListener('change', () => this.#update(), { signal });
    document.addEventListener('fullscreenchange', () => this.#updateControls(), { signal });
    this.#update();
  }

  disconnectedCallback() {
    // One that is only moved is connected again at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.dispose();
    });
  }

  adoptedCallback() {
    this.#shell?.adopt();
  }

  /** Properties that were set before the element was known hide its own. */
  #takeEarlyProperties() {
    for (const [name, value] of Object.entries(this)) {
      if (!(name in BoidForgeElement.prototype)) continue;
      delete (/** @type {any} */ (this)[name]);
      Reflect.set(this, name, value);
    }
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (before === now || !this.#life) return;
    const old = this.#settings;
    const settings = readSettings(this);
    this.#settings = settings;
    this.#dress();
    if (name === 'scene' || name === 'src') this.#restart(null);
    else if (name === 'threads' || name === 'wasm-base') this.#renew();
    else if (this.#refused) this.#restart(this.#given);
    else {
      this.#session?.apply(settings).catch((error) => this.#tellFailure(error));
      if (name === 'autoplay' && settings.autoplay && !old.autoplay && !this.#opened) this.#setPaused(false);
    }
    this.#update();
  }

  /** Free everything: workers, the graphics context, memory. Put into a document again, it starts anew. */
  dispose() {
    this.#unwatch();
    this.#life?.abort();
    this.#life = null;
    this.#endSession();
    this.#shell?.show('poster');
    this.#given = null;
    this.#asked = this.#failed = false;
    this.#gone = true;
    this.#ready?.reject(overtaken());
    this.#ready = null;
  }

  #endSession() {
    this.#session?.destroy();
    this.#session = null;
    this.#opened = this.#isRunning = this.#refused = this.#lost = false;
    this.#status = null;
    dropContext(this.#holder);
  }

  /** Another engine for the same flock. */
  #renew() {
    this.#life?.abort();
    this.#life = new AbortController();
    if (this.#opened || this.#failed || this.#refused) this.#ready = null; // settled
    this.#endSession();
    this.#failed = false;
    this.#shell?.show('poster');
  }

  /** @param {Wanted | null} given */
  #restart(given) {
    this.#given = given;
    this.#failed = this.#refused = false;
    this.#opened = false;
    if (this.#ready) {
      this.#ready.reject(overtaken());
      this.#ready = null;
    }
    if (this.#session) this.#open(this.#session);
    this.#update();
  }

  // ---- What is so ----

  /** Labels, poster and controls as the attributes say. */
  #dress() {
    const { alt, controls } = this.#settings;
    this.#shell?.name(alt ?? labelsFor(this).flock);
    this.#shell?.setPoster(this.#posterAddress());
    this.#controls?.show(controls);
    this.#updateControls();
  }

  /** @returns {string | null} */
  #posterAddress() {
    const { poster, src, scene, background, wasmBase } = this.#settings;
    if (poster !== null) return poster;
    if (this.childElementCount > 0 || src !== null || this.#given || background !== null) return null;
    return findScene(scene) ? placesFrom(wasmBase ?? undefined).poster(scene) : null;
  }

  /** Whether somebody who wants less motion is shown a standing picture. */
  #isStill() {
    return !this.#asked && this.#settings.reducedMotion === 'poster' && reducesMotion();
  }

  /** Whether there is anything to see without an engine. */
  #hasPoster() {
    return this.#posterAddress() !== null || this.childElementCount > 0;
  }

  /** Make what is so what is wanted. */
  #update() {
    if (!this.#life) return;
    const { near, shown } = this.#presence;
    const wantsEngine = !this.#failed && (near || this.#settings.loading === 'eager');
    const staysPoster = this.#isStill() && this.#hasPoster() && !this.#session;
    if (wantsEngine && !staysPoster && !this.#session && !this.#updating) this.#begin(this.#life.signal);
    if (this.#session) this.#adjust(this.#session, shown);
    this.#updateControls();
  }

  /** @param {import('./session.js').Session} session @param {boolean} shown */
  #adjust(session, shown) {
    const hasContext = !session.parked || (shown && takeContext(this.#holder));
    if (shown && !session.parked) takeContext(this.#holder); // seen last
    if (hasContext && session.parked) this.#bringBack(session);
    const runs = shown && hasContext && !this.#paused && !this.#isStill() && this.#opened;
    if (runs !== this.#isRunning) {
      this.#isRunning = runs;
      session.run(runs);
    }
  }

  /** @param {import('./session.js').Session} session */
  async #bringBack(session) {
    await session.unpark();
    if (session !== this.#session || session.parked) return;
    this.#shell?.show('flock');
    this.#shell?.dropStill();
  }

  /** @param {AbortSignal} signal */
  async #begin(signal) {
    const shell = this.#shell;
    if (!shell || !takeContext(this.#holder)) return; // it is called again when there is room
    this.#updating = true;
    try {
      const missing = missingCapability();
      if (missing) throw new PlainError(missing);
      const places = placesFrom(this.#settings.wasmBase ?? undefined);
      const { threadsScript, threadsWasm, threadsWorker } = places;
      const wasm = await compiledModules(places);
      if (signal.aborted) return;
      const session = await createSession({
        stage: shell.stage,
        settings: this.#settings,
        engine: {
          startSimulation: () => startWorker(places.simWorker),
          startRenderer: () => startWorker(places.renderWorker),
          wasm,
          threadPlaces: { threadsScript, threadsWasm, threadsWorker },
        },
        signal,
        onStatus: (status) => this.#noteStatus(status),
        onNotice: (code, values) => this.#noteNotice(code, values),
        onProgress: (loaded, total) =>
          this.dispatchEvent(
            new ProgressEvent('progress', { loaded, total: total ?? 0, lengthComputable: total !== null }),
          ),
        onFatal: (code) => this.#giveUp(new PlainError(code)),
        onRestored: () => this.#noteRestored(),
      });
      if (signal.aborted) return session.destroy();
      this.#session = session;
      this.#open(session);
    } catch (error) {
      if (!signal.aborted) this.#giveUp(error);
    } finally {
      this.#updating = false;
      if (signal.aborted && !this.#session) dropContext(this.#holder);
      this.#update();
    }
  }

  /** @param {import('./session.js').Session} session */
  async #open(session) {
    const ready = this.#promise();
    const { src, scene } = this.#settings;
    const wanted = this.#given ?? (src !== null ? { recording: src } : { scene });
    try {
      await session.apply(this.#settings);
      await session.open(wanted);
      if (session !== this.#session || ready !== this.#ready) return;
      this.#opened = true;
      if (!session.parked) this.#shell?.show('flock');
      this.dispatchEvent(new Event('load'));
      ready.resolve();
      // The player plays what it opened; from here on what is wanted counts.
      this.#isRunning = false;
      session.run(false);
      this.#update();
      if (!this.#presence.shown) contextsMayBeFree();
    } catch (error) {
      if (ready !== this.#ready || isStopped(error)) return;
      this.#refused = true;
      this.#tellFailure(error, true);
    }
  }

  /** @param {unknown} error after which nothing is drawn */
  #giveUp(error) {
    this.#failed = true;
    this.#endSession();
    this.#shell?.show('poster');
    this.#tellFailure(error, true);
  }

  /** @param {unknown} error @param {boolean} [endsReady] */
  async #tellFailure(error, endsReady = false) {
    if (isStopped(error) && !endsReady) return;
    const ready = endsReady ? this.#promise() : null;
    const failure = await inWords(error);
    ready?.reject(failure);
    if (!this.#life) return;
    const { code, message } = failure;
    warn(message);
    this.dispatchEvent(new CustomEvent('error', { detail: { code, message } }));
  }

  #promise() {
    if (!this.#ready) {
      /** @type {any} */
      const parts = {};
      parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
      parts.promise.catch(() => {}); // told by the event as well
      this.#ready = parts;
      if (this.#gone) parts.reject(overtaken());
    }
    return /** @type {Ready} */ (this.#ready);
  }

  // ---- What is told ----

  /** @param {import('../types.js').Status} status */
  #noteStatus(status) {
    const before = this.#status;
    this.#status = status;
    const ends = before?.mode === 'recording' && status.mode === 'recording' && this.#isRunning && !status.playing;
    if (ends && status.frame >= status.frames - 1 && !status.loading) {
      if (this.#settings.loop) this.#session?.replay().catch(() => {});
      else {
        this.#setPaused(true);
        this.dispatchEvent(new Event('ended'));
      }
    }
    if (this.#opened && status.seconds !== this.#toldTime) {
      this.#toldTime = status.seconds;
      this.dispatchEvent(new Event('timeupdate'));
    }
    this.#updateControls();
  }

  /** @param {string} code @param {Record<string, string | number>} values */
  #noteNotice(code, values) {
    if (code === 'contextLost') {
      this.#lost = true;
      this.#shell?.show('poster');
      this.dispatchEvent(new Event('contextlost'));
    } else if (code !== 'cooling') this.#tellFailure(new PlainError(code, values));
  }

  /** Also called for a context that was given up and taken back, which nobody needs to hear of. */
  #noteRestored() {
    if (!this.#lost) return;
    this.#lost = false;
    this.#shell?.show('flock');
    this.dispatchEvent(new Event('contextrestored'));
  }

  #updateControls() {
    if (!this.#settings?.controls) return;
    const { currentTime, duration, paused } = this;
    const full = this.#isFullScreen();
    this.#controls?.update({ labels: labelsFor(this), currentTime, duration, paused, full });
  }

  /** The document knows only the host of a shadow tree that it may be in. */
  #isFullScreen() {
    return /** @type {Document | ShadowRoot} */ (this.getRootNode()).fullscreenElement === this;
  }

  #toggleFullScreen() {
    const change = this.#isFullScreen() ? document.exitFullscreen() : this.requestFullscreen();
    change.catch(() => {}); // refused in some frames; nothing changes then
  }

  // ---- The pointer ----

  /** @param {HTMLElement} stage */
  #listenToPointer(stage) {
    /** @type {number | null} */
    let held = null;
    /** @param {PointerEvent} event */
    const place = ({ clientX, clientY }) => {
      const { left, top, width, height } = stage.getBoundingClientRect();
      return { x: (clientX - left) / width, y: (clientY - top) / height };
    };
    /** @param {PointerEvent} event */
    const letGo = ({ pointerId }) => {
      if (pointerId !== held) return;
      held = null;
      this.#session?.drag(null);
    };
    stage.addEventListener('pointerdown', (event) => {
      if (!this.#settings.interactive || event.button !== 0 || held !== null || !this.#isRunning) return;
      held = event.pointerId;
      stage.setPointerCapture(held);
      this.#session?.drag(place(event));
    });
    stage.addEventListener('pointermove', (event) => {
      if (event.pointerId === held) this.#session?.drag(place(event));
    });
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel', 'lostpointercapture'])) {
      stage.addEventListener(end, letGo);
    }
  }

  // ---- For programs ----

  /** Settled with the first picture of what is to be shown; rejected when it cannot be. */
  get ready() {
    return this.#promise().promise;
  }

  get paused() {
    return this.#paused || this.#isStill();
  }

  /** Simulated seconds since the flock's start. */
  get currentTime() {
    return this.#status && this.#opened ? Math.max(0, this.#status.seconds) : 0;
  }

  set currentTime(seconds) {
    const { dt } = this.#status ?? { dt: 0 };
    if (Number.isNaN(Number(seconds))) warn(`currentTime is ${seconds}, and can be seconds; nothing is changed`);
    if (!(dt > 0) || Number.isNaN(Number(seconds))) return;
    this.#session
      ?.seek(Math.max(0, Math.round(Number(seconds) / dt) - 1))
      .catch((/** @type {unknown} */ error) => this.#tellFailure(error));
  }

  /** Simulated seconds; Infinity for a live flock, NaN before it is known. */
  get duration() {
    if (!this.#status || !this.#opened) return NaN;
    return this.#status.mode === 'recording' ? this.#status.frames * this.#status.dt : Infinity;
  }

  get playbackRate() {
    return this.#settings?.playbackRate ?? NUMBERS['playback-rate'][0];
  }

  set playbackRate(rate) {
    setOrRemove(this, 'playback-rate', rate);
  }

  /** Parameters and entries of the look in force, by their names in docs/scenes.md; assign some to change them. */
  get params() {
    return /** @type {Record<string, unknown>} */ (this.#session?.params() ?? {});
  }

  set params(values) {
    const change = () => this.#session?.set(values).catch((error) => this.#tellFailure(error));
    this.ready.then(change, () => {}); // what is not there was told
  }

  /** @param {boolean} paused */
  #setPaused(paused) {
    if (paused === this.#paused && !(this.#asked && !paused)) return;
    this.#paused = paused;
    this.dispatchEvent(new Event(paused ? 'pause' : 'play'));
    this.#update();
  }

  /**
   * @template T
   * @param {(session: import('./session.js').Session) => Promise<T>} question
   * @returns {Promise<T>} rejected in words
   */
  async #ask(question) {
    await this.ready;
    try {
      if (!this.#session) throw new PlainError('stopped');
      return await question(this.#session);
    } catch (error) {
      throw isStopped(error) ? overtaken() : await inWords(error);
    }
  }

  play() {
    const wasPaused = this.paused;
    this.#asked = true;
    this.#paused = false;
    if (wasPaused) this.dispatchEvent(new Event('play'));
    this.#update();
    return this.ready;
  }

  pause() {
    if (this.paused) return;
    this.#setPaused(true);
  }

  /** @param {number} [by] frames, below 0 back; it stands then */
  async step(by = 1) {
    this.pause();
    await this.#ask((session) => {
      if (!Number.isSafeInteger(by) || by === 0) throw new PlainError('notSteps', { value: String(by) });
      return session.step(by);
    });
  }

  /**
   * Show something else.
   * @param {string | URL | Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | object} from the name of a scene, a share
   *   link, a scene, the address of a recording or of a scene file, or a recording as a file or its bytes
   */
  load(from) {
    this.#restart(wantedOf(from));
    this.#dress();
    return this.ready;
  }

  /** Back to the flock's start. */
  async reset() {
    await this.#ask((session) => session.reset());
  }

  /**
   * A picture of the frame shown, as PNG unless another type is asked for.
   * @param {{width?: number, height?: number, type?: string, quality?: number}} [options] pixels
   * @returns {Promise<Blob>}
   */
  async toBlob({ width, height, type = 'image/png', quality } = {}) {
    const whole = (/** @type {number | undefined} */ side) => (side === undefined ? side : Math.round(side));
    const picture = await this.#ask((session) => session.picture({ width: whole(width), height: whole(height) }));
    const canvas = document.createElement('canvas');
    canvas.width = picture.width;
    canvas.height = picture.height;
    if (this.#settings.background === 'transparent') unmultiply(picture.rgba);
    canvas.getContext('2d')?.putImageData(new ImageData(picture.rgba, picture.width, picture.height), 0, 0);
    return new Promise((resolve, reject) => {
      const done = (/** @type {Blob | null} */ blob) => (blob ? resolve(blob) : reject(new Error(`no ${type}`)));
      canvas.toBlob(done, type, quality);
    });
  }

  /**
   * The newest frames of the flock as a recording (.bfs).
   * @param {{frames?: number}} [options] how many at most; else all that are kept
   * @returns {Promise<Blob>}
   */
  async record({ frames } = {}) {
    if (frames !== undefined && !(Number.isSafeInteger(frames) && frames > 0)) {
      throw Object.assign(new Error(`Frames are a whole number from 1 on, not ${frames}.`), { code: 'notFrames' });
    }
    return this.#ask((session) => session.record(frames ?? null));
  }
}

/** @param {string | URL | Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | object} from @returns {Wanted} */
function wantedOf(from) {
  if (from instanceof URL) return wantedOf(from.href);
  if (from instanceof ArrayBuffer || ArrayBuffer.isView(from)) {
    return { recording: new Blob([/** @type {BlobPart} */ (from)]) };
  }
  if (from instanceof Blob) return { recording: from };
  if (typeof from !== 'string') return { scene: /** @type {import('../scenes.js').Scene} */ (from) };
  const isRecording = /\.bfs(?:[?#]|$)/i.test(from) || from.startsWith('blob:');
  return isRecording ? { recording: from } : { scene: from };
}

/** Colours as they are without what covers them less. @param {Uint8ClampedArray} rgba premultiplied */
function unmultiply(rgba) {
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3];
    if (alpha > 0) for (let c = i; c < i + 3; c++) rgba[c] = Math.round((rgba[c] * 255) / alpha);
  }
}

/** @param {Element} element @param {string} attribute @param {unknown} value */
function setOrRemove(element, attribute, value) {
  if (value === null || value === undefined) element.removeAttribute(attribute);
  else element.setAttribute(attribute, String(value));
}

/** Attributes as properties of the same meaning. */
for (const [attribute, name] of Object.entries(TEXTS)) {
  Object.defineProperty(BoidForgeElement.prototype, name, {
    configurable: true,
    enumerable: true,
    /** @this {BoidForgeElement} */
    get() {
      return this.getAttribute(attribute) ?? '';
    },
    /** @this {BoidForgeElement} @param {unknown} value */
    set(value) {
      setOrRemove(this, attribute, value);
    },
  });
}
for (const name of SWITCHES) {
  Object.defineProperty(BoidForgeElement.prototype, name, {
    configurable: true,
    enumerable: true,
    /** @this {BoidForgeElement} */
    get() {
      return this.hasAttribute(name);
    },
    /** @this {BoidForgeElement} @param {unknown} value */
    set(value) {
      this.toggleAttribute(name, Boolean(value));
    },
  });
}
const camel = (/** @type {string} */ text) => text.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
for (const attribute of [...Object.keys(CHOICES), 'max-dpr']) {
  Object.defineProperty(BoidForgeElement.prototype, camel(attribute), {
    configurable: true,
    enumerable: true,
    /** @this {BoidForgeElement} */
    get() {
      const [usual] = /** @type {Record<string, readonly any[]>} */ ({ ...CHOICES, ...NUMBERS })[attribute];
      return this.getAttribute(attribute) ?? usual;
    },
    /** @this {BoidForgeElement} @param {unknown} value */
    set(value) {
      setOrRemove(this, attribute, value);
    },
  });
}
