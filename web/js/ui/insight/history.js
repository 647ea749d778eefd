// The figures of the last simulated minute, in order of simulated time. Going back in time forgets what was later.

export const SPAN = 60; // simulated seconds

const FIGURES = /** @type {const} */ (['polarization', 'meanSpeed', 'meanNeighbours']);

/** @typedef {(typeof FIGURES)[number]} Figure */

export function createHistory() {
  /** @type {number[]} */
  let seconds = [];
  /** @type {Record<Figure, number[]>} */
  let figures = { polarization: [], meanSpeed: [], meanNeighbours: [] };

  /** @param {number} from @param {number} to */
  function keep(from, to) {
    seconds = seconds.slice(from, to);
    figures = {
      polarization: figures.polarization.slice(from, to),
      meanSpeed: figures.meanSpeed.slice(from, to),
      meanNeighbours: figures.meanNeighbours.slice(from, to),
    };
  }

  return {
    /** @param {number} at simulated seconds @param {Record<Figure, number>} stats */
    add(at, stats) {
      const later = seconds.findIndex((second) => second >= at);
      const to = later < 0 ? seconds.length : later;
      const kept = seconds.findIndex((second) => second >= at - SPAN);
      keep(kept < 0 ? to : Math.min(kept, to), to);
      seconds.push(at);
      for (const figure of FIGURES) figures[figure].push(stats[figure]);
    },
    clear: () => keep(0, 0),
    get seconds() {
      return seconds;
    },
    /** @param {Figure} figure */
    of: (figure) => figures[figure],
  };
}
