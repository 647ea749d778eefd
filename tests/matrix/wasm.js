// The lines of the matrix program (matrix.c), made again by the WebAssembly modules: for each set that the file given
// has, the hash it ends in, after checking that every level, instruction set and number of threads gives it.
// Arguments: the file; --threads for the module with threads.
import { readFileSync } from 'node:fs';
import { loadSim, loadThreadedSim, sceneEntries } from '../wasm/sim.js';

const MOST_FOR_ALL_PAIRS = 700;
const [file, option] = process.argv.slice(2);
const threadCounts = option === '--threads' ? [1, 2, 3, 8] : [1];
const sim = option === '--threads' ? await loadThreadedSim(8) : await loadSim();

/** The ways of tests/native/ways.c. */
function waysOf({ agents, numerics }) {
  const allPairs = Number(agents) <= MOST_FOR_ALL_PAIRS;
  const isCell = numerics === 'cell';
  const native = ['scalar', 'wasm128'].flatMap((simd) =>
    threadCounts.map((threads) => ({ level: 'native', simd, threads })),
  );
  return [
    ...(allPairs ? [{ level: 'naive' }] : []),
    ...(allPairs && isCell
      ? [
          { level: 'vector', simd: 'scalar' },
          { level: 'vector', simd: 'wasm128' },
        ]
      : []),
    ...(isCell ? [{ level: 'grid', threads: threadCounts.at(-1) }] : []),
    ...native,
  ];
}

function hashAfter(params, events, way) {
  sim.create(sceneEntries({ params: { ...params, threads: 1, ...way }, events }));
  sim.step(Number(params.steps));
  return sim.hash();
}

for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const { set, params, events } = JSON.parse(line);
  const ways = waysOf(params);
  const hash = hashAfter(params, events, ways[0]);
  for (const way of ways.slice(1)) {
    const other = hashAfter(params, events, way);
    if (other !== hash) {
      throw new Error(
        `set ${set} ends in ${other} at ${JSON.stringify(way)}, in ${hash} at ${JSON.stringify(ways[0])}`,
      );
    }
  }
  console.log(JSON.stringify({ set, hash, params, events }));
}
