import { mkdirSync } from 'node:fs';
import { startFileServer } from './file-server.js';
import { expect, test } from './fixtures.js';
import { createMemoryProbe } from './memory-probe.js';
import { openPage, state } from './page-driver.js';
import { whyNotSparse, writeSparse } from './sparse-recording.js';

// What the page holds has bounds: it does not grow with the length of a recording, nor with the time a flock flies.

/** @typedef {import('@playwright/test').Page} Page */

const MB = 2 ** 20;
const BEYOND = 2 ** 32; // bytes; places there do not fit into 32 bits
const FEW = 20; // places, after which what is kept is kept

const KINDS = {
  equal: { frames: 19_600, agentsOf: () => 16_500, varies: false },
  varying: { frames: 14_000, agentsOf: (/** @type {number} */ frame) => 16_500 + frame, varies: true },
};

/** @param {number} frames @param {number} count @returns {number[]} places all over a recording, its end first */
function placesIn(frames, count) {
  let random = 7;
  const next = () => (random = (random * 1_103_515_245 + 12_345) % 2 ** 31);
  return [frames - 1, ...Array.from({ length: count - 1 }, () => next() % frames)];
}

/** @param {Page} page */
async function openInsight(page) {
  await page.keyboard.press('i');
  await expect(page.locator('[data-fact=memory] dd')).toContainText('MB');
}

/**
 * Seek each of them; the camera looks where no agents are, so that little is drawn.
 * @param {Page} page
 * @param {number[]} places
 */
const seekAll = (page, places) =>
  page.evaluate(async (wanted) => {
    const seen = [];
    for (const frame of wanted) {
      await boidforge.seek(frame);
      const shown = boidforge.state();
      seen.push({ frame: shown.frame, hash: shown.frameHash });
    }
    return seen;
  }, places);

/**
 * @param {Page} page that shows the recording, known to its end
 * @param {ReturnType<typeof writeSparse>} recording
 * @param {number[]} places
 * @returns {Promise<number>} by how much the browser's processes grew
 */
async function seekWithinBounds(page, recording, places) {
  await page.evaluate(() => boidforge.pause());
  for (let i = 0; i < 8; i++) await page.keyboard.press('+');
  await openInsight(page);
  const probe = await createMemoryProbe(page);
  const seen = await seekAll(page, places.slice(0, FEW));
  const early = await probe.read();
  seen.push(...(await seekAll(page, places.slice(FEW))));
  const late = await probe.read();

  const hashes = recording.hashes(places);
  expect(seen).toEqual(places.map((frame, i) => ({ frame, hash: hashes[i] })));
  expect(late.modules).toBe(early.modules);
  expect(late.objects - early.objects).toBeLessThan(MB);
  expect(late.buffers - early.buffers).toBeLessThan(8 * MB); // what is read at each place is kept for 4 places
  return late.processes - early.processes;
}

test.describe('a recording of more than four gigabytes', () => {
  test.describe.configure({ timeout: 240_000 });
  /** @type {ReturnType<typeof writeSparse> | null} */
  let recording = null;

  /** @param {import('@playwright/test').TestInfo} info @param {keyof typeof KINDS} kind */
  function write(info, kind) {
    const folder = info.outputPath('.');
    mkdirSync(folder, { recursive: true });
    const whyNot = whyNotSparse(folder);
    test.skip(whyNot !== null, String(whyNot));
    const path = info.outputPath(`${kind}.bfs`);
    recording = writeSparse(path, KINDS[kind]);
    expect(recording.length).toBeGreaterThan(1.2 * BEYOND);
    return { path, recording };
  }

  test.beforeEach(({ page }) => page.setViewportSize({ width: 360, height: 280 }));
  test.afterEach(() => {
    recording?.remove();
    recording = null;
  });

  for (const kind of /** @type {const} */ (['equal', 'varying'])) {
    test(`of ${kind} counts plays at once, seeks anywhere, and memory stays flat`, async ({ page }, info) => {
      const written = write(info, kind);
      const { frames, varies } = KINDS[kind];
      await openPage(page);
      const choosing = page.waitForEvent('filechooser');
      await page.keyboard.press('o');
      await (await choosing).setFiles(written.path);
      const shown = await page.waitForFunction(() => (boidforge.state().file ? boidforge.state() : null));
      const first = /** @type {Awaited<ReturnType<typeof state>>} */ (await shown.jsonValue());
      expect(first.playing).toBe(true);
      if (varies) expect(first.loading).toMatchObject({ kind: 'index', total: written.recording.length });
      else expect(first).toMatchObject({ loading: null, frames });
      if (varies) expect(first.frames).toBeLessThan(frames / 2); // it plays long before it is known to its end
      await page.waitForFunction(() => boidforge.state().frame > 0);
      await page.waitForFunction(() => boidforge.state().loading === null, null, { timeout: 120_000 });
      expect(await state(page)).toMatchObject({ frames, problem: null });
      const grown = await seekWithinBounds(page, written.recording, placesIn(frames, 200));
      expect(grown).toBeLessThan(64 * MB); // they read more than 150 MB
    });
  }

  test.describe('from an address', () => {
    test.use({ expectedFaults: /^request: http:\/\/127\.0\.0\.1:/ });

    test('is fetched only where it is looked at', async ({ page }, info) => {
      const { recording: body } = write(info, 'equal');
      const { frames } = KINDS.equal;
      const server = await startFileServer({ '/large.bfs': { body, ranges: true } });
      try {
        await openPage(page, `/?src=${encodeURIComponent(`${server.origin}/large.bfs`)}`);
        await page.waitForFunction(() => boidforge.state().file === 'large.bfs');
        expect(await state(page)).toMatchObject({ frames, playing: true, loading: null });
        await seekWithinBounds(page, body, placesIn(frames, 60)); // Playwright keeps what is fetched, in the processes
        expect(server.sent('/large.bfs')).toBeLessThan(BEYOND / 4);
      } finally {
        await server.stop();
      }
    });
  });
});

test('a live flock holds after many rounds of its ring what it held after one', async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 360, height: 280 });
  await openPage(page, '/?ring=1');
  await page.evaluate(async () => {
    await boidforge.set('agents', 300);
    await boidforge.speed(8);
  });
  await openInsight(page);
  const probe = await createMemoryProbe(page);
  /** @param {number} rounds of the ring, from here on */
  async function fly(rounds) {
    const { first, frames } = await state(page);
    const to = first + rounds * (frames - first);
    for (;;) {
      const now = await state(page);
      if (now.first > to) return;
      await drag();
    }
  }

  /** The flock, along a circle: every step of it is remembered as events. */
  async function drag() {
    await page.mouse.move(180, 140);
    await page.mouse.down();
    for (let i = 0; i < 20; i++) await page.mouse.move(180 + 60 * Math.sin(i / 3), 140 + 60 * Math.cos(i / 3));
    await page.mouse.up();
  }

  await page.waitForFunction(() => boidforge.state().first > 0);
  await fly(2);
  const early = await probe.read();
  await fly(8);
  const late = await probe.read();
  expect(late.modules).toBe(early.modules);
  expect(late.objects - early.objects).toBeLessThan(MB);
  expect(late.buffers - early.buffers).toBeLessThan(MB / 4); // 8 rounds are 8 MB of frames
});
