// Fresh projects with the packed package installed, as a newcomer has them. No registry is asked for anything.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** As it was built; BF_PACKAGE_DIR names another place. */
export const built = process.env.BF_PACKAGE_DIR ?? join(repository, 'build/package');

const folders = [];
/** @type {string | null} */
let tarball = null;

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'boidforge-package-'));
  folders.push(folder);
  return folder;
}

/** @param {string[]} args @param {string} cwd @returns {string} */
const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** @returns {string} path of the packed package */
export function pack() {
  if (tarball) return tarball;
  const folder = newFolder();
  npm(['pack', built, '--pack-destination', folder], folder);
  return (tarball = join(folder, readdirSync(folder)[0]));
}

/**
 * @param {Record<string, string>} files by their path in the project
 * @returns {string} its folder
 */
export function createProject(files) {
  const folder = newFolder();
  const all = { 'package.json': '{ "name": "fresh", "private": true, "type": "module" }\n', ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  npm(['install', pack(), '--offline', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  return folder;
}

/** The types of node, for a project. @param {string} folder */
export function addNodeTypes(folder) {
  for (const name of ['@types/node', 'undici-types']) {
    cpSync(join(repository, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  }
}

export function removeProjects() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  tarball = null;
}

/**
 * The blocks of code that the package's README shows.
 * @param {string} language
 * @returns {string[]}
 */
export function shown(language) {
  const readme = readFileSync(join(built, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code);
}
