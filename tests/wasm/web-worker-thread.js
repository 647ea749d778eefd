// The inside of web-worker.js.
import { parentPort, workerData } from 'node:worker_threads';
import { becomeWorker } from './web-worker.js';

becomeWorker(workerData.url, workerData.name);
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
await import(workerData.url);
// Messages wait in the port until somebody listens.
parentPort.on('message', (data) => globalThis.onmessage({ data }));
