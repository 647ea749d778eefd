import { expect, test } from './fixtures.js';
import { openPage, playGolden, state } from './page-driver.js';

test('without OffscreenCanvas the page draws on its own thread', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
  });
  await openPage(page);
  const { frame, thread } = await state(page);
  expect(thread).toBe('page');
  await page.waitForFunction((before) => boidforge.state().frame > before + 2, frame);
  await playGolden(page);
  await page.evaluate(async () => {
    await boidforge.pause();
    await boidforge.seek(40);
  });
  expect(await state(page)).toMatchObject({ frame: 40, agents: 200 });
});

test('without WebGL 2 the page explains itself', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'The flock cannot fly here' })).toBeVisible();
  await expect(page.locator('body')).toContainText('WebGL 2');
});

test('without WebAssembly SIMD the page explains itself', async ({ page }) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.goto('/');
  await expect(page.locator('body')).toContainText('WebAssembly SIMD');
  const message = await page.evaluate(() => boidforge.ready.catch((error) => error.code));
  expect(message).toBe('noSimd');
});

test('served from a sub-folder without isolation headers, it works all the same', async ({ page, baseURL }) => {
  const root = new URL(String(baseURL));
  await page.route('**/some/folder/**', async (route) => {
    const inside = route.request().url().replace('/some/folder/', '/');
    const response = await route.fetch({ url: inside });
    const headers = response.headers();
    delete headers['cross-origin-opener-policy'];
    delete headers['cross-origin-embedder-policy'];
    await route.fulfill({ response, headers });
  });
  await openPage(page, new URL('some/folder/index.html', root).href);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await page.waitForFunction(() => boidforge.state().frame > 2);
});
