import { ringBytes, threadsWanted } from '../capabilities.js';
import { PlainError } from '../errors.js';
import { createPeer } from '../rpc.js';

// The page's end of the player: starts the two workers, or draws on this thread where a worker cannot.

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
 */

/**
 * @param {HTMLCanvasElement} canvas a canvas handed to a worker cannot be taken back: when that fails, a fresh
 *   one takes its place
 * @param {ClientEvents} events
 * @returns {Promise<PlayerClient>}
 */
export async function createPlayerClient(canvas, events) {
  const ring = ringBytes();
  const simWorker = new Worker(new URL('../sim/simulation-worker.js', import.meta.url), { type: 'module' });
  simWorker.addEventListener('error', () => events.onFatal('simulationBroken'));

  /** @param {string} type @param {any} payload */
  const onEvent = (type, payload) => {
    if (type === 'status') events.onStatus(payload);
    else if (type === 'progress') events.onProgress(payload.received, payload.total);
    else if (type === 'notice') events.onNotice(payload.code, payload.values ?? {});
  };

  /** A port of the simulation for whoever draws. */
  const simPort = () => {
    const { port1, port2 } = new MessageChannel();
    simWorker.postMessage({ port: port1, threads: threadsWanted() }, [port1]);
    return port2;
  };

  async function inWorker() {
    const worker = new Worker(new URL('./render-worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('error', () => events.onFatal('rendererBroken'));
    const peer = createPeer(worker, { onEvent });
    const stop = () => {
      peer.destroy();
      worker.terminate();
    };
    try {
      const offscreen = canvas.transferControlToOffscreen();
      const port = simPort();
      const tables = await peer.call('start', { canvas: offscreen, simPort: port, ringBytes: ring }, [offscreen, port]);
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
    const host = createPlayerHost(port1);
    const peer = createPeer(port2, { onEvent });
    const stop = () => {
      peer.destroy();
      host.destroy();
    };
    // A canvas cannot travel through a port without leaving the page, so the host gets it by reference.
    const tables = await host.start({ canvas: fresh, simPort: simPort(), ringBytes: ring });
    return { canvas: fresh, thread: /** @type {const} */ ('page'), ...tables, call: peer.call, stop };
  }

  const workersCanDraw = 'OffscreenCanvas' in globalThis && typeof canvas.transferControlToOffscreen === 'function';

  async function start() {
    if (!workersCanDraw) return onThisThread();
    try {
      return await inWorker();
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
        simWorker.terminate();
      },
    };
  } catch (error) {
    simWorker.terminate();
    throw error;
  }
}
