// Internal resolution. When pictures take too long the picture is drawn smaller and stretched by the browser; when
// there has been time to spare for a while it grows again. A size that proved too slow is not tried again for a good
// while, so that the picture does not pulse.

const SCALES = [1, 0.75, 0.5, 0.35];
const SLOW_MS = 40; // a picture: below 25 a second
const FAST_MS = 20;
const PATIENCE_MS = 600; // of slow pictures, and at least SLOW_PICTURES of them
const SLOW_PICTURES = 3;
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
  let fast = 0;
  /** @type {number[]} times of the latest slow pictures */
  let slow = [];
  /** @type {number | null} */
  let last = null;
  let retryAt = 0;

  function pause() {
    last = null;
    slow = [];
    fast = 0;
  }

  /** Drawing takes time in proportion to pixels, roughly: go where it should be quick enough, at once. */
  function levelFor(/** @type {number} */ took_ms) {
    const wanted = SCALES[level] * Math.sqrt(SLOW_MS / took_ms);
    const fitting = SCALES.findIndex((scale) => scale <= wanted);
    return fitting < 0 ? SCALES.length - 1 : Math.max(level + 1, fitting);
  }

  return {
    scale: () => SCALES[level],
    picture(now_ms) {
      const took = last === null ? 0 : now_ms - last;
      last = now_ms;
      if (took === 0) return false;
      if (took > SLOW_MS) slow.push(took);
      else slow.shift();
      fast = took < FAST_MS ? fast + 1 : 0;
      const spent = slow.reduce((sum, time) => sum + time, 0);
      if (slow.length >= SLOW_PICTURES && spent >= PATIENCE_MS && level < SCALES.length - 1) {
        level = levelFor(spent / slow.length);
        retryAt = now_ms + RETRY_AFTER_MS;
      } else if (fast >= FAST_PICTURES && level > 0 && now_ms >= retryAt) {
        level -= 1;
      } else return false;
      pause();
      return true;
    },
    pause,
  };
}
