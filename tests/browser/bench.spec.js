import { expect, test } from './fixtures.js';
import { openPage } from './page-driver.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Cells of the rows that are filled by now. @param {Page} page */
const filled = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.bench-table tbody tr:not(.bench-group)')]
      .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''))
      .filter((cells) => !cells.includes('–')),
  );

/** @param {Page} page @param {number} count */
const waitForRows = (page, count) => expect.poll(async () => (await filled(page)).length).toBeGreaterThanOrEqual(count);

test('the benchmark is reached from the help, fills its table and can be cancelled', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page);
  await page.keyboard.press('?');
  await page.getByRole('link', { name: /benchmark/ }).click();
  await expect(page).toHaveURL(/\?bench$/);
  await expect(page.getByRole('heading', { name: 'Benchmark' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy as JSON' })).toBeDisabled();
  await waitForRows(page, 2);
  await expect(page.getByRole('status')).toContainText(/^\d+ of \d+: /);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status')).toContainText(/^Cancelled after \d+ cases/);

  const rows = await filled(page);
  expect(rows[0][0]).toBe('1,000 agents');
  for (const [, ms, median, least] of rows) {
    expect(Number(ms)).toBeGreaterThan(0);
    expect(Number(median.replace(',', ''))).toBeGreaterThanOrEqual(Number(least.replace(',', '')));
  }

  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  await expect(page.getByRole('status')).toContainText(/^Copied \d+ cases/);
  const { about, results } = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(about.browser).toContain('Chrome');
  expect(results).toHaveLength(rows.length);
  expect(results[0]).toMatchObject({ set: 'size', agents: 1000, numerics: 'cell', level: 'native', simd: 'wasm128' });
  expect(results[0].ns_per_agent_step.min).toBeGreaterThan(0);
  expect(results[0].mean_neighbours).toBeGreaterThan(12);
  expect(results[0].mean_neighbours).toBeLessThan(16);

  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await waitForRows(page, 1);
  await page.getByRole('link', { name: 'Back to the flock' }).click();
  await page.waitForFunction(() => boidforge.state().frame > 0);
});

test('the benchmark is run by keyboard alone, and its figures can be had without a clipboard', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto('/?bench');
  await waitForRows(page, 1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Back to the flock' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Run again' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const json = page.getByRole('textbox', { name: 'The figures as JSON' });
  await expect(json).toBeFocused();
  expect(JSON.parse(await json.inputValue()).results.length).toBeGreaterThan(0);
});

for (const [width, height] of [
  [320, 568],
  [844, 390],
  [1280, 800],
]) {
  test(`the benchmark fits ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/?bench');
    await waitForRows(page, 1);
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('.bench *')]
        .filter((element) => !element.classList.contains('visually-hidden'))
        .map((element) => ({ what: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.left < 0 || box.right > innerWidth + 0.5))
        .map(({ what }) => what),
    );
    expect(outside).toEqual([]);
    expect(await page.evaluate(() => document.querySelector('.bench')?.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
