import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from './fixtures.js';
import { decode, difference, litShare } from './pixels.js';
import { GOLDEN, goldenPath, openPage, playGolden } from './page-driver.js';

// The page and the program draw the same picture of the same frame. Both run on Mesa's llvmpipe here.

const program = process.env.BF_CLI ?? fileURLToPath(new URL('../../build/boidforge-cli', import.meta.url));

for (const frame of [40, 5]) {
  test(`the page's picture of frame ${frame} is the program's`, async ({ page }, testInfo) => {
    if (!existsSync(program)) throw new Error(`${program} is missing: build it first`);
    const png = testInfo.outputPath('native.png');
    execFileSync(program, ['export', '--still', String(frame), '--size', '640x360', '-o', png, goldenPath(GOLDEN)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const native = decode(readFileSync(png));
    expect([native.width, native.height]).toEqual([640, 360]);
    expect(litShare(native)).toBeGreaterThan(0.01);

    await openPage(page);
    await playGolden(page);
    const base64 = await page.evaluate(async (wanted) => {
      const { rgba } = await boidforge.picture({ frame: wanted, width: 640, height: 360 });
      let text = '';
      for (const value of rgba) text += String.fromCharCode(value);
      return btoa(text);
    }, frame);
    const data = Buffer.from(base64, 'base64');
    expect(data.length).toBe(native.data.length);
    expect(difference({ data }, native).largest).toBeLessThanOrEqual(2);
  });
}
