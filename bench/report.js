// Figures as tables: results.csv, and report.md for people.
import { readFileSync } from 'node:fs';

/** The clock of the machine on which the targets were set and the original was measured. */
const TARGET_GHZ = 4.3;

/** Milliseconds per step of the original's C backend, and how many times faster each numerics is to be. */
const ORIGINAL = [
  { agents: 2000, ms: 0.57, wanted: { cell: 15, classic: 2.5 } },
  { agents: 10000, ms: 12.3, wanted: { cell: 50, classic: 8 } },
  { agents: 50000, ms: 304, wanted: { cell: 110, classic: 20 } },
  { agents: 100000, ms: 1231, wanted: { cell: 140, classic: 24 } },
];

/** ns per agent and step, one thread, 50,000 agents, by mean neighbours. */
const TARGETS = [
  { name: '`cell`, AVX-512', match: { numerics: 'cell', simd: 'avx512' }, ns: { 3: 18, 14: 24, 70: 52 } },
  { name: '`cell`, AVX2', match: { numerics: 'cell', simd: 'avx2' }, ns: { 3: 18, 14: 28, 70: 80 } },
  { name: '`cell`, wasm128 under node', match: { program: 'wasm' }, ns: { 3: 45, 14: 72, 70: 215 } },
  { name: '`classic`', match: { numerics: 'classic' }, ns: { 3: 110, 14: 140, 70: 290 } },
];

const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const PROGRAMS = {
  native: 'boidforge-cli',
  wasm: 'WebAssembly, node',
  boids: `boids ${devDependencies.boids}, node`,
  flocc: `flocc ${devDependencies.flocc}, node`,
};

const COLUMNS = {
  set: (row) => row.set,
  program: (row) => row.program,
  numerics: (row) => row.numerics,
  level: (row) => row.level,
  simd: (row) => row.simd,
  threads: (row) => row.threads,
  agents: (row) => row.agents,
  scene: (row) => row.scene,
  mean_neighbours: (row) => row.mean_neighbours,
  ns_min: (row) => row.ns_per_agent_step.min,
  ns_median: (row) => row.ns_per_agent_step.median,
  ms_per_step: (row) => row.ms_per_step,
  candidates_per_second: (row) => row.candidates_per_second,
  clock_ghz: (row) => row.clock_ghz,
  peak_bytes: (row) => row.peak_bytes,
  speed_up: (row) => row.speed_up?.toFixed(2),
};

/** @param {any[]} rows */
export function toCsv(rows) {
  const lines = rows.map((row) =>
    Object.values(COLUMNS)
      .map((valueOf) => valueOf(row) ?? '')
      .join(','),
  );
  return `${[Object.keys(COLUMNS).join(','), ...lines].join('\n')}\n`;
}

const grouped = (value) => value.toLocaleString('en');
const short = (value) =>
  value === null || value === undefined || Number.isNaN(value)
    ? '–'
    : value >= 1000
      ? grouped(Math.round(value))
      : Number(value.toPrecision(3)).toString();
const times = (value) => (value === null ? '–' : `${short(value)} x`);

/** @param {string[]} heads @param {(string | number)[][]} rows texts go left, what can be a number right */
function table(heads, rows) {
  const isText = heads.map((_, column) => rows.some((row) => /[a-z`]{3}/.test(String(row[column]))));
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(isText.map((text) => (text ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** All of a set that match. @param {any[]} rows @param {Record<string, unknown>} wanted */
const pick = (rows, wanted) =>
  rows.filter((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));

/** What a time would be at the target machine's clock, if all of it went with the clock. */
const atTargetClock = (value, row, about) => {
  const clock = row.clock_ghz ?? about.clock_ghz;
  return clock === null ? null : (value * clock) / TARGET_GHZ;
};

function targetTable(about, rows) {
  const lines = TARGETS.flatMap(({ name, match, ns }) =>
    Object.entries(ns).flatMap(([neighbours, target]) => {
      const near = (row) => Math.abs(row.mean_neighbours / Number(neighbours) - 1) < 0.2;
      const row = pick(rows, { set: 'crowding', program: 'native', ...match }).find(near);
      if (!row) return [[name, neighbours, target, '–', '–', '–', '–']];
      const { median, min } = row.ns_per_agent_step;
      const scaled = atTargetClock(median, row, about);
      const share = scaled === null ? '–' : `${Math.round((100 * scaled) / target)} %`;
      return [[name, row.mean_neighbours, target, short(median), short(min), short(scaled), share]];
    }),
  );
  const heads = ['', 'neighbours', 'target at 4.3 GHz', 'measured', 'least', 'scaled to 4.3 GHz', 'of target'];
  return `## The targets

Nanoseconds per agent and step, one thread, 50,000 agents spread evenly; whole steps, with the state in id order after each. "Measured" is the median, "least" the smallest of all steps. **Scaled** is measured × clock / 4.3 GHz: what the same cycles take at the target machine's clock. That is arithmetic and not a measurement; time spent waiting for memory does not shrink with the clock.

${table(heads, lines)}`;
}

function originalTable(about, rows) {
  const lines = ORIGINAL.flatMap(({ agents, ms, wanted }) =>
    Object.entries(wanted).flatMap(([numerics, goal]) => {
      const row = pick(rows, { set: 'original', numerics, agents })[0];
      if (!row) return [];
      const scaled = atTargetClock(row.ms_per_step, row, about);
      return [
        [
          grouped(agents),
          `\`${numerics}\``,
          ms,
          short(row.ms_per_step),
          times(ms / row.ms_per_step),
          times(scaled === null ? null : ms / scaled),
          times(goal),
        ],
      ];
    }),
  );
  const heads = ['agents', 'numerics', 'original, ms', 'ours, ms', 'faster', 'faster, scaled', 'wanted'];
  return `## Against the original's C backend

Milliseconds per step, one thread, agents spread evenly in the original's default world of 1920 x 1080. The original's figures were taken at 4.3 GHz and are not measured again here; "faster, scaled" compares at that clock.

${table(heads, lines)}`;
}

function levelTable(rows) {
  const all = pick(rows, { set: 'levels' });
  const counts = [...new Set(all.map((row) => row.agents))];
  const levels = [...new Set(all.map((row) => row.level))];
  const lines = levels.map((level) => [
    `\`${level}\``,
    ...counts.flatMap((agents) => {
      const row = pick(all, { level, agents })[0];
      return [`${short(row.ms_per_step)} (${times(row.speed_up)})`];
    }),
  ]);
  return `## What each level brings

Milliseconds per step, \`cell\`, one thread, and the speed-up over \`naive\` in brackets; agents spread evenly in a world of 1920 x 1080.

${table(['agents', ...counts.map(grouped)], lines)}`;
}

function scaleTable(rows) {
  const all = pick(rows, { set: 'scale' });
  const native = pick(all, { program: 'native' });
  const lines = all
    .filter((row) => row.agents > 100)
    .map((row) => [
      PROGRAMS[row.program],
      grouped(row.agents),
      short(row.ms_per_step),
      short(row.ns_per_agent_step.median),
      short(row.ns_per_agent_step.min),
      short(row.candidates_per_second / 1e6),
      short(row.peak_bytes / 1e6),
    ]);
  const at = (agents) => pick(native, { agents })[0];
  const growth = at(1000000).ns_per_agent_step.median / at(10000).ns_per_agent_step.median;
  const bytes = (at(1000000).peak_bytes - at(100).peak_bytes) / (1000000 - 100);
  const heads = ['', 'agents', 'ms', 'ns per agent', 'least', 'million candidates/s', 'peak MB'];
  return `## More agents

One thread, 14 neighbours. A candidate is an agent whose distance a scalar search on a uniform grid tests: those in the 3 x 3 cells of one radius a side. Peak memory is the whole program's; in WebAssembly it is the module's memory.

${table(heads, lines)}

- An agent among 1,000,000 takes ${short(growth)} times what one among 10,000 takes (wanted: at most 1.3).
- Memory: ${short(bytes)} bytes per agent with the grid (the peak of 1,000,000 agents less that of 100; wanted: at most 64 plus the grid).`;
}

function threadTable(rows) {
  const all = pick(rows, { set: 'threads' });
  const lines = all.map((row) => {
    const [one] = pick(all, { program: row.program, threads: 1 });
    return [PROGRAMS[row.program], row.threads, short(row.ms_per_step), times(one.ms_per_step / row.ms_per_step)];
  });
  return `## Threads

100,000 agents, 14 neighbours.

${table(['', 'threads', 'ms', 'faster than one'], lines)}`;
}

function plainTable(rows, set) {
  const lines = pick(rows, { set }).map((row) => [
    PROGRAMS[row.program],
    row.numerics === null ? '' : `${row.numerics}, ${row.simd}`,
    row.threads,
    grouped(row.agents),
    row.mean_neighbours,
    short(row.ms_per_step),
    short(row.ns_per_agent_step.median),
    short(row.ns_per_agent_step.min),
  ]);
  return table(['', 'solver', 'threads', 'agents', 'neighbours', 'ms', 'ns per agent', 'least'], lines);
}

function packageNotes(rows) {
  const differing = pick(rows, { set: 'packages' }).filter((row) => row.differs);
  const notes = new Map(differing.map((row) => [row.program, row.differs]));
  return [...notes].map(([program, differs]) => `- ${PROGRAMS[program]}: ${differs}.`).join('\n');
}

/** How far the figures can be trusted: on a quiet machine most steps take little more than the least. */
function noise(about, rows) {
  const disturbed = rows.filter(({ ns_per_agent_step: ns }) => ns.median > 1.5 * ns.min).length;
  const [before, after] = about.load.map((load) => load.toFixed(1));
  const verdict =
    disturbed > rows.length / 5
      ? ' **The machine was busy: these figures say little, measure again.**'
      : ' Others left the machine mostly alone.';
  return `In ${disturbed} of ${rows.length} cases the median is over 1.5 times the least; load average ${before} before and ${after} after.${verdict} Neighbours are counted around about 1,000 agents.`;
}

/** @param {any} about @param {any[]} rows */
export function toMarkdown(about, rows) {
  const clock = about.clock_ghz === null ? 'not measured' : `${about.clock_ghz.toFixed(2)} GHz while measuring`;
  return `# Benchmark

${about.processor}, ${about.cores} ${about.cores === 1 ? 'core' : 'cores'}, clock ${clock}. ${about.program}, node ${about.node}. ${about.date}, ${about.rounds} interleaved ${about.rounds === 1 ? 'round' : 'rounds'}. ${noise(about, rows)}

${targetTable(about, rows)}

${originalTable(about, rows)}

${levelTable(rows)}

${scaleTable(rows)}

${threadTable(rows)}

## A flock that has formed

The murmuration scene at step 2,000, where flocks are dense.

${plainTable(rows, 'scene')}

## Crowding

50,000 agents on every instruction set of this machine.

${plainTable(rows, 'crowding')}

## Other programs

Packages that people use, at the same density and from the same start; one thread, 14 neighbours.

${plainTable(rows, 'packages')}

${packageNotes(rows)}
`;
}
