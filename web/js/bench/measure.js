// How long steps take, in the page's worker and under node: what native_cli/command_bench.c does, with the same
// figures under the same names.

/**
 * @typedef {object} BenchCase
 * @property {Record<string, string | number>} params that differ from the scene's or, without one, the defaults
 * @property {number} [neighbours] mean neighbours within the largest radius: sizes a square world
 * @property {import('../types.js').SceneEntry[]} [scene]
 * @property {string} [sceneName]
 * @property {number} [warmUp] steps before the clock starts
 * @property {number} [steps] to time
 *
 * @typedef {object} BenchSim
 * @property {(entries: import('../types.js').SceneEntry[]) => Record<string, string>} create
 * @property {(count: number) => void} advance
 * @property {() => Uint8Array} record a copy of the state, as a frame record
 * @property {() => number} memoryBytes
 * @property {() => string} simd
 * @property {() => number} threads
 *
 * @typedef {object} BenchFigures
 * @property {string} level
 * @property {string} numerics
 * @property {string} simd
 * @property {number} threads
 * @property {number} agents
 * @property {string | null} scene
 * @property {number} world_width
 * @property {number} world_height
 * @property {number} warm_up
 * @property {number} steps
 * @property {{min: number, median: number}} ns_per_agent_step
 * @property {number} ms_per_step median
 * @property {number} mean_neighbours
 * @property {number} candidates_per_second
 * @property {null} clock_ghz not known to JavaScript
 * @property {number} peak_bytes the module's memory
 */

const RECORD_HEADER_BYTES = 8;
const MAX_CELLS_PER_AXIS = 4096; // the solver's grid has no more either
const AFFORDABLE_PAIRS = 5e7;
const RADII = /** @type {const} */ (['r_sep', 'r_ali', 'r_coh']);
const DEFAULT_RADII = { r_sep: 12, r_ali: 30, r_coh: 30 };

/** Rules so weak that evenly spread agents stay so. */
const WEAK = { w_sep: 0.001, w_ali: 0.001, w_coh: 0.001 };

/** @param {number} agents @param {number} neighbours @param {number} radius @returns {number} side of the square */
const sideFor = (agents, neighbours, radius) => Math.sqrt((agents * Math.PI * radius * radius) / neighbours);

/** @param {BenchCase} bench @returns {import('../types.js').SceneEntry[]} */
export function benchEntries({ params, neighbours, scene }) {
  /** @type {Record<string, string | number>} */
  const values = { threads: 1, ...(scene ? {} : WEAK), ...params };
  if (neighbours !== undefined) {
    const radius = Math.max(...RADII.map((name) => Number(params[name] ?? DEFAULT_RADII[name])));
    values.world_width = values.world_height = sideFor(Number(params.agents), neighbours, radius);
  }
  const entries = Object.entries(values).map(
    ([name, value]) => /** @type {import('../types.js').SceneEntry} */ (['params', name, String(value)]),
  );
  return [...(scene ?? []), ...entries];
}

/**
 * An agent's neighbours within the largest radius, and its candidates: the agents a scalar search compares it with,
 * which are all, or those in the 3 x 3 cells about it of a uniform grid with cells just above one radius a side,
 * itself included. Means over a sample, by looking at everybody.
 * @param {Uint8Array} record
 * @param {Record<string, string>} params of the world
 */
export function countPairs(record, params) {
  const n = Number(params.agents);
  const px = new Float32Array(record.buffer, record.byteOffset + RECORD_HEADER_BYTES, n);
  const py = new Float32Array(record.buffer, record.byteOffset + RECORD_HEADER_BYTES + 4 * n, n);
  const width = Number(params.world_width);
  const height = Number(params.world_height);
  const radius = Math.max(...RADII.map((name) => Number(params[name])));
  const isTorus =
    params.metric === 'torus' ||
    (params.metric === 'auto' && params.boundary === 'wrap' && params.numerics !== 'classic');
  const everything = params.level === 'naive' || params.level === 'vector';
  const cellsAlong = (/** @type {number} */ extent) =>
    Math.max(Math.trunc(Math.min(extent / radius, MAX_CELLS_PER_AXIS)), 1);
  const cols = cellsAlong(width);
  const rows = cellsAlong(height);
  /** @param {number} a @param {number} b @param {number} cells @param {number} extent */
  const adjacent = (a, b, cells, extent) => {
    const apart = Math.abs(Math.trunc((a * cells) / extent) - Math.trunc((b * cells) / extent));
    return apart <= 1 || (isTorus && apart >= cells - 1);
  };
  const samples = Math.min(Math.max(Math.trunc(AFFORDABLE_PAIRS / n), 200), n);
  let neighbours = 0;
  let candidates = 0;
  for (let s = 0; s < samples; s++) {
    const i = Math.trunc((n * s) / samples);
    for (let j = 0; j < n; j++) {
      let dx = Math.abs(px[j] - px[i]);
      let dy = Math.abs(py[j] - py[i]);
      if (isTorus) {
        dx = Math.min(dx, width - dx);
        dy = Math.min(dy, height - dy);
      }
      const d2 = dx * dx + dy * dy;
      if (d2 > 0 && d2 < radius * radius) neighbours += 1;
      if (everything || (adjacent(px[i], px[j], cols, width) && adjacent(py[i], py[j], rows, height))) candidates += 1;
    }
  }
  return { neighbours: neighbours / samples, candidates: candidates / samples };
}

/** @param {number[]} values */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** @param {number} value @param {number} digits */
const rounded = (value, digits) => Number(value.toFixed(digits));

/**
 * Milliseconds per step, one value for each batch of steps. A browser's clock is coarse, so steps are timed in
 * batches that last at least `batchMs`.
 * @param {(count: number) => void} advance
 * @param {{steps: number, warmUp: number, batchMs: number, now: () => number}} options
 */
export function timeSteps(advance, { steps, warmUp, batchMs, now }) {
  /** @param {number} count */
  const time = (count) => {
    const begun = now();
    advance(count);
    return now() - begun;
  };
  if (warmUp > 0) advance(warmUp);
  let batch = 1;
  while (batchMs > 0 && time(batch) < batchMs) batch *= 2;
  const batches = Math.max(Math.ceil(steps / batch), 5);
  return Array.from({ length: batches }, () => time(batch) / batch);
}

/**
 * Run one case.
 * @param {BenchSim} sim
 * @param {BenchCase} bench
 * @param {{now?: () => number, batchMs?: number}} [options]
 * @returns {BenchFigures}
 */
export function measure(sim, bench, { now = () => performance.now(), batchMs = 0 } = {}) {
  const { warmUp = 5, steps = 50 } = bench;
  const params = sim.create(benchEntries(bench));
  const agents = Number(params.agents);
  const times = timeSteps(sim.advance, { steps, warmUp, batchMs, now });
  const pairs = countPairs(sim.record(), params);
  const middle = median(times);
  const nsOf = (/** @type {number} */ ms) => rounded((ms * 1e6) / agents, 3);
  return {
    level: params.level === 'auto' ? 'native' : params.level,
    numerics: params.numerics,
    simd: sim.simd(),
    threads: sim.threads(),
    agents,
    scene: bench.sceneName ?? null,
    world_width: Number(params.world_width),
    world_height: Number(params.world_height),
    warm_up: warmUp,
    steps,
    ns_per_agent_step: { min: nsOf(Math.min(...times)), median: nsOf(middle) },
    ms_per_step: rounded(middle, 4),
    mean_neighbours: rounded(pairs.neighbours, 2),
    candidates_per_second: Number(((pairs.candidates * agents * 1e3) / middle).toPrecision(4)),
    clock_ghz: null,
    peak_bytes: sim.memoryBytes(),
  };
}
