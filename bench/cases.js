// What is measured: sets of cases, each for one of the programs. The native program and the WebAssembly build take the
// same options.

/**
 * @typedef {'native' | 'wasm' | 'boids' | 'flocc'} Program
 * @typedef {{set: string, program: Program, args: Record<string, string | number>}} Case
 * @typedef {object} Machine
 * @property {string[]} simds instruction sets that run here, widest first
 * @property {number} cores
 * @property {boolean} wasmThreads
 * @property {boolean} quick
 */

/** The original program's world, in which its own figures were taken. */
const ORIGINAL_WORLD = { world_width: 1920, world_height: 1080 };
const CROWDING_AGENTS = 50000;

/** @param {number} cores powers of two, and all */
const threadCounts = (cores) => [...new Set([1, 2, 4, 8, 16, 32, 64].filter((count) => count < cores).concat(cores))];

/** The four levels, as the original compared its own: 100 to 2,000 agents, 200 steps. @param {Machine} machine */
function levelCases({ quick }) {
  return ['naive', 'vector', 'grid', 'native'].flatMap((level) =>
    (quick ? [500, 2000] : [100, 200, 500, 1000, 2000]).map((agents) => ({
      set: 'levels',
      program: 'native',
      args: { ...ORIGINAL_WORLD, level, agents, steps: quick ? 20 : 200 },
    })),
  );
}

/** Against the original's C backend, in its world. @param {Machine} machine */
function originalCases({ quick }) {
  return ['cell', 'classic'].flatMap((numerics) =>
    (quick ? [2000, 10000] : [2000, 10000, 50000, 100000]).map((agents) => ({
      set: 'original',
      program: 'native',
      args: { ...ORIGINAL_WORLD, numerics, agents, steps: agents > 10000 ? 10 : 50 },
    })),
  );
}

/** More and more agents at 14 neighbours; 100 of them tell what memory the program takes anyway. @param {Machine} machine */
function scaleCases({ quick }) {
  const counts = quick ? [10000, 1000000] : [5000, 10000, 50000, 100000, 300000, 1000000];
  const native = [100, ...counts].map((agents) => ({
    set: 'scale',
    program: 'native',
    args: { agents, steps: agents > 200000 ? 5 : 20 },
  }));
  const wasm = (quick ? [] : [10000, 100000, 1000000]).map((agents) => ({
    set: 'scale',
    program: 'wasm',
    args: { agents, steps: agents > 200000 ? 5 : 20 },
  }));
  return [...native, ...wasm];
}

/** Sparse to crowded, on every instruction set, in WebAssembly, and classic. @param {Machine} machine */
function crowdingCases({ quick, simds }) {
  return [3, 14, 70].flatMap((neighbours) => {
    const args = { agents: CROWDING_AGENTS, neighbours, steps: quick ? 10 : 20 };
    return [
      ...simds.map((simd) => ({ set: 'crowding', program: 'native', args: { ...args, simd } })),
      { set: 'crowding', program: 'native', args: { ...args, numerics: 'classic', steps: quick ? 5 : 10 } },
      { set: 'crowding', program: 'wasm', args },
    ];
  });
}

/** A flock that has formed: dense clumps, empty air. @param {Machine} machine */
function sceneCases({ quick, cores }) {
  const args = { scene: 'murmuration', 'warm-up': 2000, steps: 50 };
  return [
    { set: 'scene', program: 'native', args: { ...args, threads: 1 } },
    { set: 'scene', program: 'native', args: { ...args, threads: cores } },
    ...(quick ? [] : [{ set: 'scene', program: 'native', args: { ...args, agents: 50000 } }]),
    { set: 'scene', program: 'wasm', args },
  ];
}

/** @param {Machine} machine */
function threadCases({ quick, cores, wasmThreads }) {
  const args = { agents: 100000, steps: quick ? 10 : 20 };
  return threadCounts(cores).flatMap((threads) => [
    { set: 'threads', program: 'native', args: { ...args, threads } },
    ...(threads === 1 || wasmThreads ? [{ set: 'threads', program: 'wasm', args: { ...args, threads } }] : []),
  ]);
}

/** Packages at the same density, with ours beside them. @param {Machine} machine */
function packageCases({ quick }) {
  return (quick ? [1000] : [1000, 2000, 10000]).flatMap((agents) => [
    { set: 'packages', program: 'native', args: { agents, steps: 50 } },
    { set: 'packages', program: 'wasm', args: { agents, steps: 50 } },
    { set: 'packages', program: 'boids', args: { agents, steps: 5, 'warm-up': 2 } },
    { set: 'packages', program: 'flocc', args: { agents, steps: quick || agents > 2000 ? 2 : 5, 'warm-up': 1 } },
  ]);
}

/** @param {Machine} machine @returns {Case[]} */
export const listCases = (machine) =>
  /** @type {Case[]} */ ([
    ...levelCases(machine),
    ...originalCases(machine),
    ...scaleCases(machine),
    ...crowdingCases(machine),
    ...sceneCases(machine),
    ...threadCases(machine),
    ...packageCases(machine),
  ]);
