// Pictures a second, and frames moved a second, over the last second or, where pictures take longer, the last two.
// Pictures that came short of the frames they should have moved are counted, since they say what limits the flock.

const SPAN_MS = 1000;
const LEAST_SPAN = 0.2; // seconds; two pictures in quick succession say nothing

/**
 * @typedef {object} Meter
 * @property {(now_ms: number, moved: number, short: boolean) => void} add one picture, the frames moved since the last
 *   one, and whether there were too few
 * @property {() => {fps: number | null, framesPerSecond: number | null, short: number}} read null: too early to tell;
 *   `short` is the share of such pictures
 * @property {() => void} pause the time until the next picture does not count; what was read holds until then
 * @property {() => void} reset something else is measured from here
 */

const UNKNOWN = { fps: null, framesPerSecond: null, short: 0 };

/** @returns {Meter} */
export function createMeter() {
  /** @type {{at: number, moved: number, short: boolean}[]} */
  let samples = [];
  /** @type {{fps: number | null, framesPerSecond: number | null, short: number}} */
  let latest = UNKNOWN;
  return {
    add(now_ms, moved, short) {
      samples.push({ at: now_ms, moved, short });
      while (samples.length > 2 && samples[0].at < now_ms - SPAN_MS) samples.shift();
    },
    read() {
      const span = samples.length > 1 ? (samples[samples.length - 1].at - samples[0].at) / 1000 : 0;
      if (span >= LEAST_SPAN) {
        const later = samples.slice(1);
        const moved = later.reduce((sum, sample) => sum + sample.moved, 0);
        const short = later.filter((sample) => sample.short).length;
        latest = { fps: later.length / span, framesPerSecond: moved / span, short: short / later.length };
      }
      return latest;
    },
    pause() {
      samples = [];
    },
    reset() {
      samples = [];
      latest = UNKNOWN;
    },
  };
}
