import scriptUrl from '@wasm/boidforge-sim-threads.js?url';
import wasmUrl from '@wasm/boidforge-sim-threads.wasm?url';

// Starts the simulation's module with threads: workers that share its memory, made before anything is computed.

// Emscripten 3.1.6 writes a script of the workers' own; later ones use the module's.
const [workerUrl = ''] = Object.values(
  /** @type {Record<string, string>} */ (
    import.meta.glob('@wasm/boidforge-sim-threads.worker.js', { query: '?url', import: 'default', eager: true })
  ),
);

/**
 * Addresses of the module's files.
 * @typedef {{threadsScript: string, threadsWasm: string, threadsWorker: string}} ThreadPlaces
 */

/** @type {ThreadPlaces} */
const USUAL = { threadsScript: scriptUrl, threadsWasm: wasmUrl, threadsWorker: workerUrl };

const MOST_THREADS = 16; // each takes some MB of memory and some time to start
const PATIENCE_MS = 5000; // a worker that cannot load says nothing at all in some browsers

/** @returns {Promise<never>} rejected when a worker fails, or when it has all taken too long */
function givingUp(/** @type {AbortSignal} */ signal) {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error('the threads did not start in time')), PATIENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const onError = (/** @type {ErrorEvent} */ event) => {
      event.preventDefault(); // or the page takes the whole simulation for broken
      reject(new Error(event.message));
    };
    globalThis.addEventListener('error', onError, { signal });
  });
}

/**
 * @param {ThreadPlaces} [places]
 * @returns {Promise<{module: any, threads: number} | null>} null where threads cannot be had: without memory to share,
 *   on a machine with one core, or when the workers do not start
 */
export async function startThreadedSim({ threadsScript, threadsWasm, threadsWorker } = USUAL) {
  const threads = Math.min(navigator.hardwareConcurrency || 1, MOST_THREADS);
  if (!globalThis.crossOriginIsolated || threads < 2) return null;
  const options = /** @type {any} */ ({
    threads,
    mainScriptUrlOrBlob: threadsScript,
    locateFile: (/** @type {string} */ name) => (name.endsWith('.wasm') ? threadsWasm : threadsWorker),
  });
  const settled = new AbortController();
  try {
    const { default: create } = await import(/* @vite-ignore */ threadsScript);
    return { module: await Promise.race([create(options), givingUp(settled.signal)]), threads };
  } catch {
    options.PThread?.terminateAllThreads();
    return null;
  } finally {
    settled.abort();
  }
}
