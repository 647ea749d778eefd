// Runs boidforge-cli bench over levels, agent counts, densities and instruction sets, and keeps the figures:
//   node bench/run.js [--quick] [--out FOLDER]
// Rounds are interleaved (every case once, then every case again), so that a busy minute of the machine meets all
// cases alike; of each case the smallest time and the median of the rounds' medians are kept. Writes results.csv,
// results.json, and plots where gnuplot is installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const cli = process.env.BF_CLI ?? join(here, '../build/boidforge-cli');
const quick = process.argv.includes('--quick');
const outAt = process.argv.indexOf('--out');
const out = outAt > 0 ? process.argv[outAt + 1] : join(here, 'results');
const rounds = quick ? 2 : 5;

/** @typedef {{set: string, args: Record<string, string | number>}} Case */

/** What this machine can run. @returns {string[]} */
function instructionSets() {
  return ['avx512', 'avx2', 'sse2', 'neon', 'scalar'].filter(
    (simd) => spawnSync(cli, ['bench', '-n', '100', '--steps', '1', '--simd', simd]).status === 0,
  );
}

/** @returns {Case[]} */
function listCases() {
  /** @type {Case[]} */
  const cases = [];
  // The original's comparison: four levels at 100 to 2,000 agents, 200 steps.
  for (const level of ['naive', 'vector', 'grid', 'native']) {
    for (const agents of [100, 200, 500, 1000, 2000]) {
      cases.push({ set: 'levels', args: { level, agents, steps: quick ? 40 : 200 } });
    }
  }
  for (const agents of quick ? [10000, 100000] : [5000, 10000, 50000, 100000, 300000, 1000000]) {
    cases.push({ set: 'scale', args: { level: 'native', agents, steps: agents > 200000 ? 5 : 20 } });
  }
  for (const neighbours of [3, 14, 70]) {
    for (const simd of instructionSets()) {
      cases.push({ set: 'density', args: { level: 'native', simd, agents: 50000, neighbours, steps: quick ? 5 : 20 } });
    }
    cases.push({
      set: 'density',
      args: { level: 'native', numerics: 'classic', agents: 50000, neighbours, steps: quick ? 3 : 10 },
    });
  }
  for (const threads of [1, 2, 4, 8].filter((count) => count <= cpus().length)) {
    cases.push({ set: 'threads', args: { level: 'native', threads, agents: 100000, steps: 20 } });
  }
  return cases;
}

/** @param {Case} one */
function measure(one) {
  const options = Object.entries(one.args).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return JSON.parse(execFileSync(cli, ['bench', '--json', ...options], { encoding: 'utf8' }));
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** @param {Case[]} cases */
function runAll(cases) {
  /** @type {any[][]} */
  const measured = cases.map(() => []);
  for (let round = 0; round < rounds; round++) {
    cases.forEach((one, index) => {
      measured[index].push(measure(one));
      process.stderr.write(`\r\x1b[Kround ${round + 1} of ${rounds}, case ${index + 1} of ${cases.length}`);
    });
  }
  process.stderr.write('\r\x1b[K');
  return cases.map((one, index) => {
    const all = measured[index];
    return {
      set: one.set,
      ...all[0],
      ns_per_agent_step: {
        min: Math.min(...all.map((figures) => figures.ns_per_agent_step.min)),
        median: median(all.map((figures) => figures.ns_per_agent_step.median)),
      },
      ms_per_step: median(all.map((figures) => figures.ms_per_step)),
      peak_bytes: Math.max(...all.map((figures) => figures.peak_bytes)),
    };
  });
}

/** Speed-up over level naive at the same agent count, by medians. @param {any[]} rows */
function addSpeedUps(rows) {
  for (const row of rows) {
    const naive = rows.find(
      (other) => other.set === 'levels' && other.level === 'naive' && other.agents === row.agents,
    );
    row.speed_up = row.set === 'levels' && naive ? naive.ms_per_step / row.ms_per_step : null;
  }
}

/** @param {any[]} rows */
function toCsv(rows) {
  const head =
    'set,numerics,level,simd,threads,agents,mean_neighbours,ns_min,ns_median,ms_per_step,candidates_per_second,peak_bytes,speed_up';
  const lines = rows.map((row) =>
    [
      row.set,
      row.numerics,
      row.level,
      row.simd,
      row.threads,
      row.agents,
      row.mean_neighbours,
      row.ns_per_agent_step.min,
      row.ns_per_agent_step.median,
      row.ms_per_step,
      row.candidates_per_second,
      row.peak_bytes,
      row.speed_up === null ? '' : row.speed_up.toFixed(2),
    ].join(','),
  );
  return `${[head, ...lines].join('\n')}\n`;
}

function processorName() {
  try {
    return /model name\s*: (.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? cpus()[0].model;
  } catch {
    return cpus()[0].model;
  }
}

mkdirSync(out, { recursive: true });
const results = runAll(listCases());
addSpeedUps(results);
const about = {
  date: new Date().toISOString().slice(0, 10),
  processor: processorName(),
  cores: cpus().length,
  program: execFileSync(cli, ['--version'], { encoding: 'utf8' }).trim(),
  rounds,
};
writeFileSync(join(out, 'results.json'), `${JSON.stringify({ about, results }, null, 1)}\n`);
writeFileSync(join(out, 'results.csv'), toCsv(results));
const plotted = spawnSync('gnuplot', ['-e', `folder='${out}'`, join(here, 'plots.gp')], { stdio: 'inherit' });
console.log(toCsv(results));
console.log(plotted.error ? 'gnuplot is not installed: no plots' : `plots in ${out}`);
