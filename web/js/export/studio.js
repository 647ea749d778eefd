// Pictures of a flock, one after another, at any moment between its frames. Nobody else draws meanwhile.

const BATCH_FRAMES = 8; // painted before the renderer is waited for
const BATCH_MS = 12;
const NEAR = 1e-9; // moments are sums of fractions

/**
 * What the player lends to whoever makes pictures or files of its frames.
 * @typedef {object} Loan
 * @property {import('../wasm/view-module.js').View} view
 * @property {import('../player/painter.js').Painter} painter
 * @property {import('../types.js').Source} source
 * @property {import('../rpc.js').Peer} sim
 * @property {number} shown frame on the canvas
 * @property {number} last frame shown so far; of a recording its last
 * @property {import('../types.js').Camera} camera that the canvas is drawn with
 *
 * @typedef {object} StudioOptions
 * @property {number} width
 * @property {number} height
 * @property {boolean} whole the whole world, instead of what the canvas shows
 * @property {() => boolean} stopped asked between pictures: true, and nothing more is drawn
 */

const WHOLE = /** @type {const} */ ({ fit: 'contain', zoom: 1, centerX: 0, centerY: 0, follows: false });

/**
 * @param {Loan} loan
 * @param {StudioOptions} options
 */
export function createStudio({ view, painter, source, camera }, { width, height, whole, stopped }) {
  view.resize(width, height);
  view.setCamera(whole ? WHOLE : camera);

  return {
    /**
     * By the rule of the picture of frame k: clear, then paint the frames from k minus the trails' length up to k.
     * @param {number} frame
     * @param {(done: number, of: number) => void} onProgress
     * @returns {Promise<boolean>} false: stopped
     */
    async paint(frame, onProgress) {
      const from = Math.max(source.first, frame - view.warmupFrames(source.dt));
      painter.start(source.dt);
      let batchStart = performance.now();
      for (let at = from; at <= frame; at++) {
        if (stopped()) return false;
        painter.push(await source.read(at), at);
        painter.moveTo(1);
        const painted = at - from + 1;
        if (painted % BATCH_FRAMES !== 0 && at < frame && performance.now() - batchStart < BATCH_MS) continue;
        await view.drawn();
        onProgress(painted, frame - from + 1);
        batchStart = performance.now();
      }
      return true;
    },

    /** On to a later moment. @param {number} moment in frames; between two whole numbers, between two frames */
    async moveTo(moment) {
      const index = Math.ceil(moment - NEAR);
      while (painter.index < index) {
        if (painter.share < 1) painter.moveTo(1);
        painter.push(await source.read(painter.index + 1), painter.index + 1);
      }
      painter.moveTo(Math.min(1, moment - index + 1));
    },

    pixels: () => view.readPixels(width, height),
    filmPixels: () => view.readFilmPixels(width, height),
  };
}
