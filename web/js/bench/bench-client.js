import { threadsWanted } from '../capabilities.js';
import { PlainError } from '../errors.js';
import { createPeer } from '../rpc.js';

/**
 * A simulation's worker of the benchmark's own. Ending it is how a case is cancelled.
 * @returns {{threads: () => Promise<number>,
 *   measure: (bench: import('./measure.js').BenchCase) => Promise<import('./measure.js').BenchFigures>,
 *   destroy: () => void}} nothing settles after destroy
 */
export function createBenchClient() {
  const worker = new Worker(new URL('../sim/simulation-worker.js', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ port: port1, threads: threadsWanted() }, [port1]);
  const sim = createPeer(port2);
  /** @type {Promise<never>} */
  const broken = new Promise((_, reject) => {
    worker.addEventListener('error', () => reject(new PlainError('simulationBroken')));
  });
  broken.catch(() => {}); // told by whatever is asked meanwhile
  return {
    threads: () => Promise.race([sim.call('mostThreads'), broken]),
    measure: (bench) => Promise.race([sim.call('measure', { bench }), broken]),
    destroy() {
      sim.destroy();
      worker.terminate();
    },
  };
}
