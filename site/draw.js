// Draws the site's pictures, which are kept in the repository so that building the site needs no renderer:
//   node site/draw.js [NAME ...]
// writes site/pictures/NAME.webp: every scene in two sizes, and what the example portfolio shows.
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { draw, packWebp, readScenes } from '../gallery/draw.js';
import { PAPER } from './paper.js';

const out = fileURLToPath(new URL('pictures', import.meta.url));

/** The paper of the example portfolio, even to the edges, so that page and picture are one. */
const onPaper = ['--look', 'ink', '--vignette', 0, '--background-shape', 'even'].concat(
  ['red', 'green', 'blue'].flatMap((name, channel) => [`--background-${name}`, PAPER.linear[channel]]),
);

/** @type {{name: string, path: string, agents: number, steps: number, size: number[], kilobytes: number, more?: (string | number)[]}[]} */
const pictures = [
  ...readScenes().flatMap(({ name, path, params }) => [
    { name, path, agents: params.agents, steps: 400, size: [1280, 720], kilobytes: 110 },
    { name: `${name}-640`, path, agents: params.agents, steps: 400, size: [640, 360], kilobytes: 40 },
  ]),
  {
    name: 'portfolio-name',
    path: 'murmuration',
    agents: 1500,
    steps: 420,
    size: [1600, 900],
    kilobytes: 120,
    more: onPaper,
  },
  {
    name: 'portfolio-roost',
    path: 'murmuration',
    agents: 3000,
    steps: 300,
    size: [900, 1125],
    kilobytes: 110,
    more: ['--look', 'dusk'],
  },
  {
    name: 'portfolio-survey',
    path: 'turbulence',
    agents: 4000,
    steps: 300,
    size: [900, 1125],
    kilobytes: 110,
    more: ['--look', 'blueprint'],
  },
  {
    name: 'portfolio-harbour',
    path: 'fish-school',
    agents: 1600,
    steps: 500,
    size: [900, 1125],
    kilobytes: 110,
    more: ['--look', 'aquarium'],
  },
  {
    name: 'portfolio-furnace',
    path: 'plasma',
    agents: 4000,
    steps: 260,
    size: [900, 1125],
    kilobytes: 110,
    more: ['--look', 'ember'],
  },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !pictures.some((picture) => picture.name === name));
if (unknown.length > 0)
  throw new Error(`draw: no picture ${unknown.join(', ')}; there are ${pictures.map(({ name }) => name).join(', ')}`);

mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'boidforge-site-'));
for (const { name, kilobytes, more = [], ...picture } of pictures) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const png = join(folder, `${name}.png`);
  const webp = join(out, `${name}.webp`);
  await draw({ ...picture, to: png, more: ['--supersample', 2, ...more] });
  console.log(`${webp}, ${packWebp(png, webp, kilobytes)} bytes`);
}
rmSync(folder, { recursive: true });
