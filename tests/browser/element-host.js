import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { startFileServer } from './file-server.js';

// Pages of somebody who uses the element: one server has them and the package, another one only the package, as a
// content delivery network does.

const folder = join(
  process.env.BF_PACKAGE_DIR ?? fileURLToPath(new URL('../../build/package', import.meta.url)),
  'dist',
);

/** @type {Record<string, string>} */
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.webp': 'image/webp' };

/** @param {boolean} cors @returns {Record<string, import('./file-server.js').Manner>} */
function packageFiles(cors) {
  const names = readdirSync(folder).filter((name) => extname(name) in TYPES);
  return Object.fromEntries(
    names.map((name) => [
      `/boidforge/${name}`,
      { body: readFileSync(join(folder, name)), type: TYPES[extname(name)], cors },
    ]),
  );
}

/**
 * @typedef {object} Host
 * @property {string} origin
 * @property {string} cdn origin of the other server
 * @property {(path: string, body: Buffer | string, type: string) => void} put a file
 * @property {(path: string) => number} asked how often
 * @property {(html: string, options?: {head?: string, script?: string}) => Promise<void>} open a page with that in it
 * @property {string[]} faults that pages wrote or threw so far
 *
 * @typedef {{host: Host}} HostFixtures
 */

/**
 * @type {import('@playwright/test').Fixtures<HostFixtures, {}, import('@playwright/test').PlaywrightTestArgs &
 *   import('@playwright/test').PlaywrightTestOptions>}
 */
const fixtures = {
  host: async ({ page }, use) => {
    const own = packageFiles(false);
    const [server, cdn] = [await startFileServer(own), await startFileServer(packageFiles(true))];
    /** @type {string[]} */
    const faults = [];
    page.on('console', (message) => {
      const isFault = message.type() === 'error' || message.type() === 'warning';
      if (isFault && !/GPU stall due to ReadPixels/.test(message.text())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
    own['/favicon.ico'] = { body: Buffer.alloc(0), type: 'image/x-icon' };
    await use({
      origin: server.origin,
      cdn: cdn.origin,
      faults,
      put(path, body, type) {
        own[path] = { body: Buffer.from(body), type };
      },
      asked: (path) => server.requests.filter((request) => request.path === path).length,
      async open(html, { head = '', script = '/boidforge/define.js' } = {}) {
        const styles = 'body { margin: 0 } boid-forge { display: block; width: 480px; height: 270px }';
        const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>${head}
          <link rel="stylesheet" href="/host.css"></head><body>${html}
          <script type="module" src="${script}"></script></body></html>`;
        own['/host.css'] = { body: Buffer.from(styles), type: 'text/css' };
        own['/host.html'] = { body: Buffer.from(text), type: 'text/html' };
        await page.goto(`${server.origin}/host.html`);
      },
    });
    await server.stop();
    await cdn.stop();
  },
};

/** @type {import('@playwright/test').TestType<import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions & HostFixtures, import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions>} */
export const test = base.extend(fixtures);

export { expect };

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} [selector] settled when it shows its first picture */
export const ready = (page, selector = 'boid-forge') =>
  page.evaluate((wanted) => /** @type {any} */ (document.querySelector(wanted)).ready, selector);

/** @param {Page} page @param {string} [selector] simulated seconds */
export const timeOf = (page, selector = 'boid-forge') =>
  page.evaluate((wanted) => /** @type {any} */ (document.querySelector(wanted)).currentTime, selector);

/** @param {Page} page @param {string} [selector] */
export async function expectMoving(page, selector) {
  const before = await timeOf(page, selector);
  await expect.poll(() => timeOf(page, selector)).toBeGreaterThan(before);
}

/** @param {Page} page @param {string} [selector] @returns {Promise<void>} it stood for longer than a status takes */
export async function expectStanding(page, selector) {
  await page.waitForTimeout(600); // what was under way
  const before = await timeOf(page, selector);
  await page.waitForTimeout(1200);
  expect(await timeOf(page, selector)).toBe(before);
}

/** @param {Page} page @param {string} [selector] poster, flock or still */
export const shownBy = (page, selector = 'boid-forge') => page.locator(selector).getAttribute('data-shows');
