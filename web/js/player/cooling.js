// A gentle step down. A phone that runs hot, or a tab that is held back, draws ever fewer pictures although they are
// small already. Every other picture of the display is left out then: half as many that come evenly look better than
// what is left of all of them, and let the machine cool. After a while it is tried again, later each time.

const SMALL = 0.5; // share of the full size from which on less resolution would not help
const SUNK = 0.75; // of the best rate seen
const SPAN_MS = 5000; // rates are those of so long
const PATIENCE = 4; // spans in a row
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 900_000;
const GAP_MS = 400; // longer between two pictures is no slow picture but a stop

/**
 * @typedef {object} Cooling
 * @property {() => boolean} skips whether the display's next picture is to be left out
 * @property {(now_ms: number, scale: number) => boolean} picture one was drawn while playing; true when half of them
 *   are left out from here on
 * @property {() => boolean} isResting
 * @property {() => void} pause the time until the next picture does not count
 * @property {() => void} reset something else is shown from here
 */

/** @returns {Cooling} */
export function createCooling() {
  let best = 0; // pictures a second
  let sunk = 0; // spans
  let restMs = FIRST_REST_MS;
  let restsUntil = -Infinity;
  let resting = false;
  let odd = false;
  /** @type {number | null} */
  let last = null;
  let span = { pictures: 0, ms: 0 };

  function pause() {
    last = null;
    span = { pictures: 0, ms: 0 };
  }

  /** @param {number} rate @param {number} scale @param {number} now_ms */
  function judge(rate, scale, now_ms) {
    sunk = scale <= SMALL && rate < best * SUNK ? sunk + 1 : 0;
    best = Math.max(best, rate);
    if (sunk < PATIENCE) return false;
    sunk = 0;
    resting = true;
    restsUntil = now_ms + restMs;
    restMs = Math.min(restMs * 2, LONGEST_REST_MS);
    return true;
  }

  return {
    skips() {
      odd = resting && !odd;
      return odd;
    },
    picture(now_ms, scale) {
      const took = last === null ? 0 : now_ms - last;
      last = now_ms;
      if (resting) {
        if (now_ms < restsUntil) return false;
        resting = false;
        pause();
        return false;
      }
      if (took <= 0 || took > GAP_MS) return false;
      span.pictures += 1;
      span.ms += took;
      if (span.ms < SPAN_MS) return false;
      const rate = (span.pictures * 1000) / span.ms;
      span = { pictures: 0, ms: 0 };
      return judge(rate, scale, now_ms);
    },
    isResting: () => resting,
    pause,
    reset() {
      best = sunk = 0;
      restMs = FIRST_REST_MS;
      resting = odd = false;
      pause();
    },
  };
}
