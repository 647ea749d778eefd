import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { program } from '../program.js';
import { expect, test } from './fixtures.js';
import { decode, difference, litShare, psnr } from './pixels.js';
import { GOLDEN, dropFile, goldenPath, openPage, state } from './page-driver.js';

// The page and the program draw the same picture of the same frame. The program draws on Mesa's llvmpipe; on the same
// the page's picture may differ by a rounding, on SwiftShader, which samples and blends in its own way, by a little.

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').TestInfo} testInfo
 * @param {string} recording
 * @param {number} frame
 */
async function compare(page, testInfo, recording, frame) {
  const png = testInfo.outputPath('native.png');
  execFileSync(program, ['export', '--still', String(frame), '--size', '640x360', '-o', png, recording], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const native = decode(readFileSync(png));
  expect([native.width, native.height]).toEqual([640, 360]);
  expect(litShare(native)).toBeGreaterThan(0.01);

  await openPage(page);
  await dropFile(page, recording);
  await expect.poll(async () => recording.endsWith((await state(page)).file ?? '?')).toBe(true);
  const base64 = await page.evaluate(async (wanted) => {
    const { rgba } = await boidforge.picture({ frame: wanted, width: 640, height: 360 });
    let text = '';
    for (const value of rgba) text += String.fromCharCode(value);
    return btoa(text);
  }, frame);
  const data = Buffer.from(base64, 'base64');
  expect(data.length).toBe(native.data.length);
  if (testInfo.project.name === 'llvmpipe') expect(difference({ data }, native).largest).toBeLessThanOrEqual(1);
  else expect(psnr({ data }, native)).toBeGreaterThanOrEqual(45);
}

test.beforeAll(() => {
  if (!existsSync(program)) throw new Error(`${program} is missing: build it first`);
});

for (const frame of [40, 5]) {
  test(`the page's picture of frame ${frame} is the program's`, async ({ page }, testInfo) => {
    await compare(page, testInfo, goldenPath(GOLDEN), frame);
  });
}

test("after 100 frames of trails the page's picture is the program's", async ({ page }, testInfo) => {
  const recording = testInfo.outputPath('flock.bfs');
  execFileSync(program, ['simulate', '-n', '1000', '--steps', '101', '--seed', '4', '--quiet', '-o', recording]);
  await compare(page, testInfo, recording, 100);
});
