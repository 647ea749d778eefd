// Speeds of playing; 1 = as the flock flies.

export const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];
export const SLOWEST = SPEEDS[0];
export const FASTEST = SPEEDS[SPEEDS.length - 1];

/**
 * @param {number} speed any
 * @param {number} by 1: the next of the speeds above, -1: below
 * @returns {number}
 */
export function neighbourSpeed(speed, by) {
  if (by > 0) return SPEEDS.find((candidate) => candidate > speed) ?? FASTEST;
  return SPEEDS.filter((candidate) => candidate < speed).pop() ?? SLOWEST;
}
