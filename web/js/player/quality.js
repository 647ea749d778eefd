// Internal resolution. When pictures take too long the picture is drawn smaller and stretched by the browser; when
// there has been time to spare for a while it grows again. A size that had to be taken back soon is tried again only
// after a longer while each time, so that the picture does not pulse.
//
// At the smallest size the frames that one picture moves by are bounded as well: fast playing on a slow machine gets
// slower instead of jerky.

const SCALES = [1, 0.75, 0.5, 0.35];
const SLOW_MS = 40; // a picture: below 25 a second
const FAST_MS = 28; // on average: time to spare
const PATIENCE_MS = 600; // of slow pictures, and at least SLOW_PICTURES of them
const SLOW_PICTURES = 3;
const VERY_SLOW_MS = 2000; // of slow pictures: two are enough. One may be a tab that was hidden
const FAST_FOR_MS = 2000;
const FIRST_WAIT_MS = 4000; // after a step down
const LONGEST_WAIT_MS = 300_000;
const PROVEN_MS = 20_000; // a step up that held this long was right
const MANY_FRAMES = 64; // a picture: no bound is needed from here on

/**
 * @typedef {object} Quality
 * @property {() => number} scale share of the full size, each way
 * @property {() => number} mostFrames that one picture should move by
 * @property {(now_ms: number, moved: number) => boolean} picture one was drawn while playing, `moved` frames on; true
 *   when the scale changed
 * @property {() => void} pause the time until the next picture does not count
 * @property {() => void} reset something else is shown from here: full size
 */

/** @returns {Quality} */
export function createQuality() {
  let level = 0;
  let most = Infinity;
  let moved = 0; // on average, of late
  let watched = { pictures: 0, ms: 0 };
  /** @type {number[]} times of the latest slow pictures */
  let slow = [];
  /** @type {number | null} */
  let last = null;
  let wait = FIRST_WAIT_MS;
  let retryAt = -Infinity;
  let raisedAt = -Infinity;

  function pause() {
    last = null;
    slow = [];
    watched = { pictures: 0, ms: 0 };
  }

  /** @param {number} took_ms @returns {boolean} whether pictures were quick for a while */
  function hasRoom(took_ms) {
    watched.pictures += 1;
    watched.ms += took_ms;
    if (watched.ms < FAST_FOR_MS) return false;
    const quick = watched.ms / watched.pictures < FAST_MS;
    watched = { pictures: 0, ms: 0 };
    return quick;
  }

  /** @param {number} now_ms @param {number} took_ms */
  function lower(now_ms, took_ms) {
    level = levelFor(took_ms);
    wait = now_ms - raisedAt < PROVEN_MS ? Math.min(wait * 2, LONGEST_WAIT_MS) : FIRST_WAIT_MS;
    retryAt = now_ms + wait;
  }

  /** Drawing takes time in proportion to pixels, roughly: go where it should be quick enough, at once. */
  function levelFor(/** @type {number} */ took_ms) {
    const wanted = SCALES[level] * Math.sqrt(SLOW_MS / took_ms);
    const fitting = SCALES.findIndex((scale) => scale <= wanted);
    return fitting < 0 ? SCALES.length - 1 : Math.max(level + 1, fitting);
  }

  /** @param {number} took_ms */
  function moveLess(took_ms) {
    if (moved > 1) most = Math.max(1, (moved * SLOW_MS) / took_ms);
    pause();
  }

  function moveMore() {
    most = most * 2 > MANY_FRAMES ? Infinity : most * 2;
  }

  return {
    scale: () => SCALES[level],
    mostFrames: () => most,
    picture(now_ms, movedBy) {
      moved += (movedBy - moved) * 0.3;
      const took = last === null ? 0 : now_ms - last;
      last = now_ms;
      if (took === 0) return false;
      if (took > SLOW_MS) slow.push(took);
      else slow.shift();
      const room = hasRoom(took);
      const spent = slow.reduce((sum, time) => sum + time, 0);
      const enough = slow.length >= (spent >= VERY_SLOW_MS ? 2 : SLOW_PICTURES);
      if (enough && spent >= PATIENCE_MS) {
        if (level === SCALES.length - 1) {
          moveLess(spent / slow.length);
          return false;
        }
        lower(now_ms, spent / slow.length);
      } else if (room && most < Infinity) {
        moveMore();
        return false;
      } else if (room && level > 0 && now_ms >= retryAt) {
        level -= 1;
        raisedAt = now_ms;
      } else return false;
      pause();
      return true;
    },
    pause,
    reset() {
      level = 0;
      most = Infinity;
      moved = 0;
      wait = FIRST_WAIT_MS;
      retryAt = raisedAt = -Infinity;
      pause();
    },
  };
}
