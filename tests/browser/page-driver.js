import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';

// What tests do with the page, in its words.

/** @typedef {import('@playwright/test').Page} Page */

/** @param {string} name of a file in tests/golden */
export const goldenPath = (name) => fileURLToPath(new URL(`../golden/${name}`, import.meta.url));

/** The recording most tests play: 200 agents, 60 frames, dt 0.05. */
export const GOLDEN = 'default_wrap_n200_s60_seed0.bfs';

/** @param {Page} page @param {string} [path] */
export async function openPage(page, path = '/') {
  await page.goto(path);
  await page.evaluate(() => boidforge.ready);
}

/** @param {Page} page */
export const state = (page) => page.evaluate(() => boidforge.state());

/**
 * Drop a file, as the browser would report it.
 * @param {Page} page
 * @param {string} name
 * @param {Uint8Array} bytes
 */
export async function dropBytes(page, name, bytes) {
  const base64 = Buffer.from(bytes).toString('base64');
  const transfer = await page.evaluateHandle(
    ([fileName, data]) => {
      const content = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      return dataTransfer;
    },
    [name, base64],
  );
  await drag(page, transfer);
}

/**
 * @param {Page} page
 * @param {string} text
 */
export async function dropText(page, text) {
  const transfer = await page.evaluateHandle((dropped) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', dropped);
    return dataTransfer;
  }, text);
  await drag(page, transfer);
}

/**
 * @param {Page} page
 * @param {import('@playwright/test').JSHandle<DataTransfer>} dataTransfer
 */
async function drag(page, dataTransfer) {
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('#flock', type, { dataTransfer });
  }
}

/** @param {Page} page @param {string} path */
export const dropFile = (page, path) => dropBytes(page, basename(path), readFileSync(path));

/** Drop the golden recording and wait until it plays. @param {Page} page @param {string} [name] */
export async function playGolden(page, name = GOLDEN) {
  await dropFile(page, goldenPath(name));
  await page.waitForFunction((file) => boidforge.state().file === file, name);
}

/**
 * Drag real files or folders onto the page, or data from another page, as the browser does it.
 * @param {Page} page
 * @param {{files?: string[], items?: {mimeType: string, data: string}[]}} what
 */
export async function dropReal(page, { files = [], items = [] }) {
  const session = await page.context().newCDPSession(page);
  const data = { items, files, dragOperationsMask: 1 };
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 200, data });
  }
  await session.detach();
}

/** @typedef {{path: string, bytes: Promise<number>}} Download `bytes`: as compressed by gzip */

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @returns {Download[]} grows as pages ask
 */
export function watchDownloads(context) {
  /** @type {Download[]} */
  const asked = [];
  context.on('response', (response) => {
    const bytes = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    asked.push({ path: new URL(response.url()).pathname, bytes });
  });
  return asked;
}

/** A first visit is 12 requests and 200,000 bytes at most. @param {Download[]} first */
export async function expectFewBytes(first) {
  expect(first.length).toBeLessThanOrEqual(12);
  let total = 0;
  for (const { bytes } of first) total += await bytes;
  expect(total).toBeLessThan(200_000);
}
