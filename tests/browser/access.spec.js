import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.js';
import { openPage, playGolden } from './page-driver.js';

// axe-core reads the page as assistive technology would. It goes in through the debugger, past the page's policy.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} when
 */
async function expectNothingFound(page, when) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ['violations'] });
    return violations.map((/** @type {any} */ violation) => ({
      rule: violation.id,
      where: violation.nodes.map((/** @type {any} */ node) => `${node.target}: ${node.failureSummary}`),
    }));
  });
  expect(found, when).toEqual([]);
}

test('axe finds nothing on a wide window', async ({ page }) => {
  await page.setViewportSize({ width: 960, height: 720 });
  await openPage(page);
  await page.evaluate(() => boidforge.pause());
  await expectNothingFound(page, 'as opened');
  for (const head of await page.locator('.section-head').all()) await head.click();
  await page.getByRole('button', { name: 'About: Cohesion radius' }).click();
  await page.locator('#field-r_ali').fill('-7');
  await page.keyboard.press('Enter');
  await page.locator('#field-r_coh').fill('41');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cohesion radius: as the scene says' })).toBeVisible();
  await expectNothingFound(page, 'unfolded, with a changed value, a refused one and a hint');
  await page.getByRole('searchbox').fill('glow');
  await expectNothingFound(page, 'searching');
  await page.getByRole('searchbox').fill('xyzzy');
  await expectNothingFound(page, 'nothing found');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Help and keys' }).click();
  await expectNothingFound(page, 'help');
  await page.keyboard.press('?');
  await page.keyboard.press('s');
  await expectNothingFound(page, 'share');
});

test('axe finds nothing on a narrow window, nor with a recording', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page);
  await page.evaluate(() => boidforge.pause());
  await expectNothingFound(page, 'the flock alone');
  await page.getByRole('button', { name: 'Show the controls' }).click();
  await expectNothingFound(page, 'the panel as a sheet');
  await playGolden(page);
  await page.evaluate(() => boidforge.pause());
  await expectNothingFound(page, 'a recording');
});
