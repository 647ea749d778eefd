import { expect, test } from './fixtures.js';
import { openPage, playGolden, state } from './page-driver.js';
import { decode, difference, litShare } from './pixels.js';

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

/** @param {import('@playwright/test').Page} page @param {string[]} hidden names of WebGL extensions */
const hideExtensions = (page, hidden) =>
  page.addInitScript((names) => {
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas'); // so that the test can reach the context
    const context = WebGL2RenderingContext.prototype;
    const { getExtension, getSupportedExtensions } = context;
    context.getExtension = function (/** @type {string} */ name) {
      return names.includes(name) ? null : Reflect.apply(getExtension, this, [name]);
    };
    context.getSupportedExtensions = function () {
      return (Reflect.apply(getSupportedExtensions, this, []) ?? []).filter(
        (/** @type {string} */ name) => !names.includes(name),
      );
    };
  }, hidden);

for (const hidden of [['EXT_color_buffer_float', 'EXT_float_blend'], ['OES_texture_float_linear']]) {
  test(`without ${hidden.join(' and ')} light is still gathered in half floats`, async ({ page }) => {
    await hideExtensions(page, hidden);
    await openPage(page);
    const { renderer, frame } = await state(page);
    expect(renderer).toMatch(/RGBA16F$/);
    await page.waitForFunction((before) => boidforge.state().frame > before + 2, frame);
  });
}

test('without half-float targets the flock flies all the same', async ({ page }) => {
  await hideExtensions(page, ['EXT_color_buffer_float', 'EXT_color_buffer_half_float', 'EXT_float_blend']);
  await openPage(page);
  await page.keyboard.press('h'); // the flock alone
  const before = await state(page);
  expect(before.renderer).toContain('8 bits');
  await page.waitForFunction((frame) => boidforge.state().frame > frame + 4, before.frame);
  // A change of resolution shows an empty canvas for a moment.
  await expect.poll(async () => litShare(decode(await page.screenshot()))).toBeGreaterThan(0.01);
  const first = decode(await page.screenshot());
  const { frame } = await state(page);
  await page.waitForFunction((shown) => boidforge.state().frame > shown + 4, frame);
  const second = decode(await page.screenshot());
  expect(litShare(first)).toBeLessThan(0.97);
  expect(difference(first, second).share).toBeGreaterThan(0.005);
});

test('pictures wait for a GPU that has yet to draw the ones before', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas'); // so that the test can reach the context
    const context = WebGL2RenderingContext.prototype;
    const { clientWaitSync } = context;
    context.clientWaitSync = function (/** @type {[WebGLSync, number, number]} */ ...waiting) {
      const isBusy = /** @type {any} */ (globalThis).gpuIsBusy;
      return isBusy ? this.TIMEOUT_EXPIRED : Reflect.apply(clientWaitSync, this, waiting);
    };
  });
  await page.setViewportSize({ width: 320, height: 240 }); // drawn quickly: nothing else makes it wait
  await openPage(page);
  await page.evaluate(() => boidforge.set('agents', 300));
  const frames = await page.evaluate(async () => {
    const seen = [];
    /** @type {any} */ (globalThis).gpuIsBusy = true;
    for (const wait_ms of [500, 1000]) {
      await new Promise((resolve) => setTimeout(resolve, wait_ms));
      seen.push(boidforge.state().frame);
    }
    /** @type {any} */ (globalThis).gpuIsBusy = false;
    return seen;
  });
  expect(frames[1]).toBe(frames[0]);
  await page.waitForFunction((frame) => boidforge.state().frame > frame + 2, frames[1]);
});

test('a lost graphics context comes back with the picture', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas'); // so that the test can reach the context
  });
  await openPage(page);
  await playGolden(page);
  const same = await page.evaluate(async () => {
    const take = async () => (await boidforge.picture({ frame: 30, width: 160, height: 90 })).rgba.join();
    await boidforge.pause();
    const before = await take();
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#flock'));
    const losing = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    losing?.loseContext();
    await new Promise((resolve) => setTimeout(resolve, 300));
    losing?.restoreContext();
    await new Promise((resolve) => setTimeout(resolve, 700));
    return (await take()) === before;
  });
  await expect(page.getByRole('alert')).toContainText('graphics card');
  expect(same).toBe(true);
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
