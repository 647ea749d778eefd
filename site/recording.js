// The recording that the example portfolio shows, and the hash on the landing page, from boidforge-cli.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = process.env.BF_CLI ?? fileURLToPath(new URL('../build/boidforge-cli', import.meta.url));

/** Thinned to a size that a page can carry: every second frame of 400 of the 5,000 agents. */
export const THINNED = { scene: 'murmuration', steps: 400, every: 2, agents: 400 };

/** The step that the landing page tells the hash of. */
export const HASHED = { scene: 'murmuration', step: 599 };

/** @param {(string | number)[]} args @returns {string} */
function run(args) {
  const { status, error, stdout, stderr } = spawnSync(cli, args.map(String), { encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`site: boidforge-cli ${args[0]}: ${error?.message ?? stderr}`);
  return stdout;
}

/** @template T @param {(folder: string) => T} work */
function inScratchFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'boidforge-site-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} to */
export function makeRecording(to) {
  const { scene, steps, every, agents } = THINNED;
  mkdirSync(dirname(to), { recursive: true });
  inScratchFolder((folder) => {
    const whole = join(folder, 'whole.bfs');
    run(['simulate', '--scene', scene, '--steps', steps, '--format', 2, '--quiet', '--out', whole]);
    run(['convert', whole, '--every', every, '--agents', agents, '--quiet', '--out', to]);
  });
}

/**
 * A frame of it.
 * @param {{frame: number, size: number[], to: string, more: (string | number)[]}} picture `more`: options of export
 */
export function drawRecording({ frame, size, to, more }) {
  inScratchFolder((folder) => {
    const path = join(folder, 'recording.bfs');
    makeRecording(path);
    run(['export', path, '--still', frame, '--size', size.join('x'), '--quiet', '--out', to, ...more]);
  });
}

/** @returns {string} 16 hex digits */
export function firstHash() {
  const { scene, step } = HASHED;
  return inScratchFolder((folder) => {
    const path = join(folder, 'flock.bfs');
    run(['simulate', '--scene', scene, '--steps', step + 1, '--quiet', '--out', path]);
    const lines = run(['hash', path]).trim().split('\n');
    return lines[step].split(' ')[0];
  });
}
