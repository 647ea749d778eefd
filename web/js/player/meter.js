// Pictures a second, and frames moved a second, over the last second or, where pictures take longer, the last two.

const SPAN_MS = 1000;
const LEAST_SPAN = 0.2; // seconds; two pictures in quick succession say nothing

/**
 * @typedef {object} Meter
 * @property {(now_ms: number, moved: number) => void} add one picture, and the frames moved since the last one
 * @property {() => {fps: number | null, framesPerSecond: number | null}} read null: too early to tell
 * @property {() => void} pause the time until the next picture does not count; what was read holds until then
 * @property {() => void} reset something else is measured from here
 */

/** @returns {Meter} */
export function createMeter() {
  /** @type {{at: number, moved: number}[]} */
  let samples = [];
  /** @type {{fps: number | null, framesPerSecond: number | null}} */
  let latest = { fps: null, framesPerSecond: null };
  return {
    add(now_ms, moved) {
      samples.push({ at: now_ms, moved });
      while (samples.length > 2 && samples[0].at < now_ms - SPAN_MS) samples.shift();
    },
    read() {
      const span = samples.length > 1 ? (samples[samples.length - 1].at - samples[0].at) / 1000 : 0;
      if (span >= LEAST_SPAN) {
        const moved = samples.slice(1).reduce((sum, sample) => sum + sample.moved, 0);
        latest = { fps: (samples.length - 1) / span, framesPerSecond: moved / span };
      }
      return latest;
    },
    pause() {
      samples = [];
    },
    reset() {
      samples = [];
      latest = { fps: null, framesPerSecond: null };
    },
  };
}
