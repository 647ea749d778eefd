// Time for pictures. A hidden tab, a breakpoint or a slow picture must not be caught up with, so no picture
// advances by more than LONGEST; whatever was lost is lost, and the flock goes on from where it was.

const LONGEST = 0.1; // seconds

/**
 * @typedef {object} Clock
 * @property {(now_ms: number) => number} elapsed seconds since the last call, bounded; 0 after a pause
 * @property {() => void} pause the time until the next call does not count
 */

/** @returns {Clock} */
export function createClock() {
  /** @type {number | null} */
  let last = null;
  return {
    elapsed(now_ms) {
      const seconds = last === null ? 0 : Math.max(0, (now_ms - last) / 1000);
      last = now_ms;
      return Math.min(seconds, LONGEST);
    },
    pause() {
      last = null;
    },
  };
}

// The original's recordings also hold steps of a microsecond or of 50 seconds. Where a step is no watchable time,
// frames play at the usual 20 a second.
const SHORTEST_WATCHABLE = 1 / 240;
const LONGEST_WATCHABLE = 0.5;
const USUAL = 0.05;

/**
 * @param {number} dt simulated seconds between frames
 * @returns {number} seconds of real time between frames at speed 1
 */
export function frameInterval(dt) {
  return dt >= SHORTEST_WATCHABLE && dt <= LONGEST_WATCHABLE ? dt : USUAL;
}
