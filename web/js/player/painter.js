// The picture's place in time. The renderer holds two frames, and the picture stands between them at `share`
// (1: at the later one). Trails are what was painted on the way, so the only moves are forward, or to start anew.

/**
 * @typedef {object} Painter
 * @property {number} index the later frame the renderer holds; -1 when it holds none
 * @property {number} share
 * @property {number} frame the whole frame last reached; -1 when none
 * @property {Uint8Array | null} record of that frame, as long as its source keeps it
 * @property {(dt: number) => void} start forget everything; frames will be `dt` simulated seconds apart
 * @property {(record: Uint8Array, index: number) => void} push the next frame, with the picture at its beginning
 * @property {(share: number) => void} moveTo
 */

/**
 * @param {import('../wasm/view-module.js').View} view
 * @returns {Painter}
 */
export function createPainter(view) {
  let dt = 0;
  let index = -1;
  let share = 1;
  /** @type {Uint8Array | null} */
  let previous = null;
  /** @type {Uint8Array | null} */
  let current = null;

  const painter = {
    get index() {
      return index;
    },
    get share() {
      return share;
    },
    get frame() {
      return share === 1 || !previous ? index : index - 1;
    },
    get record() {
      const record = share === 1 || !previous ? current : previous;
      return record && record.length > 0 ? record : null; // a buffer that was sent away is empty
    },
    /** @param {number} seconds */
    start(seconds) {
      view.clear();
      dt = seconds;
      index = -1;
      share = 1;
      previous = current = null;
    },
    /**
     * @param {Uint8Array} record
     * @param {number} at
     */
    push(record, at) {
      view.push(record);
      previous = current;
      current = record;
      index = at;
      share = 0;
      if (!previous) painter.moveTo(1); // nothing to come from: stand there
    },
    /** @param {number} to */
    moveTo(to) {
      view.advance(share, to, dt);
      share = to;
    },
  };
  return painter;
}
