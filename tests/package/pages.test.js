// The packed package in Chromium, in pages as a newcomer makes them.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { build, createServer } from 'vite';
import config from '../../playwright.config.js';
import { nativeHashes } from '../program.js';
import { createProject, removeProjects, repository, shown } from './project.js';
import { serve } from './server.js';

const FIRST_LOAD = 200_000; // bytes, compressed
const OPTIONS = { scene: 'murmuration', seed: 7, agents: 500 };
const HASHES = nativeHashes(['--scene', 'murmuration', '--seed', '7', '--agents', '500', '--steps', '30']);
const RECORDING = join(repository, 'tests/golden/default_wrap_n100_s60_seed1.bfs');

const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const ELEMENT =
  '<boid-forge scene="murmuration" autoplay style="display: block; width: 480px; height: 300px"></boid-forge>';

/** @param {string} script @param {string} [body] */
const html = (script, body = ELEMENT) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fresh</title>${script}<body>${body}</body></html>`;

/** What a page does to be asked for hashes. */
const MAIN = `
import 'boidforge/define';
import { createSimulation, openRecording, version } from 'boidforge';
Object.assign(globalThis, { library: { createSimulation, openRecording, version } });
`;

/** The same for pages without a bundler. @param {string} folder of the package @param {boolean} [defines] */
const plain = (folder, defines = true) => `<script type="module">
${defines ? `import '${folder}/dist/define.js';` : ''}
import * as library from '${folder}/dist/boidforge.js';
Object.assign(globalThis, { library });
</script>`;

/** @type {import('@playwright/test').Browser} */
let browser;
/** @type {import('@playwright/test').Page} */
let page;
/** @type {string[]} */
let complaints = [];
/** @type {(() => unknown)[]} */
const closing = [];

before(async () => {
  const llvmpipe = config.projects?.find(({ name }) => name === 'llvmpipe');
  browser = await chromium.launch(llvmpipe?.use?.launchOptions);
});

after(async () => {
  await browser.close();
  removeProjects();
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 640, height: 480 } });
  complaints = [];
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 })); // which browsers ask for by themselves
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
});

afterEach(async () => {
  await page.close();
  for (const close of closing.splice(0)) await close();
});

/** @param {Parameters<typeof serve>} options @returns {Promise<string>} its origin */
async function served(...options) {
  const server = await serve(...options);
  closing.push(server.close);
  return server.origin;
}

/** Hashes of the flock's first frames, computed by the page. */
async function pageHashes(count = HASHES.length, options = {}) {
  await page.waitForFunction(() => 'library' in globalThis);
  return page.evaluate(
    async ([most, wanted]) => {
      const simulation = await globalThis.library.createSimulation(wanted);
      const hashes = [];
      while (hashes.length < most) {
        await simulation.step();
        hashes.push(await simulation.hash());
      }
      simulation.dispose();
      return hashes;
    },
    [count, { ...OPTIONS, ...options }],
  );
}

/** Each thread loads the script that started it. @param {string[]} asked */
const threadsStarted = (asked) =>
  asked.filter((name) => /^boidforge-sim-threads(-[\w-]{8})?\.js$/.test(name)).length > 1;

/** The flock in the page is drawn, and goes on. */
async function flockMoves() {
  const element = page.locator('boid-forge');
  await element.evaluate((it) => it.ready);
  const time = await element.evaluate((it) => it.currentTime);
  const first = await element.screenshot();
  await page.waitForFunction((then) => document.querySelector('boid-forge').currentTime > then + 0.2, time);
  const second = await element.screenshot();
  assert.notDeepEqual(first, second);
  assert.ok(first.length > 20_000, 'a flock has more to it than an even picture');
}

const workers = () => page.workers().map((worker) => new URL(worker.url()).pathname);

test('a fresh Vite project: the development server', async () => {
  const root = createProject({ 'index.html': html('<script type="module" src="/main.js"></script>'), 'main.js': MAIN });
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  closing.push(() => server.close());
  await server.listen();
  await page.goto(/** @type {string} */ (server.resolvedUrls?.local[0]));
  await flockMoves();
  // The package was taken into Vite's cache, and its files were found all the same.
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  assert.ok(
    scripts.some((name) => name.includes('/node_modules/.vite/deps/')),
    scripts.join('\n'),
  );
  assert.ok(workers().includes('/node_modules/boidforge/dist/simulation-worker.js'), workers().join());
  assert.ok(workers().includes('/node_modules/boidforge/dist/render-worker.js'), workers().join());
  assert.deepEqual(await pageHashes(), HASHES);
  assert.deepEqual(complaints, []);
});

test('a fresh Vite project: the build, in a sub-folder', async () => {
  const root = createProject({ 'index.html': html('<script type="module" src="/main.js"></script>'), 'main.js': MAIN });
  await build({ root, configFile: false, logLevel: 'error', base: './', build: { outDir: 'out/site' } });
  const assets = readdirSync(join(root, 'out/site/assets'));
  for (const name of ['boidforge-sim', 'boidforge-view', 'boidforge-sim-threads']) {
    const made = assets.find((asset) => new RegExp(`^${name}-[\\w-]{8}\\.wasm$`).test(asset));
    const original = join(root, 'node_modules/boidforge/dist', `${name}.wasm`);
    assert.deepEqual(readFileSync(join(root, 'out/site/assets', String(made))), readFileSync(original));
  }
  const origin = await served(join(root, 'out'));
  await page.goto(`${origin}/site/`);
  await flockMoves();
  assert.equal(workers().length, 2);
  assert.deepEqual(await pageHashes(), HASHES);
  assert.deepEqual(complaints, []);
});

test('the built project, isolated: several threads make the same bytes', async () => {
  const root = createProject({
    'index.html': html('<script type="module" src="/main.js"></script>', ''),
    'main.js': MAIN,
  });
  await build({ root, configFile: false, logLevel: 'error', base: './', build: { outDir: 'out' } });
  /** @type {string[]} */
  const asked = [];
  await page.goto(await served(join(root, 'out'), { headers: ISOLATION, asked }));
  assert.deepEqual(await pageHashes(), HASHES);
  assert.ok(threadsStarted(asked), asked.join());
  assert.deepEqual(complaints, []);
});

test('importing it does nothing, and many simulations share one module', async () => {
  const root = createProject({
    'index.html': html(plain('./node_modules/boidforge', false), '<boid-forge></boid-forge>'),
  });
  /** @type {string[]} */
  const asked = [];
  await page.goto(await served(root, { asked }));
  await page.waitForFunction(() => 'library' in globalThis);
  assert.equal(await page.evaluate(() => customElements.get('boid-forge') ?? null), null);
  assert.deepEqual(
    asked.filter((name) => /worker|wasm|webp/.test(name)),
    [],
  );
  const hashes = await page.evaluate(async (options) => {
    const { createSimulation } = globalThis.library;
    const simulations = await Promise.all([1, 2, 3].map(() => createSimulation(options)));
    await Promise.all(simulations.map((simulation) => simulation.step(5)));
    return Promise.all(simulations.map((simulation) => simulation.hash()));
  }, OPTIONS);
  assert.deepEqual(hashes, Array(3).fill(HASHES[4]));
  assert.equal(page.workers().length, 3);
  assert.equal(asked.filter((name) => name.endsWith('.wasm')).length, 1);
});

test('a plain page', async () => {
  const root = createProject({ 'index.html': html(plain('./node_modules/boidforge')) });
  await page.goto(await served(root));
  await flockMoves();
  assert.equal(workers().length, 2);
  assert.deepEqual(await pageHashes(), HASHES);
  assert.deepEqual(complaints, []);
});

test('the README’s page, with the package on another origin', async () => {
  const [readme] = shown('html');
  const cdn = createProject({});
  const files = await served(join(cdn, 'node_modules'), { headers: { 'Access-Control-Allow-Origin': '*' } });
  const root = createProject({
    'index.html': readme.replace('https://cdn.jsdelivr.net/npm', files) + plain(`${files}/boidforge`, false),
  });
  await page.goto(await served(root));
  await flockMoves();
  assert.equal(page.workers().length, 2);
  assert.deepEqual(await pageHashes(), HASHES);
  assert.deepEqual(complaints, []);
});

test('threads, where the page is isolated, make the same bytes', async () => {
  const root = createProject({ 'index.html': html(plain('./node_modules/boidforge'), '') });
  /** @type {string[]} */
  const asked = [];
  await page.goto(await served(root, { headers: ISOLATION, asked }));
  await page.waitForFunction(() => 'library' in globalThis);
  assert.equal(await page.evaluate(() => globalThis.crossOriginIsolated), true);
  assert.deepEqual(await pageHashes(), HASHES);
  assert.ok(threadsStarted(asked), asked.join());
  asked.splice(0);
  assert.deepEqual(await pageHashes(3, { threads: 'off' }), HASHES.slice(0, 3));
  assert.ok(!asked.includes('boidforge-sim-threads.wasm'), asked.join());
});

for (const [name, policy, count] of /** @type {const} */ ([
  ['a strict policy', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", 2],
  ['a policy without workers', "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'", 0],
])) {
  test(`${name}: the same flock`, async () => {
    const root = createProject({
      'index.html': html(
        '<script type="module" src="main.js"></script><link rel="stylesheet" href="main.css">',
        '<boid-forge autoplay></boid-forge>',
      ),
      'main.css': 'boid-forge { display: block; width: 480px; height: 300px }',
      'main.js': MAIN.replaceAll(
        /'boidforge(\/\w+)?'/g,
        (_, part = '/boidforge') => `'./node_modules/boidforge/dist${part}.js'`,
      ),
    });
    await page.goto(await served(root, { headers: { 'Content-Security-Policy': policy } }));
    await flockMoves();
    assert.equal(page.workers().length, count);
    assert.deepEqual(await pageHashes(), HASHES);
    if (count > 0) assert.deepEqual(complaints, []);
  });
}

test('without workers a long computation leaves the page its turns', async () => {
  const root = createProject({ 'index.html': html(plain('./node_modules/boidforge'), '') });
  await page.goto(await served(root, { headers: { 'Content-Security-Policy': "worker-src 'none'" } }));
  await page.waitForFunction(() => 'library' in globalThis);
  const longest = await page.evaluate(async (options) => {
    const simulation = await globalThis.library.createSimulation(options);
    await simulation.step(20);
    let last = performance.now();
    let gap = 0;
    const timer = setInterval(() => {
      gap = Math.max(gap, performance.now() - last);
      last = performance.now();
    });
    await simulation.step(1500);
    clearInterval(timer);
    const hash = await simulation.hash();
    return { gap, hash };
  }, OPTIONS);
  assert.ok(longest.gap < 250, `${longest.gap} ms`);
});

test('recordings are opened from addresses and files', async () => {
  const root = createProject({ 'index.html': html(plain('./node_modules/boidforge'), '') });
  mkdirSync(join(root, 'flocks'));
  cpSync(RECORDING, join(root, 'flocks/a.bfs'));
  await page.goto(await served(root));
  await page.waitForFunction(() => 'library' in globalThis);
  const told = await page.evaluate(async () => {
    const { openRecording } = globalThis.library;
    const buffer = await (await fetch('flocks/a.bfs')).arrayBuffer();
    const answers = [];
    for (const from of ['flocks/a.bfs', new URL('flocks/a.bfs', location.href), new File([buffer], 'a.bfs'), buffer]) {
      const recording = await openRecording(from);
      let frames = 0;
      for await (const frame of recording.frames) frames += Number(frame.x.length === 100);
      answers.push([recording.info.name, frames, await recording.hash(59)]);
      recording.dispose();
    }
    const refused = await openRecording('flocks/none.bfs').catch(({ code }) => code);
    return { answers, refused };
  });
  const hash = told.answers[0][2];
  assert.match(hash, /^[0-9a-f]{16}$/);
  assert.deepEqual(
    told.answers,
    ['a.bfs', 'a.bfs', 'a.bfs', ''].map((name) => [name, 60, hash]),
  );
  assert.equal(told.refused, 'addressStatus');
});

test('files in another place are found by wasmBase, and told where they are missing', async () => {
  const root = createProject({ 'index.html': html(plain('./moved'), '') });
  cpSync(join(root, 'node_modules/boidforge'), join(root, 'moved'), { recursive: true });
  await page.goto(await served(root, { types: { '.wasm': 'application/octet-stream' } }));
  assert.deepEqual(await pageHashes(3, { wasmBase: 'node_modules/boidforge/dist' }), HASHES.slice(0, 3));
  const told = await page.evaluate(async () => {
    const { createSimulation } = globalThis.library;
    const tell = (/** @type {any} */ { code, message }) => [code, message];
    return {
      nothing: await createSimulation({ wasmBase: 'nowhere' }).catch(tell),
      unreachable: await createSimulation({ wasmBase: 'http://127.0.0.1:9/' }).catch(tell),
    };
  });
  assert.equal(told.nothing[0], 'moduleStatus');
  assert.match(told.nothing[1], /nowhere\/boidforge-sim\.wasm.*404.*wasmBase/);
  assert.equal(told.unreachable[0], 'moduleUnreachable');
});

test('a server that sends its start page in place of a module is told', async () => {
  const root = createProject({ 'index.html': html(plain('./node_modules/boidforge'), '') });
  await page.route('**/*.wasm', (route) => route.fulfill({ contentType: 'text/html', body: html('', 'start') }));
  await page.goto(await served(root));
  await page.waitForFunction(() => 'library' in globalThis);
  const told = await page.evaluate(() => globalThis.library.createSimulation().catch(({ code }) => code));
  assert.equal(told, 'moduleNone');
});

test(`the element's first load is at most ${FIRST_LOAD / 1000} kB compressed`, async () => {
  const root = createProject({
    'index.html': html('<script type="module" src="node_modules/boidforge/dist/define.js"></script>'),
  });
  /** @type {Map<string, number>} */
  const sizes = new Map();
  const origin = await served(root);
  const note = (/** @type {import('@playwright/test').Response} */ response) => {
    const path = new URL(response.url()).pathname;
    if (path.includes('/dist/')) sizes.set(path, gzipSync(readFileSync(join(root, path)), { level: 9 }).length);
  };
  page.context().on('response', note);
  await page.goto(origin);
  await flockMoves();
  const list = [...sizes]
    .map(([path, size]) => `${String(size).padStart(7)} ${path.split('/').pop()}`)
    .sort()
    .reverse();
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  console.log(`${list.join('\n')}\n${String(total).padStart(7)} bytes compressed`);
  for (const name of ['define.js', 'render-worker.js', 'simulation-worker.js', 'boidforge-view.wasm']) {
    assert.ok(
      [...sizes.keys()].some((path) => path.endsWith(name)),
      `${name} was not seen`,
    );
  }
  assert.ok(total <= FIRST_LOAD, `${total} bytes`);
});
