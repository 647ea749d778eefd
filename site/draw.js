// Draws the site's pictures, which are kept in the repository so that building the site needs no renderer:
//   node site/draw.js [NAME ...]
// writes site/pictures/NAME.webp: every scene in two sizes, and what the example portfolio shows.
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { draw, packWebp, readScenes } from '../gallery/draw.js';
import { PAPER } from './paper.js';
import { drawRecording } from './recording.js';

const out = fileURLToPath(new URL('pictures', import.meta.url));

const FINE = ['--supersample', 2];

/** The paper of the example portfolio, even to the edges, so that page and picture are one. */
const ON_PAPER = ['--look', 'ink', '--vignette', 0, '--background-shape', 'even'].concat(
  ['red', 'green', 'blue'].flatMap((name, channel) => [`--background-${name}`, PAPER.linear[channel]]),
);

/**
 * @typedef {object} Picture
 * @property {string} name
 * @property {number} kilobytes at most
 * @property {(to: string) => Promise<void> | void} make
 */

/** @returns {Picture[]} */
const ofScenes = () =>
  readScenes().flatMap(({ name, path, params: { agents } }) => {
    const scene = { path, agents, steps: 400, more: FINE };
    return [
      { name, kilobytes: 110, make: (to) => draw({ ...scene, size: [1280, 720], to }) },
      { name: `${name}-640`, kilobytes: 40, make: (to) => draw({ ...scene, size: [640, 360], to }) },
    ];
  });

/** @param {string} name @param {string} look @param {{path: string, agents: number, steps: number}} flock @returns {Picture} */
const poster = (name, look, flock) => ({
  name: `portfolio-${name}`,
  kilobytes: 110,
  make: (to) => draw({ ...flock, size: [900, 1125], to, more: [...FINE, '--look', look] }),
});

/** @type {Picture[]} */
const pictures = [
  ...ofScenes(),
  poster('roost', 'dusk', { path: 'murmuration', agents: 3000, steps: 300 }),
  poster('survey', 'blueprint', { path: 'turbulence', agents: 4000, steps: 300 }),
  poster('harbour', 'aquarium', { path: 'fish-school', agents: 1600, steps: 500 }),
  poster('furnace', 'ember', { path: 'plasma', agents: 4000, steps: 260 }),
  {
    name: 'portfolio-name',
    kilobytes: 120,
    make(to) {
      const flock = { path: 'murmuration', agents: 1500, steps: 420 };
      return draw({ ...flock, size: [1600, 900], to, more: [...FINE, ...ON_PAPER] });
    },
  },
  {
    name: 'portfolio-gathering',
    kilobytes: 80,
    make: (to) => drawRecording({ frame: 150, size: [1280, 720], to, more: [...FINE, ...ON_PAPER] }),
  },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !pictures.some((picture) => picture.name === name));
if (unknown.length > 0) {
  throw new Error(`draw: no picture ${unknown.join(', ')}; there are ${pictures.map(({ name }) => name).join(', ')}`);
}

mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'boidforge-site-'));
for (const { name, kilobytes, make } of pictures) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const png = join(folder, `${name}.png`);
  const webp = join(out, `${name}.webp`);
  await make(png);
  console.log(`${webp}, ${packWebp(png, webp, kilobytes)} bytes`);
}
rmSync(folder, { recursive: true });
