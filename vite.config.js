import { defineConfig } from 'vite';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Cross-origin isolation, which threads need; the page also works without these headers.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

// BF_WASM_DIR and BF_SITE_DIR let a build read modules from, or write the page to, another folder.
const wasm = process.env.BF_WASM_DIR ?? here('build/wasm');
const page = process.env.BF_SITE_DIR ?? here('build/site/play');

// The threaded module's scripts load each other as Emscripten wrote them. A build copies them as they are; the
// development server would rewrite them.
const threadsAsTheyAre = {
  name: 'boidforge:threads-as-they-are',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const name = /\/(boidforge-sim-threads(?:\.worker)?\.js)$/.exec(request.url)?.[1];
      if (!name) return next();
      for (const [header, value] of Object.entries(isolation)) response.setHeader(header, value);
      response.setHeader('Content-Type', 'text/javascript');
      response.end(readFileSync(join(wasm, name)));
    });
  },
};

export default defineConfig({
  root: here('web'),
  base: './', // the page works from any sub-folder
  publicDir: false,
  cacheDir: here('node_modules/.vite'),
  plugins: [threadsAsTheyAre],
  resolve: { alias: { '@wasm': wasm } },
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['@wasm'] },
  server: { headers: isolation, fs: { allow: [here('.'), wasm] } },
  preview: { headers: isolation },
  build: {
    outDir: page,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // wasm stays a file; inlined it would be larger and slower to start
    modulePreload: { polyfill: false },
  },
});
