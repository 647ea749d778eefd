import { writeFileSync } from 'node:fs';
import { nativeHashes } from '../program.js';
import { expect, test } from './fixtures.js';
import { openPage, playGolden, state } from './page-driver.js';

/** @typedef {import('@playwright/test').Page} Page */

/** A small flock, whose world is that of its scene. @param {Page} page */
async function openSmall(page) {
  await openPage(page);
  await page.evaluate(() => boidforge.set('agents', 400));
}

/** @param {Page} page @returns {Promise<any>} the live flock's scene */
const scene = async (page) => JSON.parse(await page.evaluate(() => boidforge.scene()));

/** @param {Page} page @param {string} name @returns {Promise<number[]>} values of an event, in order */
const valuesOf = async (page, name) =>
  (await scene(page)).events
    .filter((/** @type {any} */ event) => event.name === name)
    .map((/** @type {any} */ event) => event.value);

test('a session with drags and changes replays to the same frame from its scene', async ({ page }, testInfo) => {
  await openSmall(page);
  const canvas = page.locator('#flock');
  await page.mouse.move(200, 200);
  await page.mouse.down();
  for (let i = 0; i < 10; i++) {
    await page.mouse.move(200 + i * 15, 200 + i * 8);
    await page.waitForTimeout(40);
  }
  await expect(page.locator('.pointer-ring')).toBeVisible();
  await expect.poll(async () => Math.max(...(await valuesOf(page, 'pointer_strength')))).toBeGreaterThan(0);
  await page.mouse.up();
  await expect(page.locator('.pointer-ring')).toBeHidden();
  await page.evaluate(async () => {
    await boidforge.set('w_coh', 12);
    await boidforge.set('agents', 520);
    await boidforge.set('min_speed', 60);
  });
  await page.keyboard.down('Shift');
  await page.mouse.move(300, 250);
  await page.mouse.down();
  await page.mouse.move(340, 250, { steps: 4 });
  await expect.poll(async () => Math.min(...(await valuesOf(page, 'pointer_strength')))).toBeLessThan(0);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect.poll(async () => (await valuesOf(page, 'pointer_radius')).at(-1)).toBe(0);
  await page.evaluate(() => boidforge.pause());
  const { frame, frameHash, agents } = await state(page);
  expect(agents).toBe(520);
  const saved = await scene(page);
  const names = new Set(saved.events.map((/** @type {any} */ event) => event.name));
  for (const name of ['pointer_x', 'pointer_y', 'pointer_strength', 'w_coh', 'agents', 'min_speed']) {
    expect(names).toContain(name);
  }
  const strengths = await valuesOf(page, 'pointer_strength');
  expect(Math.max(...strengths)).toBeGreaterThan(0);
  expect(Math.min(...strengths)).toBeLessThan(0);
  const perStep = saved.events.filter((/** @type {any} */ event) => event.name === 'pointer_x');
  expect(new Set(perStep.map((/** @type {any} */ event) => event.step)).size).toBe(perStep.length);

  const file = testInfo.outputPath('session.json');
  writeFileSync(file, JSON.stringify(saved));
  expect(nativeHashes(['--scene', file, '--steps', String(frame + 1)])[frame]).toBe(frameHash);
  await expect(canvas).toBeVisible();
});

test('parameters change in the flock as it flies, refusals keep the old, undo goes back', async ({ page }) => {
  await openSmall(page);
  await expect.poll(async () => (await state(page)).frame).toBeGreaterThan(85);
  await page.evaluate(() => boidforge.set('w_sep', 5000));
  expect((await state(page)).frame).toBeGreaterThan(85);
  expect(await valuesOf(page, 'w_sep')).toEqual([5000]);
  const refusal = await page.evaluate(() => boidforge.set('min_speed', 500).catch((error) => error.message));
  expect(refusal).toContain('min_speed');
  await expect(page.locator('#field-min_speed')).toHaveValue('50');
  await page.keyboard.press('Control+z');
  await expect.poll(() => valuesOf(page, 'w_sep')).toEqual([5000, 3500]);
  expect((await state(page)).frame).toBeGreaterThan(85);
  await page.evaluate(() => boidforge.set('dt', 0.04));
  expect(await valuesOf(page, 'w_sep')).toEqual([]); // another world
});

test('a change while looking back goes live first', async ({ page }) => {
  await openSmall(page);
  await expect.poll(async () => (await state(page)).frame).toBeGreaterThan(85);
  await page.evaluate(async () => {
    await boidforge.pause();
    await boidforge.seek(20);
  });
  expect((await state(page)).behind).toBeGreaterThan(0);
  await page.evaluate(() => boidforge.set('w_ali', 1));
  expect(await state(page)).toMatchObject({ behind: 0, playing: false });
});

test('the wheel and keys zoom, dragging with Alt moves, 0 and a double click lead back', async ({ page }) => {
  await openSmall(page);
  const seen = async () => (await state(page)).camera;
  await page.mouse.move(300, 200);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await seen())?.zoom).toBeGreaterThan(1.2);
  const before = await seen();
  await page.keyboard.down('Alt');
  await page.mouse.down();
  await page.mouse.move(260, 230, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await expect.poll(async () => Number((await seen())?.x) > Number(before?.x)).toBe(true);
  expect(Number((await seen())?.y)).toBeGreaterThan(Number(before?.y));
  expect(await valuesOf(page, 'pointer_radius')).toEqual([]);
  await page.evaluate(() => boidforge.pause());
  await page.keyboard.press('+');
  await expect.poll(async () => (await seen())?.zoom).toBeGreaterThan(Number(before?.zoom) * 1.2);
  await page.keyboard.press('0');
  await expect.poll(seen).toEqual({ zoom: 1, x: 0, y: 0 });
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await page.mouse.dblclick(300, 200);
  await expect.poll(seen).toEqual({ zoom: 1, x: 0, y: 0 });
});

test('on a recording dragging moves the picture; in original numerics it is refused in words', async ({ page }) => {
  await openPage(page);
  await playGolden(page);
  await page.mouse.move(300, 200);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await state(page)).camera?.zoom).toBeGreaterThan(1.2);
  const before = (await state(page)).camera;
  await page.mouse.down();
  await page.mouse.move(250, 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Number((await state(page)).camera?.x)).toBeGreaterThan(Number(before?.x));
  await page.evaluate(() => boidforge.live());
  expect((await state(page)).camera).toEqual({ zoom: 1, x: 0, y: 0 }); // the recording's was its own
  await page.evaluate(() => boidforge.set('agents', 400));
  await page.evaluate(() => boidforge.set('numerics', 'classic'));
  await page.mouse.down();
  await page.mouse.move(300, 240, { steps: 4 });
  await expect(page.getByText('In original numerics there is no pointer')).toBeVisible();
  await expect(page.locator('.pointer-ring')).toBeHidden();
  await page.mouse.up();
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('one attracts, two move and zoom, and a lost touch leaves nothing behind', async ({ page }) => {
    await openSmall(page);
    const devtools = await page.context().newCDPSession(page);
    /** @param {string} type @param {[number, number][]} points */
    const touch = (type, points) =>
      devtools.send('Input.dispatchTouchEvent', {
        type: /** @type {any} */ (type),
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
    await touch('touchStart', [[150, 200]]);
    await touch('touchMove', [[170, 220]]);
    await expect(page.locator('.pointer-ring')).toBeVisible();
    await expect.poll(async () => (await valuesOf(page, 'pointer_radius')).length).toBe(1);
    await touch('touchCancel', []);
    await expect(page.locator('.pointer-ring')).toBeHidden();
    await expect.poll(async () => (await valuesOf(page, 'pointer_radius')).at(-1)).toBe(0);

    await touch('touchStart', [[150, 200]]);
    await touch('touchStart', [
      [150, 200],
      [200, 200],
    ]);
    for (let i = 1; i <= 5; i++) {
      await touch('touchMove', [
        [150 - 8 * i, 200],
        [200 + 8 * i, 200],
      ]);
    }
    await touch('touchEnd', []);
    await expect.poll(async () => (await state(page)).camera?.zoom).toBeGreaterThan(2);
    expect((await valuesOf(page, 'pointer_radius')).length).toBe(2);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  });
});

test('the window losing its focus lets go', async ({ page }) => {
  await openSmall(page);
  await page.mouse.move(300, 200);
  await page.mouse.down();
  await page.mouse.move(330, 200, { steps: 3 });
  await expect.poll(async () => (await valuesOf(page, 'pointer_radius')).length).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect(page.locator('.pointer-ring')).toBeHidden();
  await expect.poll(async () => (await valuesOf(page, 'pointer_radius')).at(-1)).toBe(0);
  await page.mouse.up();
});

test('what dragging does is chosen in the bar and the panel', async ({ page }) => {
  await openSmall(page);
  await page.getByRole('button', { name: 'Dragging attracts the flock' }).click();
  await expect(page.getByRole('button', { name: 'Dragging scares the flock' })).toBeVisible();
  await page.mouse.move(300, 200);
  await page.mouse.down();
  await page.mouse.move(330, 200, { steps: 3 });
  await expect.poll(async () => (await valuesOf(page, 'pointer_strength')).at(-1)).toBeLessThan(0);
  await page.mouse.up();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Dragging moves the picture' })).toBeVisible();
  expect(await page.evaluate(() => boidforge.set('pointer_reach', 500).catch((error) => error.code))).toBe(
    'pointerRange',
  );
  await page.evaluate(() => boidforge.set('pointer_reach', 40));
  await expect(page.locator('#field-pointer_reach')).toHaveValue('40');
  await page.keyboard.press('Control+z');
  await expect(page.locator('#field-pointer_reach')).toHaveValue('25');
});
