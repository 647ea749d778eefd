// Internal resolution. When pictures take too long the picture is drawn smaller and stretched by the browser;
// when there has been time to spare for a while it grows again. A size that proved too slow is not tried again
// for a good while, so that the picture does not pulse.

const SCALES = [1, 0.75, 0.5, 0.35];
const SLOW_MS = 40; // a picture: below 25 a second
const FAST_MS = 20;
const SLOW_PICTURES = 12;
const FAST_PICTURES = 180;
const RETRY_AFTER_MS = 60_000;

/**
 * @typedef {object} Quality
 * @property {() => number} scale share of the full size, each way
 * @property {(now_ms: number) => boolean} picture one was drawn while playing; true when the scale changed
 * @property {() => void} pause the time until the next picture does not count
 */

/** @returns {Quality} */
export function createQuality() {
  let level = 0;
  let slow = 0;
  let fast = 0;
  /** @type {number | null} */
  let last = null;
  let retryAt = 0;

  return {
    scale: () => SCALES[level],
    picture(now_ms) {
      const took = last === null ? 0 : now_ms - last;
      last = now_ms;
      if (took === 0) return false;
      slow = took > SLOW_MS ? slow + 1 : Math.max(0, slow - 1);
      fast = took < FAST_MS ? fast + 1 : 0;
      if (slow >= SLOW_PICTURES && level < SCALES.length - 1) {
        level += 1;
        retryAt = now_ms + RETRY_AFTER_MS;
      } else if (fast >= FAST_PICTURES && level > 0 && now_ms >= retryAt) {
        level -= 1;
      } else return false;
      slow = 0;
      fast = 0;
      last = null;
      return true;
    },
    pause() {
      last = null;
      slow = 0;
      fast = 0;
    },
  };
}
