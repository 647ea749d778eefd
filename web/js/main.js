// Entry of the page.
import { createApp } from './app.js';
import { createKept, deviceStorage } from './kept.js';
import { speakAtStart } from './language.js';
import { limitConnections } from './policy.js';
import { speakOfSheets } from './strings.js';

limitConnections(document, location);

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById('flock'));
const kept = createKept(deviceStorage());
const texts = speakAtStart(document, kept.language(), navigator.languages);
texts.catch(() => document.getElementById('not-loaded')?.removeAttribute('hidden'));

if (new URLSearchParams(location.search).has('bench')) {
  const words = texts.then(speakOfSheets);
  Promise.all([import('./bench/bench-page.js'), words]).then(([{ createBenchPage }]) => createBenchPage(root));
} else {
  const { api } = createApp(root, canvas, { kept, texts });
  api.ready.catch(() => {}); // the page itself says what is wrong
  Object.assign(globalThis, { boidforge: api });
}
