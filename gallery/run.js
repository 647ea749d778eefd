// Draws every scene at several agent counts, to be looked at side by side:
//   node gallery/run.js [--quick | --posters] [--out FOLDER]
// writes to build/gallery:
//   SCENE-AGENTS.png     the pictures
//   sheet.png, sheet.jpg all of them on one sheet, labelled, large and small: a row a scene, a column an agent count
//   posters/SCENE.png    each scene at its own agent count
// --quick draws fewer, smaller and sooner. --posters draws nothing but the small pictures in the page's panel,
// web/scenes/SCENE.webp. BF_CLI names another build of the program.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const cli = process.env.BF_CLI ?? join(here, '../build/boidforge-cli');
const scenesFolder = join(here, '../scenes');

/** Steps until a flock has found its form; pixels of a picture; pixels of a picture on the sheet. */
const FULL = { agents: [500, 3000, 20000, 200000], steps: 600, size: [1920, 1080], tile: [640, 360] };
const QUICK = { agents: [500, 3000], steps: 200, size: [640, 360], tile: [480, 270] };

/** Pixels of a poster; kilobytes, since every visitor fetches them; how hard the encoder may press. */
const POSTER = { steps: 400, size: [320, 180], zoom: 1.25, kilobytes: 8, qualities: [70, 60, 50, 40, 30, 20] };

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

const readScenes = () =>
  readdirSync(scenesFolder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(scenesFolder, name))
    .map((path) => ({ path, ...JSON.parse(readFileSync(path, 'utf8')) }));

/** @param {import('node:child_process').ChildProcess} child @param {string} what */
const ending = (child, what) =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(code) : reject(new Error(`${what} ended with ${code}`))));
  });

/**
 * Simulate and draw the last frame, without a recording on disk.
 * @param {{path: string, agents: number, steps: number, size: number[], to: string, more?: (string | number)[]}}
 *   picture `more`: options of export
 */
async function draw({ path, agents, steps, size, to, more = [] }) {
  const simulating = ['simulate', '--scene', path, '--agents', agents, '--steps', steps, '--quiet', '--out', '-'];
  const drawing = ['export', '-', '--scene', path, '--still', steps - 1, '--size', size.join('x'), '--quiet'];
  const drawer = spawn(cli, [...drawing, '--fit', 'cover', '--out', to, ...more].map(String), {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const simulator = spawn(cli, simulating.map(String), { stdio: ['ignore', drawer.stdin, 'inherit'] });
  drawer.stdin.destroy(); // the simulator holds it now, and closes it when it is done
  await Promise.all([ending(simulator, `simulating ${path}`), ending(drawer, `drawing ${to}`)]);
}

/** @param {string[]} args */
function ffmpeg(args) {
  const { status, error } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: 'inherit' });
  if (error || status !== 0) throw new Error(`gallery: ffmpeg failed${error ? `: ${error.message}` : ''}`);
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
  const { steps, size, zoom, kilobytes, qualities } = POSTER;
  const folder = mkdtempSync(join(tmpdir(), 'boidforge-posters-'));
  for (const { name, path, params } of readScenes()) {
    const png = join(folder, `${name}.png`);
    const webp = join(out, `${name}.webp`);
    const more = ['--supersample', 2, '--zoom', zoom];
    await draw({ path, agents: params.agents, steps, size, to: png, more });
    for (const quality of qualities) {
      ffmpeg(['-i', png, '-c:v', 'libwebp', '-quality', String(quality), '-compression_level', '6', webp]);
      if (statSync(webp).size <= kilobytes * 1000) break;
    }
    console.log(`${webp}, ${statSync(webp).size} bytes`);
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
