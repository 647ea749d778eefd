import { Reply, createPeer } from '../rpc.js';
import { loadSim } from '../wasm/sim-module.js';

/**
 * Serves one simulation on a channel. It steps only when asked for a frame, so the one who draws sets the pace
 * and at most as many frames exist as it asked for.
 * @param {import('../rpc.js').Channel} channel
 */
export function createSimulationHost(channel) {
  const loading = loadSim();
  loading.catch(() => {}); // told to whoever asks first

  return createPeer(channel, {
    handlers: {
      describe: async () => (await loading).describe(),

      create: async ({ entries }) => (await loading).create(entries),

      /** `spare` is a buffer that came from here earlier and has been read. */
      async frame({ spare }) {
        const sim = await loading;
        const bytes = sim.recordBytes();
        const buffer = spare?.byteLength === bytes ? spare : new ArrayBuffer(bytes);
        const started = performance.now();
        sim.step(new Uint8Array(buffer));
        return new Reply({ buffer, stepMs: performance.now() - started }, [buffer]);
      },
    },
  });
}
