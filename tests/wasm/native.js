// The native program, for comparison; BF_CLI names it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './sim.js';

const cli = process.env.BF_CLI ?? join(projectFolder, 'build/boidforge-cli');

/**
 * @param {string[]} options of `simulate`
 * @returns {string[]} every frame's hash
 */
export function nativeHashes(options) {
  const folder = mkdtempSync(join(tmpdir(), 'boidforge-wasm-'));
  try {
    const file = join(folder, 'native.bfs');
    execFileSync(cli, ['simulate', '--quiet', ...options, '-o', file]);
    return JSON.parse(execFileSync(cli, ['hash', '--json', file], { maxBuffer: 1 << 26 })).frames;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
