// One case of the benchmark on the WebAssembly build under node, with the options and the figures of
// boidforge-cli bench --json:
//   node bench/wasm.js -n 50000 --neighbours 14 --steps 50 [--threads 2] [--scene murmuration] [--level grid] ...
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSim, loadThreadedSim, projectFolder, sceneEntries } from '../tests/wasm/sim.js';
import { benchEntries, measure } from '../web/js/bench/measure.js';

/** The module as the benchmark asks it. @returns {Promise<import('../web/js/bench/measure.js').BenchSim>} */
async function loadBenchSim(threads) {
  const sim = threads > 1 ? await loadThreadedSim(threads) : await loadSim();
  const names = JSON.parse(sim.text('bf_sim_describe')).params.map(({ name }) => name);
  return {
    ...sim,
    create(entries) {
      sim.create(entries);
      return Object.fromEntries(names.map((name) => [name, sim.text('bf_sim_param', name)]));
    },
    advance: sim.step,
  };
}

/** "--name value" pairs; -n is short for --agents. */
export function readOptions(texts) {
  const options = {};
  for (let at = 0; at < texts.length; at += 2) {
    const name = texts[at] === '-n' ? 'agents' : texts[at].replace(/^--/, '').replaceAll('-', '_');
    options[name] = texts[at + 1];
  }
  return options;
}

/** A scene without its look, which the simulation keeps and does not read. */
function readScene(name) {
  const scene = JSON.parse(readFileSync(join(projectFolder, 'scenes', `${name}.json`), 'utf8'));
  return sceneEntries(scene).filter(([section]) => section !== 'look');
}

/** From the options of boidforge-cli bench. @returns {import('../web/js/bench/measure.js').BenchCase} */
export function caseFrom({ scene, neighbours, steps = 50, warm_up = 5, ...params }) {
  const sized = scene || params.world_width || params.world_height;
  return {
    params: { ...(scene ? {} : { agents: 50000 }), ...params },
    ...(sized ? {} : { neighbours: Number(neighbours ?? 14) }),
    ...(scene ? { scene: readScene(scene), sceneName: scene } : {}),
    steps: Number(steps),
    warmUp: Number(warm_up),
  };
}

/** The start state of a case, so that other programs begin with the same agents. */
export async function startState(bench) {
  const sim = await loadBenchSim(1);
  const params = sim.create(benchEntries(bench));
  const n = Number(params.agents);
  const values = new Float32Array(sim.record().buffer, 8);
  const part = (index) => values.subarray(index * n, (index + 1) * n);
  return { params, n, px: part(0), py: part(1), vx: part(2), vy: part(3) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const options = readOptions(process.argv.slice(2));
    const sim = await loadBenchSim(Number(options.threads ?? 1));
    console.log(JSON.stringify(measure(sim, caseFrom(options))));
  } catch (error) {
    console.error(`bench/wasm.js: ${error.message}`);
    process.exitCode = 2;
  }
}
