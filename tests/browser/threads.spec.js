import { test as unwatched } from '@playwright/test';
import { nativeHashes } from '../program.js';
import { expect, test } from './fixtures.js';
import { openPage, playGolden, state } from './page-driver.js';

const AGENTS = 6000;
const FRAME = 40;

/** The native program's hash of the frame that tests look at. */
const nativeHash = () =>
  nativeHashes(['--scene', 'murmuration', '--agents', String(AGENTS), '--steps', String(FRAME + 1)])[FRAME];

/** @param {import('@playwright/test').Page} page standing at that frame */
async function showFrame(page) {
  await page.evaluate(
    async ([agents, frame]) => {
      await boidforge.pause();
      await boidforge.set('agents', agents);
      await boidforge.restart(); // from the beginning with as many; they would only join the running flock
      await boidforge.pause();
      await boidforge.seek(frame);
    },
    [AGENTS, FRAME],
  );
  return state(page);
}

/**
 * Serve the page as a server does that knows nothing of isolation.
 * @param {import('@playwright/test').Page} page
 */
const withoutIsolation = (page) =>
  page.route('**/*', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['cross-origin-opener-policy'];
    delete headers['cross-origin-embedder-policy'];
    await route.fulfill({ response, headers });
  });

test('an isolated page computes on threads, and gets the native bytes', async ({ page }) => {
  await openPage(page);
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const threads = Math.min(cores, 4); // one for every 2,000 agents, and one
  const shown = await showFrame(page);
  expect(shown).toMatchObject({ threads, simd: 'wasm128', frame: FRAME, frameHash: nativeHash() });
  await expect(page.locator('.readout')).toContainText(`${threads} ${threads === 1 ? 'thread' : 'threads'}, wasm128`);
});

test('a page that is not isolated computes on one thread, says so, and gets the same bytes', async ({ page }) => {
  await withoutIsolation(page);
  await openPage(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  expect(await showFrame(page)).toMatchObject({ threads: 1, simd: 'wasm128', frame: FRAME, frameHash: nativeHash() });
  await expect(page.locator('.readout')).toContainText('1 thread, wasm128');
});

test('the address can turn threads off', async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await openPage(page, '/?threads=off');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await showFrame(page)).toMatchObject({ threads: 1, frameHash: nativeHash() });
  expect(asked.filter((url) => url.includes('threads-'))).toEqual([]);
});

// The browser reports what is broken, hence these are not watched for errors.

for (const [what, pattern] of [
  ['module', '**/boidforge-sim-threads-*.wasm'],
  ['script', '**/boidforge-sim-threads-*.js'],
]) {
  unwatched(`when the threads' ${what} is broken, one thread does`, async ({ page }) => {
    await page.route(pattern, (route) =>
      route.fulfill({ status: 200, contentType: 'text/javascript', body: 'throw new Error("broken");' }),
    );
    await openPage(page);
    expect(await showFrame(page)).toMatchObject({ threads: 1, frameHash: nativeHash() });
  });
}

for (const [what, script] of [
  ['cannot be fetched', `'./nothing.js'`],
  ['break', `URL.createObjectURL(new Blob(['throw new Error("broken")']))`],
  ['never answer', `URL.createObjectURL(new Blob(['']))`],
]) {
  unwatched(`when the threads' workers ${what}, one thread does`, async ({ page }) => {
    await page.route('**/simulation-worker-*.js', async (route) => {
      const response = await route.fetch();
      const broken = `globalThis.Worker = class extends Worker { constructor() { super(${script}); } };`;
      await route.fulfill({ response, body: broken + (await response.text()) });
    });
    await openPage(page);
    expect(await showFrame(page)).toMatchObject({ threads: 1, frameHash: nativeHash() });
  });
}

test('flocks take turns with the same workers', async ({ page }) => {
  await openPage(page);
  const before = page.workers().length;
  const threads = await page.evaluate(async (agents) => {
    await boidforge.pause();
    const counts = new Set();
    for (let more = 0; more < 20; more++) {
      await boidforge.set('agents', agents + more);
      await boidforge.step();
      counts.add(boidforge.state().threads);
    }
    return [...counts];
  }, AGENTS);
  expect(threads).toEqual([(await state(page)).threads]);
  expect(page.workers().length).toBe(before);
});

test('a recording is computed on nothing', async ({ page }) => {
  await openPage(page);
  await playGolden(page);
  expect(await state(page)).toMatchObject({ threads: 0, simd: null });
  await expect(page.getByText('wasm128')).toBeHidden();
});
