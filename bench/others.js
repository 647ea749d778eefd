// Two flock packages that people use today, under node, as development dependencies that are run here and shipped
// nowhere. They start with the very agents that the BoidForge case starts with, and are set as near to the same rules
// as they can be; `differs` says where they are not:
//   node bench/others.js --package boids -n 2000 --neighbours 14 --steps 10
import { performance } from 'node:perf_hooks';
import createBoids from 'boids';
import flocc from 'flocc';
import { countPairs, median, timeSteps } from '../web/js/bench/measure.js';
import { caseFrom, readOptions, startState } from './wasm.js';

/** @typedef {{params: Record<string, string>, n: number, px: Float32Array, py: Float32Array, vx: Float32Array,
 *   vy: Float32Array}} Start */

/** Numbers of the parameters that the rules use. @param {Record<string, string>} params */
const numbersOf = (params) =>
  Object.fromEntries(
    Object.entries(params)
      .map(([name, text]) => [name, Number(text)])
      .filter(([, value]) => !Number.isNaN(value)),
  );

/** boids works in units per tick, so lengths of velocities are times dt here. @param {Start} start */
function boidsFlock({ params, n, px, py, vx, vy }) {
  const p = numbersOf(params);
  const flock = createBoids({
    boids: 0,
    speedLimit: p.max_speed * p.dt,
    accelerationLimit: p.max_force * p.dt * p.dt,
    separationDistance: p.r_sep,
    alignmentDistance: p.r_ali,
    cohesionDistance: p.r_coh,
    separationForce: p.w_sep,
    alignmentForce: p.w_ali,
    cohesionForce: p.w_coh,
  });
  for (let i = 0; i < n; i++) flock.boids.push([px[i], py[i], vx[i] * p.dt, vy[i] * p.dt, 0, 0]);
  return {
    differs:
      'all pairs; rules push by unit vectors; alignment and cohesion leave out the agents that separation takes; ' +
      'no world: agents that left it are put back outside the clock, and none is seen across the seam; no slowest speed',
    step: () => flock.tick(),
    between() {
      for (const boid of flock.boids) {
        boid[0] -= Math.floor(boid[0] / p.world_width) * p.world_width;
        boid[1] -= Math.floor(boid[1] / p.world_height) * p.world_height;
      }
    },
    place: (i) => flock.boids[i],
  };
}

/** The rules of docs/model.md in double precision, on flocc's agents and its own k-d tree. @param {Start} start */
function floccFlock({ params, px, py, vx, vy }) {
  const p = numbersOf(params);
  const environment = new flocc.Environment({ width: p.world_width, height: p.world_height, torus: true });
  const largest = Math.max(p.r_sep, p.r_ali, p.r_coh);
  const nearest = (d, extent) => (d > extent / 2 ? d - extent : d < -extent / 2 ? d + extent : d);

  function tick(agent) {
    const [x, y, ownVx, ownVy] = [agent.get('x'), agent.get('y'), agent.get('vx'), agent.get('vy')];
    const sums = { sepX: 0, sepY: 0, aliX: 0, aliY: 0, ali: 0, cohX: 0, cohY: 0, coh: 0 };
    for (const other of environment.helpers.kdtree.agentsWithinDistance(agent, largest)) {
      const dx = nearest(other.get('x') - x, p.world_width);
      const dy = nearest(other.get('y') - y, p.world_height);
      const d2 = dx * dx + dy * dy;
      if (d2 > 0 && d2 < p.r_sep * p.r_sep) {
        sums.sepX -= dx / d2;
        sums.sepY -= dy / d2;
      }
      if (d2 < p.r_ali * p.r_ali) {
        sums.aliX += other.get('vx');
        sums.aliY += other.get('vy');
        sums.ali += 1;
      }
      if (d2 < p.r_coh * p.r_coh) {
        sums.cohX += dx;
        sums.cohY += dy;
        sums.coh += 1;
      }
    }
    return move(sums, x, y, ownVx, ownVy);
  }

  function move(sums, x, y, ownVx, ownVy) {
    const mean = (sum, count, own) => (count > 0 ? sum / count - own : 0);
    let ax = p.w_sep * sums.sepX + p.w_ali * mean(sums.aliX, sums.ali, ownVx) + p.w_coh * mean(sums.cohX, sums.coh, 0);
    let ay = p.w_sep * sums.sepY + p.w_ali * mean(sums.aliY, sums.ali, ownVy) + p.w_coh * mean(sums.cohY, sums.coh, 0);
    const force = Math.hypot(ax, ay);
    if (force > p.max_force) {
      ax *= p.max_force / force;
      ay *= p.max_force / force;
    }
    let newVx = ownVx + ax * p.dt;
    let newVy = ownVy + ay * p.dt;
    const speed = Math.hypot(newVx, newVy);
    const scale = Math.min(Math.max(speed, p.min_speed), p.max_speed) / speed;
    newVx *= scale;
    newVy *= scale;
    return { x: x + newVx * p.dt, y: y + newVy * p.dt, vx: newVx, vy: newVy };
  }

  const agents = Array.from(px, (x, i) => new flocc.Agent({ x, y: py[i], vx: vx[i], vy: vy[i], tick }));
  for (const agent of agents) environment.addAgent(agent);
  environment.use(new flocc.KDTree(environment.agents, 2));
  return {
    differs: 'the same rules, in double precision, written for its agents; neighbours from its k-d tree',
    step: () => environment.tick({ randomizeOrder: false }),
    between() {},
    place: (i) => [agents[i].get('x'), agents[i].get('y')],
  };
}

const packages = { boids: boidsFlock, flocc: floccFlock };

const { package: name, ...options } = readOptions(process.argv.slice(2));
const bench = caseFrom(options);
const start = await startState(bench);
const flock = packages[name](start);

/** The clock stands still while `between` runs. */
let paused = 0;
const now = () => performance.now() - paused;
const advance = (count) => {
  for (let i = 0; i < count; i++) {
    flock.step();
    const begun = performance.now();
    flock.between();
    paused += performance.now() - begun;
  }
};
const times = timeSteps(advance, { steps: bench.steps, warmUp: bench.warmUp, batchMs: 0, now });

const state = new Float32Array(2 + 4 * start.n);
for (let i = 0; i < start.n; i++) [state[2 + i], state[2 + start.n + i]] = flock.place(i);
const { neighbours } = countPairs(new Uint8Array(state.buffer), start.params);
const nsOf = (ms) => Number(((ms * 1e6) / start.n).toFixed(3));
console.log(
  JSON.stringify({
    level: null,
    numerics: null,
    simd: null,
    threads: 1,
    agents: start.n,
    scene: null,
    world_width: Number(start.params.world_width),
    world_height: Number(start.params.world_height),
    warm_up: bench.warmUp,
    steps: bench.steps,
    ns_per_agent_step: { min: nsOf(Math.min(...times)), median: nsOf(median(times)) },
    ms_per_step: Number(median(times).toFixed(4)),
    mean_neighbours: Number(neighbours.toFixed(2)),
    candidates_per_second: null,
    clock_ghz: null,
    peak_bytes: process.memoryUsage().rss,
    differs: flock.differs,
  }),
);
