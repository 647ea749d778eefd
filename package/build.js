import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithEsbuild } from 'vite';
import { FILE_NAMES } from '../web/js/library/file-names.js';

// Parts of the package's build. Files that scripts name by address (modules, workers, pictures) are put beside them,
// and their addresses stay `new URL('./name', import.meta.url)` in what is built, which is what bundlers understand.

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The one place of the version. */
export const version = /project\(BoidForge VERSION (\S+)/.exec(readFileSync(here('CMakeLists.txt'), 'utf8'))[1];

const KNOWN = '\0boidforge:package';
const NO_THREADS = '\0boidforge:no-threads';
const FILE = '\0boidforge:file:';

// Vite turns files below this size into data: addresses, from which a worker cannot load its script.
const LEAST_BYTES = 4096;

/** @param {string} path */
function contentOf(path) {
  const content = readFileSync(path);
  if (!path.endsWith('.worker.js')) return content;
  const notice = `${readFileSync(here('LICENSE'), 'utf8')}\n${readFileSync(here('package/THIRD-PARTY.md'), 'utf8')}`;
  return Buffer.from(`/*\n${notice}*/\n${content}`.padEnd(LEAST_BYTES));
}

/**
 * @param {object} options
 * @param {string} options.wasm folder of the modules
 * @param {Record<string, string>} [options.workers] code of the workers, by their name; absent: none is named
 * @param {boolean} [options.threads] whether it may compute on several; only a worker may wait for them
 */
export function packageFiles({ wasm, workers, threads = false }) {
  const posters = readdirSync(here('web/scenes')).filter((name) => name.endsWith('.webp'));

  /** @param {string} name of a file of the package @returns {string | Buffer | null} */
  function source(name) {
    if (name.endsWith('-worker.js')) return workers?.[name] ?? null;
    const path = name.endsWith('.webp') ? here(`web/scenes/${name}`) : join(wasm, name);
    return existsSync(path) ? contentOf(path) : null;
  }

  return {
    name: 'boidforge:package',
    enforce: 'pre',
    /** @param {string} id @param {string} importer */
    resolveId(id, importer) {
      if (id === 'boidforge:package') return KNOWN;
      if (!threads && id.endsWith('/threaded-sim.js')) return NO_THREADS;
      // The package speaks English.
      const [, start, language, end] = /^(.*\/texts\/)(?!en\b)([a-z]+)(.*)$/.exec(id) ?? [];
      if (language) return this.resolve(`${start}en${end}`, importer);
      const file = /([^/]+)\?url$/.exec(id)?.[1];
      return file ? FILE + file : null;
    },
    /** @param {string} id */
    load(id) {
      if (id === NO_THREADS) return 'export const startThreadedSim = async () => null;';
      if (id.startsWith(FILE)) {
        const name = basename(id.slice(FILE.length));
        const content = source(name);
        if (content === null) throw new Error(`the package has no file ${name}`);
        const file = this.emitFile({ type: 'asset', fileName: name, source: content });
        return `export default import.meta.ROLLUP_FILE_URL_${file};`;
      }
      if (id !== KNOWN) return null;
      const names = [...posters, ...Object.values(FILE_NAMES)].filter((name) => source(name) !== null);
      const imports = names.map((name, index) => `import file${index} from './${name}?url';`);
      const addressOf = (name) => (names.includes(name) ? `file${names.indexOf(name)}` : "''");
      const record = (entries) => `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
      return [
        ...imports,
        `export const version = ${JSON.stringify(version)};`,
        `export const files = ${record(Object.entries(FILE_NAMES).map(([key, name]) => [key, addressOf(name)]))};`,
        `export const posters = ${record(posters.map((name) => [JSON.stringify(name.slice(0, -5)), addressOf(name)]))};`,
      ].join('\n');
    },
    /** Emscripten's own guess at its module's address, which is never asked for here, would put all of it into the script. */
    transform: (code) => code.replace(/new URL\("[^"]+\.wasm", ?import\.meta\.url\)\.(toString\(\)|href)/g, '""'),
    /** As bundlers expect an address that they are to follow. */
    resolveFileUrl: ({ relativePath }) => `new URL(${JSON.stringify(`./${relativePath}`)}, import.meta.url).href`,
  };
}

/** Vite leaves the blanks of a library for others to take out; but a page may take it as it is. */
export const smaller = {
  name: 'boidforge:smaller',
  enforce: 'post',
  async generateBundle(options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const made = await transformWithEsbuild(chunk.code, chunk.fileName, {
        minify: true,
        target: 'es2022',
        format: 'esm',
      });
      chunk.code = made.code;
    }
  },
};
