import { createPeer } from '../rpc.js';
import { bytesFrom, bytesOfAddress } from './bytes-from.js';
import { compiledModules, compiledSim } from './modules.js';
import { placesFrom } from './places.js';
import { startWorker } from './start-worker.js';

// What the library stands on in a browser: a worker that computes or, where there can be none, this thread in slices.

const WORKER_SLICE_MS = 100;
const SLICE_MS = 12;

/** @type {Map<string, Promise<import('../wasm/reader.js').Reader>>} by the module's address */
const readers = new Map();

/** @param {string} [wasmBase] */
export function reader(wasmBase) {
  const places = placesFrom(wasmBase);
  let loading = readers.get(places.viewWasm);
  if (!loading) {
    loading = Promise.all([import('../wasm/reader.js'), compiledModules(places)]).then(([{ loadReader }, { view }]) =>
      loadReader({ wasm: view }),
    );
    readers.set(places.viewWasm, loading);
    loading.catch(() => readers.delete(places.viewWasm));
  }
  return loading;
}

/** @param {string} [wasmBase] */
export async function params(wasmBase) {
  const [wasm, { paramsOf }] = await Promise.all([compiledSim(placesFrom(wasmBase)), import('./local-engine.js')]);
  return paramsOf(wasm);
}

/**
 * @param {{threads: 'auto' | 'off', wasmBase?: string}} options
 * @returns {Promise<import('./simulation.js').Engine>}
 */
export async function startEngine({ threads, wasmBase }) {
  const places = placesFrom(wasmBase);
  const [wasm, worker] = await Promise.all([compiledSim(places), startWorker(places.simWorker)]);
  const shared = { reader: () => reader(wasmBase) };
  if (!worker) {
    const { localEngine } = await import('./local-engine.js');
    return { ...shared, ...localEngine(wasm, SLICE_MS) };
  }
  const { port1, port2 } = new MessageChannel();
  const { threadsScript, threadsWasm, threadsWorker } = places;
  const threadPlaces = { threadsScript, threadsWasm, threadsWorker };
  worker.postMessage({ port: port2, threads, simModule: wasm, threadPlaces }, [port2]);
  const peer = createPeer(port1);
  return {
    ...shared,
    sliceMs: WORKER_SLICE_MS,
    call: peer.call,
    destroy() {
      peer.destroy();
      worker.terminate();
    },
  };
}

/**
 * @param {unknown} from
 * @param {import('./recording.js').RecordingOptions} options
 */
export const bytesOf = (from, options) =>
  bytesFrom(from, (address) =>
    bytesOfAddress(new URL(address, globalThis.document?.baseURI ?? globalThis.location?.href).href, options),
  );
