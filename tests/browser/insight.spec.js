import { expect, test } from './fixtures.js';
import { openPage, playGolden, state } from './page-driver.js';

test('what is happening: figures as the program prints them, and nothing is measured while it is hidden', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Object.assign(globalThis, { looks: 0 });
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...values) {
      if (values[0]?.type === 'insight') /** @type {any} */ (globalThis).looks += 1;
      return postMessage.apply(this, /** @type {any} */ (values));
    };
  });
  const looks = () => page.evaluate(() => /** @type {any} */ (globalThis).looks);
  await openPage(page);
  await playGolden(page);
  await page.evaluate(async () => {
    await boidforge.pause();
    await boidforge.seek(59);
  });
  expect(await looks()).toBe(0);
  expect(fetched.some((path) => /sheet-/.test(path))).toBe(false);

  await page.keyboard.press('i');
  const sheet = page.getByRole('complementary', { name: 'What is happening' });
  // boidforge-cli stats default_wrap_n200_s60_seed0.bfs: 59,3,200,0,0.139257712,68.0497297,0.89
  await expect(sheet.locator('.chart-now')).toHaveText(['0.14', '68', '0.89']);
  expect(fetched.some((path) => /sheet-/.test(path))).toBe(true);
  await expect(sheet.locator('.chart-name').last()).toHaveText('Neighbours within 30');
  await expect(sheet.getByRole('img', { name: /^Polarization: 0.14 now/ })).toBeVisible();
  await expect(sheet.getByRole('button', { name: (await state(page)).frameHash })).toBeVisible();

  await page.keyboard.press('i');
  await expect(sheet).toBeHidden();
  await page.waitForTimeout(500); // what was under way is done
  const before = await looks();
  expect(before).toBeGreaterThan(0);
  await page.waitForTimeout(1500);
  expect(await looks()).toBe(before);
});

test('the live flock is measured as its scene sees, and says what it costs', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await openPage(page);
  await page.getByRole('button', { name: 'What is happening (I)' }).click();
  const sheet = page.locator('.insight');
  await expect(sheet.locator('.chart-name').last()).toHaveText('Neighbours within 40');
  for (const fact of ['Steps a second', 'Simulation', 'Memory', 'Frames kept', 'Numerics']) {
    await expect(sheet.locator('.facts')).toContainText(fact);
  }
  await expect(sheet.locator('[data-fact=memory] dd')).toHaveText(/MB simulation, .* MB drawing/);
  await sheet.getByRole('button', { name: 'Hide what is happening (I)' }).click();
  await expect(sheet).toBeHidden();
});

test('the screen stays on while the flock plays, and a screen reader hears what changed', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { locks: 0 });
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        async request() {
          const lock = new EventTarget();
          /** @type {any} */ (globalThis).locks += 1;
          return Object.assign(lock, {
            async release() {
              /** @type {any} */ (globalThis).locks -= 1;
            },
          });
        },
      },
    });
  });
  const locks = () => page.evaluate(() => /** @type {any} */ (globalThis).locks);
  await openPage(page);
  await expect.poll(locks).toBe(1);
  await page.evaluate(() => boidforge.pause());
  await expect.poll(locks).toBe(0);
  const announcer = page.locator('[data-announcer]');
  await expect(announcer).toHaveText(`Paused at frame ${(await state(page)).frame}.`);
  await page.evaluate(() => boidforge.step());
  await expect(announcer).toHaveText(`Paused at frame ${(await state(page)).frame}.`);
  await page.evaluate(() => boidforge.speed(2));
  await expect(announcer).toHaveText('Speed 2 times.');
  await page.evaluate(() => boidforge.play());
  await expect(announcer).toHaveText('Playing.');
  await expect.poll(locks).toBe(1);
});
