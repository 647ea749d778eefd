// Where a slider stands for a value. Sliders count in whole positions; a range that spans decades is logarithmic.

const LOG_FROM_RATIO = 50; // largest value over the smallest
const LOG_FROM_ZERO = 1000; // largest value of a range that begins at 0
const DECADES_ABOVE_ZERO = 4;
const PER_DECADE = 100;

/**
 * @typedef {object} Scale
 * @property {number} last position; the first is 0
 * @property {(value: number) => number} toPosition the nearest
 * @property {(position: number) => number} toValue with as many digits as mean something
 * @property {number} step a small change of the value, for the arrow keys
 */

/** @param {number} value @param {number} unit a power of ten @returns {number} without digits that binary adds */
const roundTo = (value, unit) => Number((Math.round(value / unit) * unit).toPrecision(12));

/** @param {number} value @param {number} least @returns {number} */
const bounded = (value, least, most = Infinity) => Math.min(most, Math.max(least, value));

/** @param {{low: number, high: number, whole: boolean}} range @returns {Scale} */
function createLinear({ low, high, whole }) {
  const fine = 10 ** Math.floor(Math.log10((high - low) / 100));
  const unit = whole ? Math.max(1, fine) : fine;
  const last = Math.round((high - low) / unit);
  return {
    last,
    step: unit,
    toPosition: (value) => bounded(Math.round((value - low) / unit), 0, last),
    toValue: (position) => bounded(roundTo(low + position * unit, unit), low, high),
  };
}

/** @param {{low: number, high: number, whole: boolean}} range @returns {Scale} with two digits of each value */
function createLog({ low, high, whole }) {
  const fromZero = low === 0;
  const least = fromZero ? Math.max(whole ? 1 : 0, high / 10 ** DECADES_ABOVE_ZERO) : low;
  const zero = fromZero ? 1 : 0; // positions before the first decade
  const last = zero + Math.round(Math.log10(high / least) * PER_DECADE);
  return {
    last,
    step: whole ? 1 : roundTo(least, 10 ** Math.floor(Math.log10(least))),
    toPosition(value) {
      if (value < least && fromZero) return value > 0 ? zero : 0;
      return bounded(zero + Math.round(Math.log10(bounded(value, least) / least) * PER_DECADE), 0, last);
    },
    toValue(position) {
      if (position < zero) return 0;
      const exact = least * 10 ** ((position - zero) / PER_DECADE);
      const unit = 10 ** (Math.floor(Math.log10(exact) + 1e-9) - 1);
      return bounded(roundTo(exact, whole ? Math.max(1, unit) : unit), least, high);
    },
  };
}

/**
 * @param {object} range
 * @param {number} range.low
 * @param {number} range.high
 * @param {boolean} range.whole
 * @returns {Scale}
 */
export function createScale(range) {
  const { low, high } = range;
  const decades = low > 0 ? high / low >= LOG_FROM_RATIO : low === 0 && high >= LOG_FROM_ZERO;
  return decades ? createLog(range) : createLinear(range);
}
