import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nativeHashes } from '../program.js';
import { expectNothingFound } from './axe.js';
import { expectMoving, expectStanding, ready, shownBy } from './element-host.js';
import { startFileServer } from './file-server.js';
import { expect, test as base } from './fixtures.js';

// The site in a sub-folder of a plain server, without special headers.

const FOLDER = '/some/folder/';
const PHONE = { width: 320, height: 700 };

const root = process.env.BF_SITE_ROOT ?? fileURLToPath(new URL('../../build/site', import.meta.url));
const play = process.env.BF_SITE_DIR ?? join(root, 'play');

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
};

/** @param {string} folder @returns {string[]} paths of all files in it */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)).map((path) => `${entry.name}/${path}`) : [entry.name],
  );
}

function siteFiles() {
  /** @type {Record<string, import('./file-server.js').Manner>} */
  const files = {};
  const places = filesOf(root).filter((path) => !path.startsWith('play/'));
  const all = [
    ...places.map((path) => [path, join(root, path)]),
    ...filesOf(play).map((path) => [`play/${path}`, join(play, path)]),
  ];
  for (const [path, from] of all) {
    const file = { body: readFileSync(from), type: TYPES[extname(path)], ranges: true, cors: false };
    files[FOLDER + path] = file;
    if (path.endsWith('index.html')) files[FOLDER + path.replace(/index\.html$/, '')] = file;
  }
  return files;
}

const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads there what a fixture needs
  baseURL: async ({}, use) => {
    const server = await startFileServer(siteFiles());
    await use(server.origin + FOLDER);
    await server.stop();
  },
});

const scenes = readdirSync(fileURLToPath(new URL('../../scenes', import.meta.url))).map((name) =>
  name.replace('.json', ''),
);

const pages = filesOf(root).filter((path) => path.endsWith('.html') && !path.startsWith('play/'));

/** @param {string} html @returns {string[]} addresses that a page names */
function addressesIn(html) {
  const named = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map((match) => match[1]);
  const sets = [...html.matchAll(/\ssrcset="([^"]*)"/g)].flatMap((match) =>
    match[1].split(',').map((part) => part.trim().split(' ')[0]),
  );
  return [...named, ...sets].map((address) => address.replaceAll('&amp;', '&'));
}

test('no link leads nowhere, and every page can be reached', async ({ baseURL }) => {
  const start = String(baseURL);
  /** @type {Map<string, string>} by address without fragment */
  const seen = new Map();
  const broken = [];
  const open = [start];
  const wanted = [];
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (seen.has(address)) continue;
    const response = await fetch(address);
    const isPage = response.headers.get('content-type') === 'text/html';
    const html = isPage ? await response.text() : '';
    seen.set(address, html);
    if (response.status !== 200) broken.push(`${address}: ${response.status}`);
    for (const named of addressesIn(html)) {
      const url = new URL(named, address);
      if (url.protocol === 'mailto:' || url.protocol === 'data:') continue;
      const fragment = url.hash.slice(1);
      url.hash = '';
      if (!url.href.startsWith(start)) broken.push(`${address} leads out, to ${url}`);
      else open.push(url.href);
      if (fragment && !url.pathname.endsWith('/play/')) wanted.push({ from: address, to: url.href, fragment });
    }
  }
  for (const { from, to, fragment } of wanted) {
    if (!seen.get(to)?.includes(` id="${fragment}"`)) broken.push(`${from}: ${to} has no #${fragment}`);
  }
  expect(broken).toEqual([]);
  const reached = [...seen.keys()].map((address) => address.replace(start, '').replace(/^$|\/$/, '$&index.html'));
  expect(pages.filter((path) => !reached.includes(path))).toEqual([]);
});

for (const path of pages) {
  test(`${path}: axe finds nothing, by day and by night, and nothing is wider than a phone`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await expectNothingFound(page, `${path}, ${colorScheme}`);
    }
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });
}

test('the first page shows a picture at once and then its flock', async ({ page }) => {
  await page.goto('');
  const picture = page.locator('.hero boid-forge > img');
  await expect(picture).toHaveJSProperty('complete', true);
  expect(await picture.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth)).toBeGreaterThan(0);
  await ready(page);
  expect(await shownBy(page)).toBe('flock');
  await expectMoving(page);
});

test('the first page tells the hash that the program computes', async ({ page }) => {
  await page.goto('');
  const hashes = nativeHashes(['--scene', 'murmuration', '--steps', '600']);
  await expect(page.getByText(hashes[599])).toBeVisible();
});

test('in the gallery the flock that is looked at flies', async ({ page }) => {
  await page.goto('gallery/');
  const names = await page.locator('article.scene').evaluateAll((articles) => articles.map(({ id }) => id));
  expect(names).toEqual(scenes);
  for (const name of names.slice(0, 2)) {
    const flock = page.locator(`#${name} boid-forge`);
    await flock.scrollIntoViewIfNeeded();
    await ready(page, `#${name} boid-forge`);
    await expectMoving(page, `#${name} boid-forge`);
  }
  await page.locator('footer').scrollIntoViewIfNeeded();
  await expectStanding(page, `#${names[0]} boid-forge`);
});

test('a scene of the gallery opens in the page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('gallery/');
  await page.getByRole('link', { name: 'Open Plasma' }).click();
  await page.waitForFunction(() => 'boidforge' in window);
  await page.evaluate(() => boidforge.ready);
  expect(await page.evaluate(() => boidforge.state().scene)).toBe('plasma');
});

test.describe('the example portfolio', () => {
  test('has a flock behind the name and a recording that goes round', async ({ page }) => {
    await page.goto('portfolio/');
    await ready(page);
    await expectMoving(page);
    const recording = page.locator('.recording boid-forge');
    await recording.scrollIntoViewIfNeeded();
    await ready(page, '.recording boid-forge');
    await expectMoving(page, '.recording boid-forge');
    expect(await recording.evaluate((element) => /** @type {any} */ (element).duration)).toBeCloseTo(20, 5);
    await expectStanding(page, '.name boid-forge');
  });

  test('scrolls over its flock', async ({ page }) => {
    await page.goto('portfolio/');
    await ready(page);
    await page.mouse.move(480, 300);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  });

  test('nothing moves about and nothing takes long while it loads and is scrolled', async ({ page }) => {
    // Tasks are timed by the clock, so on a busy machine one of several visits has to do.
    /** @type {number[]} */
    let longest = [];
    for (let visit = 0; visit < 5 && (visit === 0 || longest.some((duration) => duration > 50)); visit++) {
      await page.goto('about:blank');
      await page.goto('portfolio/');
      await page.evaluate(() => {
        Object.assign(window, { shifts: 0, tasks: [] });
        const { loadEventStart } = /** @type {any} */ (performance.getEntriesByType('navigation')[0]);
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) /** @type {any} */ (window).shifts += /** @type {any} */ (entry).value;
        }).observe({ type: 'layout-shift', buffered: true });
        new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries()) {
            if (startTime >= loadEventStart) /** @type {any} */ (window).tasks.push(duration);
          }
        }).observe({ type: 'longtask', buffered: true });
      });
      await ready(page);
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 150) {
          scrollTo(0, y);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
      await ready(page, '.recording boid-forge');
      await page.waitForTimeout(500);
      expect(await page.evaluate(() => /** @type {any} */ (window).shifts)).toBe(0);
      longest = await page.evaluate(() => /** @type {any} */ (window).tasks);
    }
    expect(longest.filter((duration) => duration > 50)).toEqual([]);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ['', 'gallery/', 'portfolio/', 'docs/model.html']) {
    test(`${path || 'the first page'} is whole`, async ({ page }) => {
      await page.goto(path);
      for (const picture of await page.locator('img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect(picture).toBeVisible();
        await expect
          .poll(() => picture.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth))
          .toBeGreaterThan(0);
      }
    });
  }
});
