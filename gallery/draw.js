// Drawing a scene with boidforge-cli, and packing the picture for a page. BF_CLI names another build of the program.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = process.env.BF_CLI ?? join(root, 'build/boidforge-cli');
const scenesFolder = join(root, 'scenes');

/** How hard the encoder may press a picture. */
const QUALITIES = [84, 78, 70, 60, 50, 40, 30, 20];

/** Every scene, by name, with the path of its file. */
export const readScenes = () =>
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
 * @param {object} picture
 * @param {string} picture.path of a scene, or its link
 * @param {number} picture.agents
 * @param {number} picture.steps
 * @param {number[]} picture.size
 * @param {string} picture.to
 * @param {(string | number)[]} [picture.more] options of export
 */
export async function draw({ path, agents, steps, size, to, more = [] }) {
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
export function ffmpeg(args) {
  const { status, error } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: 'inherit' });
  if (error || status !== 0) throw new Error(`gallery: ffmpeg failed${error ? `: ${error.message}` : ''}`);
}

/**
 * @param {string} png
 * @param {string} webp
 * @param {number} kilobytes at most
 * @returns {number} bytes
 */
export function packWebp(png, webp, kilobytes) {
  for (const quality of QUALITIES) {
    ffmpeg(['-i', png, '-c:v', 'libwebp', '-quality', String(quality), '-compression_level', '6', webp]);
    if (statSync(webp).size <= kilobytes * 1000) break;
  }
  return statSync(webp).size;
}
