import { expect, test } from './fixtures.js';
import { dropBytes, openPage, state } from './page-driver.js';

/** What a browser is told of the page. @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} key */
const kept = (page, key) => page.evaluate((name) => localStorage.getItem(`boidforge.${name}`) ?? '', key);

/** A visit without a link, as from a bookmark. @param {Page} page */
async function visit(page) {
  await page.goto('about:blank');
  await openPage(page);
}

test('the last flock and the closed panel come back, until they are forgotten', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await openPage(page);
  await page.evaluate(async () => {
    await boidforge.set('scene', 'plasma');
    await boidforge.set('seed', 77);
    await boidforge.set('agents', 300);
    await boidforge.set('bloom', 2);
  });
  await page.getByRole('button', { name: 'Hide the controls', exact: true }).click();
  await expect.poll(() => kept(page, 'flock')).toContain('"bloom":"2"');
  await expect.poll(() => kept(page, 'windows')).toContain('"panelOpen":false');

  await visit(page);
  expect(await state(page)).toMatchObject({ scene: 'plasma', seed: 77, agents: 300 });
  await expect(page.locator('.panel')).toBeHidden();

  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Forget the last flock' }).click();
  await expect(page.locator('.toast', { hasText: 'Forgotten.' })).toBeVisible();
  await visit(page);
  expect(await state(page)).toMatchObject({ scene: 'murmuration', agents: 5000 });
  await expect(page.locator('.panel')).toBeVisible();
});

test('a link goes before what is kept, and garbage there is nothing', async ({ page }) => {
  await openPage(page);
  await page.evaluate(() => {
    localStorage.setItem('boidforge.flock', '{"version":1,"scene":"plasma","overrides":{"agents":"many"},"look":7}');
    localStorage.setItem('boidforge.windows', '"');
    localStorage.setItem('boidforge.scenes', '{"version":1,"scenes":[{"name":"own-x"},3]}');
  });
  await visit(page);
  expect(await state(page)).toMatchObject({ scene: 'murmuration', agents: 5000 });
  const sound = '{"version":1,"scene":"plasma","overrides":{"agents":"300"},"look":{},"preset":"scene"}';
  await page.evaluate((text) => localStorage.setItem('boidforge.flock', text), sound);
  await page.goto('about:blank');
  await openPage(page, '/#1;fish-school;agents=200');
  expect(await state(page)).toMatchObject({ scene: 'fish-school', agents: 200 });
  await page.waitForTimeout(1000);
  expect(await kept(page, 'flock')).toBe(sound);
});

test('a flock is kept under a name, chosen, renamed and deleted', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  await openPage(page);
  await page.evaluate(() => boidforge.set('agents', 400));
  const row = page.locator('[data-name=own_scenes]');
  await row.getByRole('button', { name: 'Keep this flock' }).click();
  await expect(row.getByRole('alert')).toHaveText('Give it a name first.');
  await row.getByRole('textbox', { name: 'A name for this flock' }).fill('Small cloud');
  await page.keyboard.press('Enter');
  const card = row.getByRole('radio', { name: 'Small cloud' });
  await expect(card).toBeChecked();
  await expect(row.locator('img')).toHaveAttribute('src', /^data:image\/webp/);

  await visit(page);
  await page.evaluate(() => boidforge.set('scene', 'fish-school'));
  await row.locator('.card').click();
  await expect.poll(async () => (await state(page)).agents).toBe(400);
  await row.getByRole('button', { name: 'Rename' }).click();
  await row.getByRole('textbox', { name: 'New name' }).fill('облако'.repeat(9)); // 54 letters, 108 bytes
  await page.keyboard.press('Enter');
  await expect(row.getByRole('alert')).toHaveText(/too long/);
  await row.getByRole('textbox', { name: 'New name' }).fill('Cloud');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('radio', { name: 'Cloud', exact: true })).toBeChecked();

  // Its file, dropped again, is another scene.
  await dropBytes(page, 'cloud.json', Buffer.from(await page.evaluate(() => boidforge.scene())));
  await expect.poll(async () => (await state(page)).scene).toBe('own-small-cloud-opened');
  await row.locator('.card').click();
  await expect(row.getByRole('radio', { name: 'Cloud', exact: true })).toBeChecked();

  await row.getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: 'Really delete?' }).click();
  await expect(row.getByRole('radio')).toHaveCount(0);
  expect((await state(page)).agents).toBe(400);
  await page.evaluate(() => boidforge.restart()); // it flies on, and can begin anew
  expect((await state(page)).agents).toBe(400);
  expect(await kept(page, 'scenes')).toBe('{"version":1,"scenes":[]}');
});
