import { expect, test } from './fixtures.js';
import { openPage, playGolden, state } from './page-driver.js';

test('the keyboard does it all', async ({ page }) => {
  await openPage(page);
  await page.keyboard.press(' ');
  await page.waitForFunction(() => !boidforge.state().playing);
  const { frame } = await state(page);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((before) => boidforge.state().frame === before + 1, frame);
  await page.keyboard.press('r');
  await page.waitForFunction(() => boidforge.state().frame === 0);
  await page.keyboard.press('c');
  await expect(page.getByRole('status')).toContainText('Palette:');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('h');
  await expect(page.locator('.overlay')).toBeHidden();
  await page.keyboard.press('h');
  await expect(page.locator('.overlay')).toBeVisible();

  await playGolden(page);
  await page.keyboard.press('End');
  await page.waitForFunction(() => boidforge.state().frame === 59);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => boidforge.state().frame === 58);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => boidforge.state().frame <= 1);
});

test('messages go with the controls and do not come back', async ({ page }) => {
  await openPage(page);
  await page.keyboard.press('c');
  await expect(page.locator('.toast-info')).toContainText('Palette:');
  await page.keyboard.press('h');
  await expect(page.locator('.toast-info')).toHaveText([/Press H/]);
  await page.keyboard.press('h');
  await expect(page.locator('.overlay')).toBeVisible();
  await expect(page.locator('.toast-info')).toHaveCount(0);
});

test('a slow picture is drawn smaller while it moves, and sharp when it stands', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await openPage(page);
  await page.waitForFunction(() => boidforge.state().width < 2560);
  const rates = await page.evaluate(async () => {
    const seen = [];
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      seen.push(boidforge.state().fps);
    }
    return seen;
  });
  expect(rates.slice(10)).not.toContain(0);
  await page.evaluate(() => boidforge.pause());
  expect(await state(page)).toMatchObject({ width: 2560, height: 1440, playing: false, fps: 0 });
  await page.evaluate(() => boidforge.play());
  await page.setViewportSize({ width: 400, height: 300 });
  await page.waitForFunction(() => boidforge.state().width === 400 && boidforge.state().playing);
});

test('keys typed into a field stay there', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await openPage(page);
  await page.getByRole('spinbutton', { name: 'Seed' }).focus();
  await page.keyboard.press('h');
  await page.keyboard.press(' ');
  await expect(page.locator('.overlay')).toBeVisible();
  expect((await state(page)).playing).toBe(true);
});

test('every control has a name, can be reached, and shows where the focus is', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  await openPage(page);
  const unnamed = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, input:not([type=file])')]
      .filter((control) => {
        const input = /** @type {HTMLInputElement} */ (control);
        return !(control.getAttribute('aria-label') || control.textContent || input.labels?.[0]?.textContent);
      })
      .map((control) => control.outerHTML),
  );
  expect(unnamed).toEqual([]);

  const reached = new Set();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = /** @type {HTMLElement} */ (document.activeElement);
      if (!element || element === document.body) return null;
      const shown = element.closest('label, .field, .search') ?? element;
      return {
        name: element.getAttribute('aria-label') ?? (element.id || element.textContent),
        outline: getComputedStyle(shown).outlineStyle,
      };
    });
    if (!focus) continue;
    expect(focus.outline, `focus on ${focus.name}`).not.toBe('none');
    reached.add(focus.name);
  }
  for (const name of [
    'Pause',
    'Restart',
    'One frame forward',
    'field-agents',
    'field-seed',
    'Movement',
    'Open a recording (.bfs) or a scene (.json)',
  ]) {
    expect([...reached]).toContain(name);
  }
});

test('who asked for less motion gets a picture', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page);
  const before = await state(page);
  expect(before.playing).toBe(false);
  expect(before.frame).toBeGreaterThan(20);
  await page.waitForTimeout(500);
  expect((await state(page)).frame).toBe(before.frame);
  await page.keyboard.press(' ');
  await page.waitForFunction((frame) => boidforge.state().frame > frame, before.frame);
});

test('in the system’s own colours sliders and what is chosen are seen', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await openPage(page);
  const grounds = await page
    .locator('.segment')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(grounds).size).toBe(2);
  const slider = page.locator('.slider').first();
  expect(await slider.evaluate((one) => getComputedStyle(one).forcedColorAdjust)).toBe('none');
});

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [844, 390],
  [2560, 1440],
]) {
  test(`nothing overflows at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page);
    const outside = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.transport, .panel, .readout, .toast, .transport button')]
          .map((element) => ({ what: element.className, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0)
          .filter(
            ({ box }) => box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5,
          )
          .map(({ what }) => what),
      );
    expect(await outside()).toEqual([]);
    if (!(await page.locator('.panel').isVisible())) {
      await page.getByRole('button', { name: 'Show the controls' }).click();
    }
    await expect(page.locator('.panel')).toBeVisible();
    expect(await outside()).toEqual([]);
    const rows = () =>
      page.evaluate(() => {
        const shown = [...document.querySelectorAll('.transport .icon-button')].map((button) =>
          button.getBoundingClientRect(),
        );
        return new Set(shown.filter(({ width: w }) => w > 0).map((box) => Math.round(box.top + box.height / 2))).size;
      });
    expect(await rows(), 'rows of buttons').toBe(1);
    await playGolden(page);
    expect(await outside()).toEqual([]);
    expect(await rows(), 'rows of buttons').toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('the picture follows the window, at the screen’s own resolution', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 500, height: 400 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce', // standing still, the resolution is always the full one
  });
  const page = await context.newPage();
  await openPage(page);
  expect(await state(page)).toMatchObject({ width: 750, height: 600 });
  await page.setViewportSize({ width: 620, height: 300 });
  await page.waitForFunction(() => boidforge.state().width === 930 && boidforge.state().height === 450);
  await context.close();
});

test.describe('without a connection', () => {
  test.use({ expectedFaults: /ERR_INTERNET_DISCONNECTED/ });

  test('a sheet that does not come is told in plain words, and is whole when it comes later', async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page);
    await context.setOffline(true);
    await page.keyboard.press('?');
    await expect(page.locator('.toast-error')).toHaveText([/cannot be loaded\. The connection may be gone\./]);
    await context.setOffline(false);
    await page.keyboard.press('?');
    const key = page.getByRole('dialog').locator('kbd').first();
    await expect(key).toBeVisible();
    expect(await key.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid');
  });
});
