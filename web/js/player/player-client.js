import { PlainError } from '../errors.js';
import { createPeer } from '../rpc.js';

// The page's end of the player: two workers, or this thread where there can be no worker.

/**
 * @typedef {object} PlayerClient
 * @property {HTMLCanvasElement} canvas the one in the document by now
 * @property {'worker' | 'page'} thread where the pictures are drawn
 * @property {import('../types.js').Parameter[]} look
 * @property {import('../types.js').Preset[]} presets
 * @property {import('../types.js').Parameter[]} params
 * @property {string[]} changes names of those that may change in a running flock
 * @property {import('../rpc.js').Peer['call']} call
 * @property {() => void} destroy
 *
 * @typedef {object} ClientEvents
 * @property {(status: import('../types.js').Status) => void} onStatus
 * @property {(code: string, values: Record<string, string | number>) => void} onNotice
 * @property {(received: number, total: number | null) => void} onProgress of a recording being opened
 * @property {(code: string) => void} onFatal
 * @property {() => void} [onRestored] the graphics context is back after it was lost, and the picture with it
 *
 * @typedef {object} ClientOptions
 * @property {number} ringBytes for frames of a live flock
 * @property {'auto' | 'off'} threads of the simulation
 * @property {boolean} [alpha] whether the canvas can let through what lies behind it
 * @property {() => Worker | null | Promise<Worker | null>} startSimulation null: no worker may run, this thread computes
 * @property {() => Worker | null | Promise<Worker | null>} startRenderer null: this thread draws
 * @property {import('./player-host.js').Extras} extras what else the player can be asked for, should this thread draw
 * @property {{sim?: WebAssembly.Module, view?: WebAssembly.Module}} [wasm] the modules, in place of a download each
 * @property {import('../wasm/threaded-sim.js').ThreadPlaces} [threadPlaces] where the module with threads lies
 *
 * @typedef {{postMessage: (message: any, transfer: Transferable[]) => void, terminate: () => void}} Simulation
 */

/**
 * @param {HTMLCanvasElement} canvas a canvas handed to a worker cannot be taken back: when that fails, a fresh
 *   one takes its place
 * @param {ClientEvents} events
 * @param {ClientOptions} options
 * @returns {Promise<PlayerClient>}
 */
export async function createPlayerClient(canvas, events, options) {
  const { ringBytes, threads, alpha, extras, wasm = {}, threadPlaces } = options;

  /** @param {string} type @param {any} payload */
  const onEvent = (type, payload) => {
    if (type === 'status') events.onStatus(payload);
    else if (type === 'progress') events.onProgress(payload.received, payload.total);
    else if (type === 'notice') events.onNotice(payload.code, payload.values ?? {});
    else if (type === 'restored') events.onRestored?.();
  };

  /** @returns {Promise<Simulation>} */
  async function startSimulation() {
    const worker = await options.startSimulation();
    worker?.addEventListener('error', () => events.onFatal('simulationBroken'));
    if (worker) return worker;
    const { createSimulationServer } = await import('../sim/simulation-server.js');
    const server = createSimulationServer();
    return { postMessage: (message) => server.serve({ ...message, threads: 'off' }), terminate: server.destroy };
  }

  const simulation = await startSimulation();

  /** A port of the simulation for whoever draws. */
  const simPort = () => {
    const { port1, port2 } = new MessageChannel();
    simulation.postMessage({ port: port1, threads, simModule: wasm.sim, threadPlaces }, [port1]);
    return port2;
  };

  const startParts = () => ({ simPort: simPort(), ringBytes, alpha, viewModule: wasm.view });

  /** @param {Worker} worker */
  async function inWorker(worker) {
    worker.addEventListener('error', () => events.onFatal('rendererBroken'));
    const peer = createPeer(worker, { onEvent });
    const stop = () => {
      peer.destroy();
      worker.terminate();
    };
    try {
      const offscreen = canvas.transferControlToOffscreen();
      const parts = startParts();
      const tables = await peer.call('start', { canvas: offscreen, ...parts }, [offscreen, parts.simPort]);
      return { canvas, thread: /** @type {const} */ ('worker'), ...tables, call: peer.call, stop };
    } catch (error) {
      stop();
      throw error;
    }
  }

  async function onThisThread() {
    const fresh = /** @type {HTMLCanvasElement} */ (canvas.cloneNode(false));
    canvas.replaceWith(fresh);
    const { createPlayerHost } = await import('./player-host.js');
    const { port1, port2 } = new MessageChannel();
    const host = createPlayerHost(port1, extras);
    const peer = createPeer(port2, { onEvent });
    const stop = () => {
      peer.destroy();
      host.destroy();
    };
    // A canvas cannot travel through a port without leaving the page, so the host gets it by reference.
    const tables = await host.start({ canvas: fresh, ...startParts() });
    return { canvas: fresh, thread: /** @type {const} */ ('page'), ...tables, call: peer.call, stop };
  }

  const workersCanDraw = 'OffscreenCanvas' in globalThis && typeof canvas.transferControlToOffscreen === 'function';

  async function start() {
    const worker = workersCanDraw ? await options.startRenderer() : null;
    if (!worker) return onThisThread();
    try {
      return await inWorker(worker);
    } catch (error) {
      if (error instanceof PlainError && error.code === 'noWebGL2') return onThisThread();
      throw error;
    }
  }

  try {
    const { stop, ...client } = await start();
    return {
      ...client,
      destroy() {
        stop();
        simulation.terminate();
      },
    };
  } catch (error) {
    simulation.terminate();
    throw error;
  }
}
