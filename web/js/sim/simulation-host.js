import { measure } from '../bench/measure.js';
import { Reply, createPeer } from '../rpc.js';
import { changeTogether } from './change-together.js';

const BENCH_BATCH_MS = 5; // browsers make their clocks coarse, to 0.1 ms at worst

/**
 * What can be asked of a simulation. It steps only when asked for a frame, so the one who draws sets the pace and at
 * most as many frames exist as it asked for.
 * @param {Promise<import('../wasm/sim-module.js').Sim>} loading
 * @returns {Record<string, (request: any) => Promise<any>>}
 */
export const simulationHandlers = (loading) => ({
  describe: async () => (await loading).describe(),

  create: async ({ entries }) => (await loading).create(entries),

  params: async () => (await loading).params(),

  memory: async () => (await loading).memoryBytes(),

  mostThreads: async () => (await loading).mostThreads,

  measure: async ({ bench }) => measure(await loading, bench, { batchMs: BENCH_BATCH_MS }),

  /** A parameter, from the next frame that is asked for on; remembered as an event. */
  change: async ({ name, text }) => (await loading).change(name, text),

  /** Several, all of them or none, from the next frame on; `before` are their values in force. */
  changeAll: async ({ changes, before }) => changeTogether((await loading).change, changes, before),

  /** The flock as a scene, JSON, with every change so far. */
  scene: async () => (await loading).scene(),

  advance: async ({ count }) => (await loading).advance(count),

  hash: async () => (await loading).hash(),

  /** The state as it is. */
  async record() {
    const { buffer } = (await loading).record();
    return new Reply(buffer, [buffer]);
  },

  /** `spare` is a buffer that came from here earlier and has been read; events change the size of frames. */
  async frame({ spare }) {
    const sim = await loading;
    const started = performance.now();
    sim.advance(1);
    const bytes = sim.recordBytes();
    const buffer = spare?.byteLength === bytes ? spare : new ArrayBuffer(bytes);
    sim.copyRecord(new Uint8Array(buffer));
    const stepMs = performance.now() - started;
    return new Reply({ buffer, stepMs, solver: { threads: sim.threads(), simd: sim.simd() } }, [buffer]);
  },
});

/**
 * Serves one simulation on a channel.
 * @param {import('../rpc.js').Channel} channel
 * @param {Promise<import('../wasm/sim-module.js').Sim>} loading
 */
export const createSimulationHost = (channel, loading) =>
  createPeer(channel, { handlers: simulationHandlers(loading) });
