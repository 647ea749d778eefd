// Entry of the page.
import { createApp } from './app.js';
import { createBenchPage } from './bench/bench-page.js';
import { limitConnections } from './policy.js';

limitConnections(document, location);

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById('flock'));

if (new URLSearchParams(location.search).has('bench')) {
  createBenchPage(root);
} else {
  const { api } = createApp(root, canvas);
  api.ready.catch(() => {}); // the page itself says what is wrong
  Object.assign(globalThis, { boidforge: api });
}
