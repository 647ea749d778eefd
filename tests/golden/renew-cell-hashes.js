// Renews the hashes in cell_hashes.json, on purpose: only after a change that is meant to change bytes, with a line in
// CHANGELOG.md that says why. A set may be added with an empty hash.
//   ./forge build && node tests/golden/renew-cell-hashes.js
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nativeHashes } from '../program.js';

const file = new URL('cell_hashes.json', import.meta.url);
const { about, sets } = JSON.parse(readFileSync(file, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'boidforge-renew-'));
const scene = join(folder, 'scene.json');
let changed = 0;

for (const set of sets) {
  const { params, events = [] } = set;
  writeFileSync(scene, JSON.stringify({ boidforge_scene: 1, params, events }));
  const hash = nativeHashes(['--scene', scene]).at(-1);
  if (hash !== set.hash) console.log(`${set.name}: ${set.hash || 'none'} becomes ${hash}`);
  changed += Number(hash !== set.hash);
  set.hash = hash;
}
rmSync(folder, { recursive: true });
const lines = sets.map((set) => `    ${JSON.stringify(set)}`);
writeFileSync(file, `{\n  "about": ${JSON.stringify(about)},\n  "sets": [\n${lines.join(',\n')}\n  ]\n}\n`);
console.log(`${changed} of ${sets.length} hashes changed`);
