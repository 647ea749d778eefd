import { expect, test } from './fixtures.js';
import { decode, difference, litShare } from './pixels.js';
import { openPage, state } from './page-driver.js';

test('a flock moves within three seconds of loading', async ({ page }) => {
  await page.goto('/');
  await page.waitForFunction(() => globalThis.boidforge?.state().frame >= 2);
  const seconds = (await page.evaluate(() => performance.now())) / 1000;
  expect(seconds).toBeLessThan(3);

  const before = await state(page);
  expect(before.agents).toBeGreaterThan(0);
  expect(before).toMatchObject({ live: true, playing: true, scene: 'murmuration', thread: 'worker' });
  expect(before.frameHash).toMatch(/^[0-9a-f]{16}$/);

  await page.keyboard.press('h'); // the flock alone
  // A software renderer is still at work on the first picture when it is told.
  await expect.poll(async () => litShare(decode(await page.screenshot()))).toBeGreaterThan(0.01);
  const first = decode(await page.screenshot());
  const { frame } = await state(page);
  await page.waitForFunction((shown) => boidforge.state().frame > shown + 4, frame);
  const second = decode(await page.screenshot());
  expect(difference(first, second).share).toBeGreaterThan(0.005);
});

test('the same seed gives the same flock, another seed another one', async ({ page }) => {
  await openPage(page);
  const hashOfFrame10 = (/** @type {number} */ seed) =>
    page.evaluate(async (wanted) => {
      await boidforge.pause();
      await boidforge.set('seed', wanted);
      for (let i = 0; i < 10; i++) await boidforge.step();
      return [boidforge.state().frame, boidforge.state().frameHash];
    }, seed);

  const first = await hashOfFrame10(7);
  expect(first[0]).toBe(10);
  expect(await hashOfFrame10(8)).not.toEqual(first);
  expect(await hashOfFrame10(7)).toEqual(first);
});

test('a flock begins where it has formed, and restarts at its start', async ({ page }) => {
  await openPage(page);
  expect((await state(page)).frame).toBeGreaterThanOrEqual(80);
  await page.evaluate(() => boidforge.restart());
  expect((await state(page)).frame).toBeLessThan(80);
  await page.evaluate(() => boidforge.set('agents', 100_000)); // too many to warm up while somebody waits
  expect((await state(page)).frame).toBeLessThan(80);
});

test('restart begins again, and stays paused when it was', async ({ page }) => {
  await openPage(page);
  await page.evaluate(async () => {
    await boidforge.pause();
    await boidforge.restart();
  });
  const start = await state(page);
  expect(start).toMatchObject({ frame: 0, playing: false });
  await page.evaluate(() => boidforge.step());
  const next = await state(page);
  expect(next.frame).toBe(1);
  expect(next.frameHash).not.toBe(start.frameHash);
  await page.evaluate(() => boidforge.restart());
  expect(await state(page)).toMatchObject({ frame: 0, frameHash: start.frameHash });
});

test('a paused flock stands still', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const before = await state(page);
  await page.waitForTimeout(400);
  expect((await state(page)).frame).toBe(before.frame);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction((frame) => boidforge.state().frame > frame, before.frame);
});

test('simulated time follows the clock, whatever the rate of pictures', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 240 }); // small enough for a software renderer to keep up
  await openPage(page);
  await page.evaluate(() => boidforge.set('agents', 300));
  const [seconds, simulated] = await page.evaluate(async () => {
    const from = boidforge.state().seconds;
    const started = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return [(performance.now() - started) / 1000, boidforge.state().seconds - from];
  });
  expect(simulated / seconds).toBeGreaterThan(0.75);
  expect(simulated / seconds).toBeLessThan(1.1);
});

test('agents, seed, palette and colour can be chosen in the panel', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await openPage(page);
  await page.getByRole('spinbutton', { name: 'Agents' }).fill('500');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => boidforge.state().agents === 500);

  const seed = (await state(page)).seed;
  await page.getByRole('button', { name: 'Another seed at random' }).click();
  await page.waitForFunction((old) => boidforge.state().seed !== old, seed);
  await expect(page.getByRole('spinbutton', { name: 'Seed' })).toHaveValue(String((await state(page)).seed));

  await page.getByTitle('Fire').click();
  await expect(page.locator('.legend-value')).toHaveText('Fire');
  await page.getByText('Density', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Density' })).toBeChecked();
});

test('a look is chosen in the panel or by name, and the scene brings its own back', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  await openPage(page);
  const choice = page.getByRole('combobox', { name: 'Look' });
  await expect(choice).toHaveValue('scene');
  await choice.selectOption({ label: 'Ember' });
  await expect(page.locator('.legend-value')).toHaveText('Fire');
  await page.evaluate(() => boidforge.set('look', 'aquarium'));
  await expect(choice).toHaveValue('aquarium');
  await expect(page.locator('.legend-value')).toHaveText('Viridis');
  expect(await page.evaluate(() => boidforge.set('look', 'mud').catch((error) => error.code))).toBe('unknownLook');
  await page.evaluate(() => boidforge.set('scene', 'plasma'));
  await expect(choice).toHaveValue('scene');
});

test('F lets the camera follow the flock, and pictures still show the whole world', async ({ page }) => {
  await openPage(page);
  await page.evaluate(() => boidforge.pause());
  const take = () =>
    page.evaluate(async () => (await boidforge.picture({ frame: 60, width: 160, height: 90 })).rgba.join());
  const before = await take();
  await page.keyboard.press('f');
  await page.waitForFunction(() => boidforge.state().following);
  expect(await take()).toBe(before);
  await page.evaluate(() => boidforge.play());
  const { frame } = await state(page);
  await page.waitForFunction((shown) => boidforge.state().frame > shown + 3, frame);
  await page.keyboard.press('f');
  await page.waitForFunction(() => !boidforge.state().following);
});

test('every scene in the panel starts', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  await openPage(page);
  for (const card of await page.locator('.card').all()) {
    await card.click();
    const name = await card.locator('input').inputValue();
    await page.waitForFunction((wanted) => boidforge.state().scene === wanted, name);
    await page.waitForFunction(() => boidforge.state().frame > 2);
  }
});

test('a value out of range is refused with a sentence, and the show goes on', async ({ page }) => {
  await openPage(page);
  const before = await state(page);
  const message = await page.evaluate(() => boidforge.set('agents', -5).catch((error) => error.message));
  expect(message).toMatch(/agents/);
  expect((await state(page)).agents).toBe(before.agents);
  await page.waitForFunction((frame) => boidforge.state().frame > frame, before.frame);
  const unknown = await page.evaluate(() => boidforge.set('nonsense', 1).catch((error) => error.message));
  expect(unknown).toMatch(/nonsense/);
});

test('a colour that does not exist leaves the look as it was', async ({ page }) => {
  await openPage(page);
  const [message, same] = await page.evaluate(async () => {
    await boidforge.pause();
    await boidforge.set('palette', 'fire');
    const before = await boidforge.picture({ width: 64, height: 36 });
    const refused = await boidforge.set('palette', 'beige').catch((error) => error.message);
    const after = await boidforge.picture({ width: 64, height: 36 });
    return [refused, before.rgba.join() === after.rgba.join()];
  });
  expect(message).toMatch(/beige/);
  expect(same).toBe(true);
});

test('a live seek too far ahead is refused, one of a thousand frames keeps few of them', async ({ page }) => {
  await openPage(page, '/?ring=1');
  const [code, message, from, to] = await page.evaluate(async () => {
    await boidforge.pause();
    await boidforge.set('agents', 100);
    const refused = await boidforge.seek(1e9).catch((error) => error);
    const { frame } = boidforge.state();
    await boidforge.seek(frame + 900); // 100 agents: the ring holds some 650
    return [refused.code, refused.message, frame, boidforge.state().frame];
  });
  expect(code).toBe('frameAhead');
  expect(message).toMatch(/^Frame 1,000,000,000 is too far ahead: .* to frame 1,\d{3} from here\.$/);
  expect(to).toBe(from + 900);
  expect(await page.evaluate(() => boidforge.seek(2).catch((error) => error.code))).toBe('frameGone');
  await page.evaluate(() => boidforge.play());
  await page.waitForFunction((frame) => boidforge.state().frame > frame, to);
});

test('arguments that make no sense are refused with a sentence', async ({ page }) => {
  await openPage(page);
  const refusals = await page.evaluate(async () => {
    const refusal = (/** @type {Promise<any>} */ promise) =>
      promise.then(
        () => 'done',
        (error) => `${error.code}: ${error.message}`,
      );
    await boidforge.pause();
    const any = /** @type {any} */ (boidforge);
    const calls = [
      ...[undefined, null, NaN, Infinity, -1, 1.5, '7', {}].map((frame) => () => any.seek(frame)),
      ...[0, 16_385, 2.5, '64'].map((width) => () => any.picture({ width, height: 64 })),
      () => any.picture({ frame: -1 }),
      () => any.picture({ frame: boidforge.state().frame + 1 }),
      () => any.set(),
      () => any.set('nonsense'),
    ];
    const told = [];
    for (const call of calls) told.push(await refusal(call()));
    return told;
  });
  const codes = refusals.map((text) => text.split(':')[0]);
  expect(codes).toEqual([
    ...Array(8).fill('notAFrame'),
    ...Array(4).fill('notASize'),
    'notAFrame',
    'frameAhead',
    'noName',
    'unknownName',
  ]);
  for (const text of refusals) expect(text).toMatch(/^\w+: [A-Z][^{}]*\.$/);
});

test('a picture needs no options', async ({ page }) => {
  await page.setViewportSize({ width: 200, height: 120 });
  await openPage(page);
  const sizes = await page.evaluate(async () => {
    await boidforge.pause();
    const pictures = [
      await boidforge.picture(),
      await boidforge.picture(null),
      await boidforge.picture({ height: 50 }),
    ];
    return pictures.map(({ width, height, rgba }) => [width, height, rgba.length]);
  });
  expect(sizes).toEqual([
    [200, 120, 96_000],
    [200, 120, 96_000],
    [200, 50, 40_000],
  ]);
});
