import { PlainError } from '../errors.js';
import { createAccess, createReader, loadViewModule } from './reader.js';

/**
 * @typedef {import('../types.js').Stage} Stage
 * @typedef {import('../types.js').Camera} Camera
 *
 * What the renderer module does on one canvas.
 * @typedef {object} Drawing
 * @property {() => string} description the GPU and the target format
 * @property {(look: Record<string, string>) => void} setLook from the defaults; throws at the first bad entry,
 *   with those before it set
 * @property {(stage: Stage) => void} setStage
 * @property {(camera: Camera) => void} setCamera
 * @property {() => {x: number, y: number}} center the middle of the picture as last drawn, world units
 * @property {(width: number, height: number) => void} resize
 * @property {(record: Uint8Array) => void} push
 * @property {() => void} clear
 * @property {(from: number, to: number, seconds: number) => void} advance
 * @property {() => void} present
 * @property {() => boolean} isLost the browser has taken the context away, whether or not the canvas was told yet
 * @property {() => boolean} isBehind the GPU has as many pictures yet to draw as it should have
 * @property {() => Promise<void>} drawn settled when the GPU has done all it was told so far
 * @property {(width: number, height: number) => Uint8ClampedArray<ArrayBuffer>} readPixels a copy
 * @property {(width: number, height: number) => Uint8Array<ArrayBuffer>} readFilmPixels a copy: I420, limited range,
 *   BT.709; both sides even
 * @property {() => number} longestSide of a picture, in pixels
 * @property {(dt: number) => number} warmupFrames
 * @property {(wanted: boolean) => void} setTransparent whether the background is left out
 * @property {() => void} giveUpContext for a while; the canvas loses its picture, and is told of the loss as of any other
 * @property {() => void} takeContextBack the canvas is told when it has it
 * @property {() => void} release the browser took the context away, and everything on the GPU with it
 * @property {() => void} recreate it gave the context back; look, stage, camera and size must be set again
 * @property {() => void} destroy
 *
 * @typedef {import('./reader.js').Reader & Drawing} View
 */

const FENCE_MS = 2; // between two looks at it
const MOST_AHEAD = 3; // pictures that the GPU has yet to draw

const MOST_SIDE = 16_384; // pixels, by bfView_Resize

// The picture is drawn in passes of its own: no depth, no smoothing of edges by the browser.
const CONTEXT = {
  depth: false,
  stencil: false,
  antialias: false,
  powerPreference: 'high-performance',
};

/**
 * @param {HTMLCanvasElement | OffscreenCanvas} canvas
 * @param {object} [options]
 * @param {import('./instantiate.js').Wasm} [options.wasm] the module, in place of a download
 * @param {boolean} [options.alpha] whether the canvas can let through what lies behind it
 * @returns {Promise<View>}
 */
export async function loadView(canvas, { wasm, alpha = false } = {}) {
  const gl = /** @type {WebGL2RenderingContext | null} */ (canvas.getContext('webgl2', { ...CONTEXT, alpha }));
  if (!gl) throw new PlainError('noWebGL2');

  const module = await loadViewModule(wasm);
  const access = createAccess(module);
  const { heap, check, putIn } = access;
  const context = module.GL.registerContext(gl, { majorVersion: 2, minorVersion: 0, ...CONTEXT, alpha });
  module.GL.makeContextCurrent(context);

  /** @type {WEBGL_lose_context | null} a lost context has no extensions to ask for */
  let loser = null;

  /** What is read from a lost context is nothing that was drawn. */
  const requireContext = () => {
    if (gl.isContextLost()) throw new PlainError('contextLostMeanwhile');
  };

  check(module._bf_view_create());

  /** @type {WebGLSync[]} one behind each of the latest pictures */
  let fences = [];

  /** @returns {WebGLSync | null} passed when the GPU has done all it was told so far; null: the context is lost */
  const placeFence = () => {
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    return fence;
  };

  /** @param {WebGLSync} fence */
  const isPassed = (fence) => gl.clientWaitSync(fence, 0, 0) !== gl.TIMEOUT_EXPIRED;

  return {
    ...createReader(module, access),
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
    clear: () => module._bf_view_clear(),
    advance: (from, to, seconds) => module._bf_view_advance(from, to, seconds),
    present() {
      module._bf_view_present();
      const fence = placeFence();
      if (fence) fences.push(fence);
      if (fences.length > MOST_AHEAD) gl.deleteSync(fences.shift() ?? null);
    },
    isLost: () => gl.isContextLost(),
    isBehind: () => fences.length >= MOST_AHEAD && !isPassed(fences[0]),
    async drawn() {
      const fence = placeFence();
      if (!fence) return;
      do await new Promise((resolve) => setTimeout(resolve, FENCE_MS));
      while (!isPassed(fence));
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
    setTransparent: (wanted) => module._bf_view_set_transparent(wanted ? 1 : 0),
    giveUpContext() {
      loser ??= gl.getExtension('WEBGL_lose_context');
      loser?.loseContext();
    },
    takeContextBack: () => loser?.restoreContext(),
    release() {
      fences = [];
      module._bf_view_destroy();
    },
    recreate: () => check(module._bf_view_create()),
    destroy() {
      module._bf_view_destroy();
      module.GL.deleteContext(context);
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
