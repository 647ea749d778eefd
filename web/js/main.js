// Entry of the page.
import { createApp } from './app.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById('flock'));
const { api } = createApp(root, canvas);
api.ready.catch(() => {}); // the page itself says what is wrong

Object.assign(globalThis, { boidforge: api });
