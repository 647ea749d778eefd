// The native program, for comparison; BF_CLI names another build of it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const program = process.env.BF_CLI ?? fileURLToPath(new URL('../build/boidforge-cli', import.meta.url));

/**
 * @param {string[]} options of `simulate`
 * @returns {string[]} every frame's hash
 */
export function nativeHashes(options) {
  const folder = mkdtempSync(join(tmpdir(), 'boidforge-hashes-'));
  try {
    const file = join(folder, 'native.bfs');
    execFileSync(program, ['simulate', '--quiet', ...options, '-o', file]);
    return JSON.parse(execFileSync(program, ['hash', '--json', file], { encoding: 'utf8', maxBuffer: 1 << 26 })).frames;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
