import { expectNothingFound } from './axe.js';
import { expect, test } from './fixtures.js';
import { openPage, playGolden } from './page-driver.js';

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
  await expect(page.getByRole('dialog', { name: 'Share this flock' })).toBeVisible();
  await expectNothingFound(page, 'share');
  await page.keyboard.press('Escape');
  await page.keyboard.press('i');
  await expect(page.getByRole('complementary', { name: 'What is happening' })).toBeVisible();
  await expectNothingFound(page, 'what is happening');
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
