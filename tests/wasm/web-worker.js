// What a browser's worker is to a module built for browsers, under node.
import { Worker } from 'node:worker_threads';

/**
 * Give this thread the global names that a worker's script finds.
 * @param {string} url its script
 * @param {string} [name]
 */
export function becomeWorker(url, name = '') {
  const scope = { self: globalThis, WorkerGlobalScope: Object, importScripts() {} };
  Object.assign(globalThis, { ...scope, name, location: { href: url }, Worker: WebWorker });
}

class WebWorker {
  #thread;
  onmessage = null;
  onerror = null;

  constructor(url, { name } = {}) {
    this.#thread = new Worker(new URL('web-worker-thread.js', import.meta.url), {
      workerData: { url: String(url), name },
    });
    this.#thread.on('message', (data) => this.onmessage?.({ data }));
    this.#thread.on('error', (error) => this.onerror?.(error));
  }

  postMessage(message, transfer) {
    this.#thread.postMessage(message, transfer);
  }

  /** From now on node does not wait for it before it ends. */
  unref() {
    this.#thread.unref();
  }

  terminate() {
    this.#thread.terminate();
  }
}
