// Runs the benchmark and keeps its figures:
//   node bench/run.js [--quick] [--out FOLDER | --keep]
// --quick takes about a minute; --keep writes to bench/results, in a folder named by the processor; otherwise the
// figures go to build/bench. Rounds are interleaved (every case once, then every case again), so that a busy minute of
// the machine meets all cases alike; of each case the smallest time and the median of the rounds' medians are kept.
// Writes results.csv, results.json, report.md, and plots where gnuplot is installed. BF_CLI and BF_WASM_DIR name other
// builds.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasThreads } from '../tests/wasm/sim.js';
import { median } from '../web/js/bench/measure.js';
import { listCases } from './cases.js';
import { toCsv, toMarkdown } from './report.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const cli = process.env.BF_CLI ?? join(here, '../build/boidforge-cli');
const usage = 'usage: node bench/run.js [--quick] [--out FOLDER | --keep]';
const { quick, keep, out: asked } = readArguments(process.argv.slice(2));
const rounds = quick ? 1 : 5;

/** Told before anything is measured. @param {string[]} texts */
function readArguments(texts) {
  const read = { quick: false, keep: false, out: '' };
  for (let at = 0; at < texts.length; at++) {
    if (texts[at] === '--help' || texts[at] === '-h') {
      console.log(usage);
      process.exit(0);
    } else if (texts[at] === '--quick' || texts[at] === '--keep') {
      read[texts[at].slice(2)] = true;
    } else if (texts[at] === '--out' && texts[at + 1] && !texts[at + 1].startsWith('-')) {
      read.out = texts[++at];
    } else {
      console.error(`bench: ${texts[at]}: ${texts[at] === '--out' ? 'needs a folder' : 'unknown option'}; ${usage}`);
      process.exit(2);
    }
  }
  return read;
}

function processorName() {
  try {
    return /model name\s*: (.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? cpus()[0].model;
  } catch {
    return cpus()[0].model;
  }
}

function outFolder() {
  if (asked) return asked;
  const plain = processorName()
    .toLowerCase()
    .replace(/\((r|tm)\)/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return keep ? join(here, 'results', plain) : join(here, '../build/bench');
}

/** What this machine can run. */
const instructionSets = () =>
  ['avx512', 'avx2', 'sse2', 'neon', 'scalar'].filter(
    (simd) => spawnSync(cli, ['bench', '-n', '100', '--steps', '1', '--simd', simd]).status === 0,
  );

/** @param {import('./cases.js').Case} one */
function measure({ program, args }) {
  const options = Object.entries(args).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const [command, ...before] = {
    native: [cli, 'bench', '--json'],
    wasm: [process.execPath, join(here, 'wasm.js')],
    boids: [process.execPath, join(here, 'others.js'), '--package', 'boids'],
    flocc: [process.execPath, join(here, 'others.js'), '--package', 'flocc'],
  }[program];
  return JSON.parse(execFileSync(command, [...before, ...options], { encoding: 'utf8' }));
}

/** Of all rounds of a case. @param {import('./cases.js').Case} one @param {any[]} all */
const gather = (one, all) => ({
  set: one.set,
  program: one.program,
  ...all[0],
  ns_per_agent_step: {
    min: Math.min(...all.map((figures) => figures.ns_per_agent_step.min)),
    median: median(all.map((figures) => figures.ns_per_agent_step.median)),
  },
  ms_per_step: median(all.map((figures) => figures.ms_per_step)),
  candidates_per_second: median(all.map((figures) => figures.candidates_per_second)),
  clock_ghz: median(all.map((figures) => figures.clock_ghz)),
  peak_bytes: Math.max(...all.map((figures) => figures.peak_bytes)),
});

/** @param {import('./cases.js').Case[]} cases */
function runAll(cases) {
  /** @type {any[][]} */
  const measured = cases.map(() => []);
  for (let round = 0; round < rounds; round++) {
    cases.forEach((one, index) => {
      measured[index].push(measure(one));
      if (process.stderr.isTTY) {
        process.stderr.write(`\r\x1b[Kround ${round + 1} of ${rounds}, case ${index + 1} of ${cases.length}`);
      }
    });
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  return cases.map((one, index) => gather(one, measured[index]));
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

const out = outFolder();
mkdirSync(out, { recursive: true });
const [loadBefore] = loadavg();
const machine = { simds: instructionSets(), cores: cpus().length, wasmThreads: hasThreads(), quick };
const results = runAll(listCases(machine));
addSpeedUps(results);
const clocks = results.map((row) => row.clock_ghz).filter((clock) => clock !== null);
const about = {
  date: new Date().toISOString().slice(0, 10),
  processor: processorName(),
  cores: machine.cores,
  clock_ghz: clocks.length > 0 ? median(clocks) : null,
  program: execFileSync(cli, ['--version'], { encoding: 'utf8' }).trim(),
  node: process.version,
  rounds,
  load: [loadBefore, loadavg()[0]],
};
const report = toMarkdown(about, results);
writeFileSync(join(out, 'results.json'), `${JSON.stringify({ about, results }, null, 1)}\n`);
writeFileSync(join(out, 'results.csv'), toCsv(results));
writeFileSync(join(out, 'report.md'), report);
const plotted = spawnSync('gnuplot', ['-e', `folder='${out}'`, join(here, 'plots.gp')], { stdio: 'inherit' });
console.log(report);
const plots = plotted.error
  ? '; gnuplot is not installed, so there are no plots'
  : plotted.status === 0
    ? ', with plots'
    : '; gnuplot failed, so there are no plots';
console.log(`Kept in ${out}${plots}.`);
