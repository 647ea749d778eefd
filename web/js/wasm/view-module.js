import create from '@wasm/boidforge-view.js';
import wasmUrl from '@wasm/boidforge-view.wasm?url';
import { PlainError } from '../errors.js';
import { createHeap } from './heap.js';

/**
 * @typedef {import('../types.js').Stage} Stage
 * @typedef {import('../types.js').Camera} Camera
 * @typedef {{version: number, max_agents: number, dt: number, seed: number, frame_count: number,
 *   frames_at: number}} Header
 * @typedef {{kind: 'whole' | 'end' | 'cut' | 'corrupt', agents: number}} Framing
 */

/**
 * What a flock is like as a whole; agents with values that are not numbers are left out.
 * @typedef {object} Stats
 * @property {number} counted agents
 * @property {number} bad those left out
 * @property {number} polarization length of the mean heading, 0 to 1
 * @property {number} meanSpeed world units per second
 * @property {number} meanNeighbours
 * @property {number} centres agents whose neighbours were counted: all, or a part
 *
 * The renderer module, on one canvas. Records are bytes in the layout of a .bfs frame record.
 * @typedef {object} View
 * @property {() => {version: string, look: import('../types.js').Parameter[],
 *   presets: import('../types.js').Preset[]}} describe
 * @property {() => string} description the GPU and the target format
 * @property {(look: Record<string, string>) => void} setLook from the defaults; throws at the first bad entry,
 *   with those before it set
 * @property {(stage: Stage) => void} setStage
 * @property {(records: Uint8Array[]) => Stage} guessStage from samples of a recording; sets it too
 * @property {(camera: Camera) => void} setCamera
 * @property {() => {x: number, y: number}} center the middle of the picture as last drawn, world units
 * @property {(width: number, height: number) => void} resize
 * @property {(record: Uint8Array) => void} push
 * @property {(record: Uint8Array) => string} hash
 * @property {(record: Uint8Array) => number} countBad
 * @property {(record: Uint8Array, sight: {radius: number, torus: boolean, stage: Stage, mostPairs: number}) => Stats}
 *   measure
 * @property {() => number} memoryBytes
 * @property {() => void} clear
 * @property {(from: number, to: number, seconds: number) => void} advance
 * @property {() => void} present
 * @property {() => Promise<void>} drawn settled when the GPU has done all it was told so far
 * @property {(width: number, height: number) => Uint8ClampedArray<ArrayBuffer>} readPixels a copy
 * @property {(width: number, height: number) => Uint8Array<ArrayBuffer>} readFilmPixels a copy: I420, limited range,
 *   BT.709; both sides even
 * @property {() => number} longestSide of a picture, in pixels
 * @property {(dt: number) => number} warmupFrames
 * @property {(bytes: Uint8Array) => Header} readHeader
 * @property {(start: Uint8Array, maxAgents: number, left: number, previous: number) => Framing} classify
 * @property {() => void} release the browser took the context away, and everything on the GPU with it
 * @property {() => void} recreate it gave the context back; look, stage, camera and size must be set again
 * @property {() => void} destroy
 */

const FENCE_MS = 2; // between two looks at it

const MOST_SIDE = 16_384; // pixels, by bfView_Resize

const FRAMINGS = /** @type {const} */ (['whole', 'end', 'cut', 'corrupt']);

// The picture is opaque and drawn in passes of its own: no alpha, depth, or smoothing of edges by the browser.
const CONTEXT = {
  alpha: false,
  depth: false,
  stencil: false,
  antialias: false,
  powerPreference: 'high-performance',
};

/**
 * @param {HTMLCanvasElement | OffscreenCanvas} canvas
 * @returns {Promise<View>}
 */
export async function loadView(canvas) {
  const gl = /** @type {WebGL2RenderingContext | null} */ (canvas.getContext('webgl2', CONTEXT));
  if (!gl) throw new PlainError('noWebGL2');

  const module = await create({ locateFile: () => wasmUrl });
  const heap = createHeap(module);
  const context = module.GL.registerContext(gl, { majorVersion: 2, minorVersion: 0, ...CONTEXT });
  module.GL.makeContextCurrent(context);

  /** @param {number} result */
  const check = (result) => {
    if (result !== 0) throw new PlainError('core', { message: heap.text(module._bf_view_error()) ?? '' });
  };

  /** What is read from a lost context is nothing that was drawn. */
  const requireContext = () => {
    if (gl.isContextLost()) throw new PlainError('contextLostMeanwhile');
  };

  /** @param {Uint8Array} bytes @returns {number} where they lie */
  const putIn = (bytes) => {
    const pointer = module._bf_view_input(Math.max(1, bytes.length));
    if (!pointer) throw new PlainError('noMemory', { bytes: bytes.length });
    heap.bytes(pointer, bytes.length).set(bytes);
    return pointer;
  };

  check(module._bf_view_create());

  return {
    describe: () => JSON.parse(heap.text(module._bf_view_describe()) ?? '{}'),
    description: () => heap.text(module._bf_view_description()) ?? '',
    setLook(look) {
      module._bf_view_reset_look();
      for (const [name, text] of Object.entries(look)) {
        check(heap.callWithTexts('bf_view_set_look', name, text));
      }
    },
    setStage(stage) {
      module._bf_view_set_stage(
        stage.world_width,
        stage.world_height,
        stage.wraps ? 1 : 0,
        stage.min_speed,
        stage.max_speed,
      );
    },
    guessStage(records) {
      module._bf_view_guess_begin();
      for (const record of records) {
        putIn(record);
        module._bf_view_guess_add(record.length);
      }
      module._bf_view_guess_apply();
      return JSON.parse(heap.text(module._bf_view_stage()) ?? '{}');
    },
    setCamera({ fit, zoom, centerX, centerY, follows }) {
      module._bf_view_set_camera(fit === 'cover' ? 1 : 0, zoom, centerX, centerY, follows ? 1 : 0);
    },
    center: () => ({ x: module._bf_view_center_x(), y: module._bf_view_center_y() }),
    resize(width, height) {
      check(module._bf_view_resize(width, height));
    },
    push(record) {
      putIn(record);
      check(module._bf_view_push_frame(record.length));
    },
    hash(record) {
      putIn(record);
      return heap.text(module._bf_view_frame_hash(record.length)) ?? '';
    },
    countBad(record) {
      putIn(record);
      return module._bf_view_count_bad(record.length);
    },
    measure(record, { radius, torus, stage, mostPairs }) {
      const place = putIn(record);
      const { world_width, world_height } = stage;
      const text = heap.text(
        module._bf_stats_measure(place, record.length, radius, torus ? 1 : 0, world_width, world_height, mostPairs),
      );
      if (text === null) throw new PlainError('core', { message: heap.text(module._bf_stats_error()) ?? '' });
      return JSON.parse(text);
    },
    memoryBytes: () => module.HEAPU8.buffer.byteLength,
    clear: () => module._bf_view_clear(),
    advance: (from, to, seconds) => module._bf_view_advance(from, to, seconds),
    present: () => module._bf_view_present(),
    async drawn() {
      const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      if (!fence) return; // the context is lost
      gl.flush();
      do await new Promise((resolve) => setTimeout(resolve, FENCE_MS));
      while (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED);
      gl.deleteSync(fence);
    },
    readPixels(width, height) {
      const pointer = module._bf_view_read_pixels();
      if (!pointer) check(1);
      requireContext();
      return new Uint8ClampedArray(heap.bytes(pointer, width * height * 4));
    },
    readFilmPixels(width, height) {
      const pointer = module._bf_view_read_i420();
      if (!pointer) check(1);
      requireContext();
      return new Uint8Array(heap.bytes(pointer, (width * height * 3) / 2));
    },
    longestSide: () => Math.min(MOST_SIDE, gl.getParameter(gl.MAX_TEXTURE_SIZE)),
    warmupFrames: (dt) => module._bf_view_warmup_frames(dt),
    readHeader(bytes) {
      putIn(bytes);
      const text = heap.text(module._bf_view_header(bytes.length));
      if (text === null) check(1);
      return JSON.parse(text ?? '{}');
    },
    classify(start, maxAgents, left, previous) {
      putIn(start);
      const kind = FRAMINGS[module._bf_view_classify(maxAgents, left, previous)];
      return { kind, agents: module._bf_view_classified_n() };
    },
    release: () => module._bf_view_destroy(),
    recreate: () => check(module._bf_view_create()),
    destroy() {
      module._bf_view_destroy();
      module.GL.deleteContext(context);
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
