// Draws every scene at several agent counts, to be looked at side by side:
//   node gallery/run.js [--quick | --posters] [--out FOLDER]
// writes to build/gallery:
//   SCENE-AGENTS.png     the pictures
//   sheet.png, sheet.jpg all of them on one sheet, labelled, large and small: a row a scene, a column an agent count
//   posters/SCENE.png    each scene at its own agent count
// --quick draws fewer, smaller and sooner. --posters draws nothing but the small pictures in the page's panel,
// web/scenes/SCENE.webp. BF_CLI names another build of the program.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { draw, ffmpeg, packWebp, readScenes } from './draw.js';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Steps until a flock has found its form; pixels of a picture; pixels of a picture on the sheet. */
const FULL = { agents: [500, 3000, 20000, 200000], steps: 600, size: [1920, 1080], tile: [640, 360] };
const QUICK = { agents: [500, 3000], steps: 200, size: [640, 360], tile: [480, 270] };

/** Pixels of a poster; kilobytes, since every visitor fetches them. */
const POSTER = { steps: 400, size: [320, 180], zoom: 1.25, kilobytes: 8 };

const [SKY, INK] = ['0x0a0c12', '0xc8ccd8'];

const counted = new Intl.NumberFormat('en');

function readCommandLine() {
  const options = { plan: FULL, posters: false, out: '' };
  for (let at = 2; at < process.argv.length; at++) {
    if (process.argv[at] === '--quick') options.plan = QUICK;
    else if (process.argv[at] === '--posters') options.posters = true;
    else if (process.argv[at] === '--out' && at + 1 < process.argv.length) options.out = process.argv[++at];
    else throw new Error(`gallery: unknown option ${process.argv[at]}, --quick, --posters and --out FOLDER are known`);
  }
  options.out ||= join(here, options.posters ? '../web/scenes' : '../build/gallery');
  return options;
}

/**
 * All pictures on one sheet, each above its label.
 * @param {{file: string, label: string}[]} pictures row by row
 * @param {number} columns
 * @param {number[]} tile
 * @param {string} out
 */
function makeSheet(pictures, columns, [width, height], out) {
  const line = Math.round(height / 10);
  const label = (/** @type {string} */ text) =>
    `drawtext=text='${text}':fontcolor=${INK}:fontsize=${line * 0.6}:x=12:y=${height + line * 0.2}`;
  const tiles = pictures.map(
    (picture, index) =>
      `[${index}]scale=${width}:${height}:flags=area,pad=${width + 8}:${height + line + 8}:0:0:${SKY},` +
      `${label(picture.label)}[t${index}]`,
  );
  const places = pictures.map((_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return `${column * (width + 8)}_${row * (height + line + 8)}`;
  });
  const joined = pictures.map((_, index) => `[t${index}]`).join('');
  const graph = `${tiles.join(';')};${joined}xstack=inputs=${pictures.length}:layout=${places.join('|')}[sheet]`;
  const inputs = pictures.flatMap(({ file }) => ['-i', file]);
  const png = join(out, 'sheet.png');
  ffmpeg([...inputs, '-filter_complex', graph, '-map', '[sheet]', '-frames:v', '1', '-update', '1', png]);
  const small = ['-vf', 'scale=1440:-2:flags=area', '-q:v', '5', '-update', '1'];
  ffmpeg(['-i', png, ...small, join(out, 'sheet.jpg')]);
}

/** @param {string} out */
async function drawPosters(out) {
  const { steps, size, zoom, kilobytes } = POSTER;
  const folder = mkdtempSync(join(tmpdir(), 'boidforge-posters-'));
  for (const { name, path, params } of readScenes()) {
    const png = join(folder, `${name}.png`);
    const webp = join(out, `${name}.webp`);
    const more = ['--supersample', 2, '--zoom', zoom];
    await draw({ path, agents: params.agents, steps, size, to: png, more });
    console.log(`${webp}, ${packWebp(png, webp, kilobytes)} bytes`);
  }
  rmSync(folder, { recursive: true });
}

/** @param {string} out @param {typeof FULL} plan */
async function drawGallery(out, plan) {
  const scenes = readScenes();
  mkdirSync(join(out, 'posters'), { recursive: true });
  const sheet = scenes.flatMap(({ name, title, path }) =>
    plan.agents.map((agents) => ({
      path,
      agents,
      label: `${title}, ${counted.format(agents)} agents`,
      file: join(out, `${name}-${agents}.png`),
    })),
  );
  const posters = scenes.map(({ name, path, params }) => ({
    path,
    agents: params.agents,
    file: join(out, 'posters', `${name}.png`),
  }));
  for (const { path, agents, file } of [...posters, ...sheet]) {
    console.log(file);
    await draw({ path, agents, steps: plan.steps, size: plan.size, to: file });
  }
  makeSheet(sheet, plan.agents.length, plan.tile, out);
  console.log(join(out, 'sheet.png'));
}

try {
  const { plan, posters, out } = readCommandLine();
  mkdirSync(out, { recursive: true });
  await (posters ? drawPosters(out) : drawGallery(out, plan));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
