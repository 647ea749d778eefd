// Pictures a second, and frames moved a second, over the last second or so.

const SPAN_MS = 1000;
const LEAST_SPAN = 0.2; // seconds; two pictures in quick succession say nothing

/**
 * @typedef {object} Meter
 * @property {(now_ms: number, moved: number) => void} add one picture, and the frames moved since the last one
 * @property {(now_ms: number) => {fps: number, framesPerSecond: number | null}} read null: too early to tell
 * @property {() => void} reset
 */

/** @returns {Meter} */
export function createMeter() {
  /** @type {{at: number, moved: number}[]} */
  let samples = [];
  return {
    add(now_ms, moved) {
      samples.push({ at: now_ms, moved });
      while (samples[0].at < now_ms - SPAN_MS) samples.shift();
    },
    read(now_ms) {
      const recent = samples.filter(({ at }) => at >= now_ms - SPAN_MS);
      const span = recent.length > 1 ? (recent[recent.length - 1].at - recent[0].at) / 1000 : 0;
      if (span < LEAST_SPAN) return { fps: 0, framesPerSecond: null };
      const moved = recent.slice(1).reduce((sum, sample) => sum + sample.moved, 0);
      return { fps: (recent.length - 1) / span, framesPerSecond: moved / span };
    },
    reset() {
      samples = [];
    },
  };
}
