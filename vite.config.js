import { defineConfig } from 'vite';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Cross-origin isolation, which threads will need; the page also works without these headers.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

// BF_WASM_DIR and BF_SITE_DIR let a build read modules from, or write the site to, another folder.
const wasm = process.env.BF_WASM_DIR ?? here('build/wasm');
const site = process.env.BF_SITE_DIR ?? here('build/site');

export default defineConfig({
  root: here('web'),
  base: './', // the site works from any sub-folder
  publicDir: false,
  cacheDir: here('node_modules/.vite'),
  resolve: { alias: { '@wasm': wasm } },
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['@wasm'] },
  server: { headers: isolation, fs: { allow: [here('.'), wasm] } },
  preview: { headers: isolation },
  build: {
    outDir: site,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // wasm stays a file; inlined it would be larger and slower to start
    modulePreload: { polyfill: false },
  },
});
