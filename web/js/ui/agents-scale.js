// The agent count spans five powers of ten, so its slider is logarithmic: 300 positions a power of ten.

const PER_DECADE = 300;
export const LEAST_AGENTS = 10;
export const MOST_AGENTS = 1_000_000;

export const SLIDER_MAX = Math.round(Math.log10(MOST_AGENTS / LEAST_AGENTS) * PER_DECADE);

/** @param {number} agents @returns {number} slider position */
export function toSlider(agents) {
  const bounded = Math.min(MOST_AGENTS, Math.max(LEAST_AGENTS, agents));
  return Math.round(Math.log10(bounded / LEAST_AGENTS) * PER_DECADE);
}

/** @param {number} position @returns {number} a count with two or three digits that mean something */
export function fromSlider(position) {
  const exact = LEAST_AGENTS * 10 ** (position / PER_DECADE);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return Math.round(exact / unit) * unit;
}
