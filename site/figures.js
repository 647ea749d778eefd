// What was measured (bench/results), as sentences need it: nothing on the site is typed in by hand.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../bench/results', import.meta.url));

/**
 * @typedef {object} Figures
 * @property {string} machine
 * @property {string} date
 * @property {{native: number, wasm: number}} formed milliseconds a step of 5,000 agents that have formed flocks
 * @property {number} million milliseconds a step of 1,000,000 agents
 * @property {number} levels how many times as fast as the plain loop, 2,000 agents
 * @property {{name: string, times: number}} other how many times as fast as that package under node, 2,000 agents
 */

/** @returns {Figures} */
export function readFigures() {
  const [name] = readdirSync(folder).sort();
  const { about, results } = JSON.parse(readFileSync(join(folder, name, 'results.json'), 'utf8'));

  /** @param {Record<string, unknown>} wanted @returns {any} */
  function find(wanted) {
    const found = results.find((/** @type {any} */ result) =>
      Object.entries(wanted).every(([key, value]) => result[key] === value),
    );
    if (!found) throw new Error(`site: bench/results/${name} has no case ${JSON.stringify(wanted)}`);
    return found;
  }
  const formed = { set: 'scene', threads: 1, agents: 5000 };
  const other = find({ set: 'packages', program: 'boids', agents: 2000 });
  const ours = find({ set: 'packages', program: 'wasm', agents: 2000 });
  return {
    machine: `${about.processor.replaceAll(/\((R|TM)\)/g, '')}, one thread, ${about.clock_ghz.toFixed(1)} GHz`,
    date: about.date,
    formed: {
      native: find({ ...formed, program: 'native' }).ms_per_step,
      wasm: find({ ...formed, program: 'wasm' }).ms_per_step,
    },
    million: find({ set: 'scale', program: 'native', agents: 1_000_000, threads: 1 }).ms_per_step,
    levels: find({ set: 'levels', level: 'native', agents: 2000 }).speed_up,
    other: { name: 'boids 2.0.0', times: other.ms_per_step / ours.ms_per_step },
  };
}
