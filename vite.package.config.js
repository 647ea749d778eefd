import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defineConfig } from 'vite';
import { packageFiles, smaller, version } from './package/build.js';

// The npm package: `npx vite build -c vite.package.config.js`.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// BF_WASM_DIR and BF_PACKAGE_DIR let it read modules from, and write the package to, another folder.
const wasm = process.env.BF_WASM_DIR ?? here('build/wasm');
const folder = process.env.BF_PACKAGE_DIR ?? here('build/package');

const shared = {
  root: here('.'),
  configFile: false,
  publicDir: false,
  resolve: { alias: { '@wasm': wasm } },
};

const building = { target: 'es2022', minify: false, modulePreload: false, reportCompressedSize: false };

/**
 * One file with everything in it.
 * @param {string} entry
 * @param {string} fileName
 * @param {{threads?: boolean, forNode?: boolean}} [options]
 * @returns {Promise<string>} its code
 */
async function single(entry, fileName, { threads, forNode } = {}) {
  const [{ output }] = await build({
    ...shared,
    logLevel: 'warn',
    plugins: [packageFiles({ wasm, threads }), smaller],
    build: {
      ...building,
      write: false,
      lib: { entry: here(entry), formats: ['es'] },
      rollupOptions: {
        external: forNode ? [/^node:/] : [],
        output: { entryFileNames: fileName, inlineDynamicImports: true },
      },
    },
  });
  return output[0].code;
}

const workers = {
  'simulation-worker.js': await single('web/js/sim/simulation-worker.js', 'simulation-worker.js', { threads: true }),
  'render-worker.js': await single('web/js/element/render-worker.js', 'render-worker.js'),
};

const besides = {
  name: 'boidforge:besides',
  async writeBundle() {
    writeFileSync(
      join(folder, 'dist/node.js'),
      await single('web/js/library/index-node.js', 'node.js', { forNode: true }),
    );
    writeFileSync(join(folder, 'dist/define-node.js'), "export { BoidForgeElement } from './node.js';\n");
    const manifest = JSON.parse(readFileSync(here('package/package.json'), 'utf8'));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
    for (const name of ['boidforge.d.ts', 'define.d.ts'])
      copyFileSync(here(`package/${name}`), join(folder, 'dist', name));
    for (const name of ['package/README.md', 'package/THIRD-PARTY.md', 'LICENSE']) {
      copyFileSync(here(name), join(folder, name.replace('package/', '')));
    }
  },
};

export default defineConfig({
  ...shared,
  plugins: [packageFiles({ wasm, workers }), smaller, besides],
  build: {
    ...building,
    outDir: join(folder, 'dist'),
    emptyOutDir: true,
    lib: {
      entry: { boidforge: here('web/js/library/index.js'), define: here('web/js/element/define.js') },
      formats: ['es'],
    },
    rollupOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
});
