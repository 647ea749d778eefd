import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.js';
import { GOLDEN, dropBytes, dropFile, dropText, goldenPath, openPage, playGolden, state } from './page-driver.js';
import { readRecording } from './recording.js';

const golden = readRecording(goldenPath(GOLDEN));

test('a dropped recording plays, with its counts on the page', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await openPage(page);
  await playGolden(page);
  expect(await state(page)).toMatchObject({ live: false, agents: 200, frames: 60, seed: 0 });

  const panel = page.getByRole('complementary', { name: 'Controls' });
  await expect(panel.locator('.facts')).toContainText('Frames60');
  await expect(panel.locator('.facts')).toContainText('Agents200');
  await expect(page.locator('.frame-count')).toContainText('/ 59');
  await expect(page.locator('.readout')).toContainText('200 agents');

  await page.waitForFunction(() => boidforge.state().frame > 5);
  await page.waitForFunction(() => !boidforge.state().playing); // to its end
  expect((await state(page)).frame).toBe(59);
});

test('the file dialog opens a recording too', async ({ page }) => {
  await openPage(page);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a recording' }).click();
  await (await choosing).setFiles(goldenPath(GOLDEN));
  await page.waitForFunction((file) => boidforge.state().file === file, GOLDEN);
});

test('seeking shows exactly the frame asked for', async ({ page }) => {
  await openPage(page);
  await playGolden(page);
  await page.evaluate(() => boidforge.pause());
  for (const frame of [40, 0, 59, 17]) {
    await page.evaluate((wanted) => boidforge.seek(wanted), frame);
    expect(await state(page)).toMatchObject({
      frame,
      frameHash: golden.frames[frame].hash(),
      playing: false,
    });
  }
  await page.evaluate(() => boidforge.step());
  expect(await state(page)).toMatchObject({ frame: 18, frameHash: golden.frames[18].hash() });
});

test('a frame beyond the last is refused', async ({ page }) => {
  await openPage(page);
  await playGolden(page);
  const told = await page.evaluate(async () => {
    await boidforge.pause();
    const messages = [];
    for (const call of [() => boidforge.seek(60), () => boidforge.picture({ frame: 60, width: 8, height: 8 })]) {
      messages.push(await call().catch((error) => `${error.code}: ${error.message}`));
    }
    return messages;
  });
  const refusal = 'noSuchFrame: There is no frame 60; the recording has 60 frames, counted from 0.';
  expect(told).toEqual([refusal, refusal]);
});

test('one is told as one', async ({ page }) => {
  await openPage(page);
  await dropBytes(page, 'one.bfs', golden.bytes.subarray(0, golden.frames[1].offset + 10));
  await expect(page.getByRole('alert')).toContainText('The 1 whole frame plays; what came after it');
  const bytes = Buffer.from(golden.bytes);
  bytes.writeInt32LE(-7, golden.frames[1].offset + 4);
  await dropBytes(page, 'damaged.bfs', bytes);
  await expect(page.getByRole('alert')).toContainText('The 1 frame before that plays;');
});

test('a version 2 recording plays: its scene lies between header and frames', async ({ page }) => {
  const scene = Buffer.from('{"boidforge_scene":1}   '); // padded to a multiple of 8
  const header = Buffer.from(golden.bytes.subarray(0, 32));
  header.writeUInt16LE(2, 4);
  header.writeUInt32LE(scene.length, 28);
  await openPage(page);
  await dropBytes(page, 'two.bfs', Buffer.concat([header, scene, golden.bytes.subarray(32)]));
  await page.waitForFunction(() => boidforge.state().file === 'two.bfs');
  await page.evaluate(() => boidforge.pause());
  await page.evaluate(() => boidforge.seek(33));
  expect(await state(page)).toMatchObject({ frames: 60, frame: 33, frameHash: golden.frames[33].hash() });
});

test('the seek bar seeks', async ({ page }) => {
  await openPage(page);
  await playGolden(page);
  await page.evaluate(() => boidforge.pause());
  const bar = page.getByRole('slider', { name: 'Frame' });
  const box = await bar.boundingBox();
  if (!box) throw new Error('no seek bar');
  await page.mouse.move(box.x + 8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => boidforge.state().frame > 20 && boidforge.state().frame < 40);
  const { frame, frameHash } = await state(page);
  expect(frameHash).toBe(golden.frames[frame].hash());
});

test('the picture of a frame does not depend on how one got there', async ({ page }) => {
  await openPage(page);
  await playGolden(page);
  const same = await page.evaluate(async () => {
    const take = async () => (await boidforge.picture({ frame: 30, width: 160, height: 90 })).rgba.join();
    const whilePlaying = await take();
    await boidforge.pause();
    await boidforge.seek(59);
    const afterTheEnd = await take();
    await boidforge.seek(3);
    const fromTheStart = await take();
    const other = (await boidforge.picture({ frame: 31, width: 160, height: 90 })).rgba.join();
    return [whilePlaying === afterTheEnd, afterTheEnd === fromTheStart, other === fromTheStart];
  });
  expect(same).toEqual([true, true, false]);
});

test('taking a picture changes nothing on the page', async ({ page }) => {
  await openPage(page);
  await playGolden(page);
  await page.evaluate(async () => {
    await boidforge.pause();
    await boidforge.seek(20);
  });
  const before = await state(page);
  await page.evaluate(() => boidforge.picture({ frame: 50, width: 321, height: 123 }));
  const after = await state(page);
  expect(after).toMatchObject({ frame: 20, frameHash: before.frameHash, width: before.width });
});

test('a file that is not a recording is refused, and the show goes on', async ({ page }) => {
  await openPage(page);
  const before = await state(page);
  await dropBytes(page, 'holiday.jpg', Buffer.from('\xff\xd8\xff\xe0 not a flock at all, but long enough', 'latin1'));
  await expect(page.getByRole('alert')).toContainText('“holiday.jpg” cannot be played');
  await dropBytes(page, 'empty.bfs', Buffer.alloc(0));
  await expect(page.getByRole('alert')).toContainText('“empty.bfs” cannot be played');
  await page.waitForFunction((frame) => boidforge.state().frame > frame, before.frame);
  expect(await state(page)).toMatchObject({ live: true, playing: true });
});

test('dropped text stays on the page and never sticks', async ({ page }) => {
  await openPage(page);
  await dropText(page, 'https://example.com/');
  await expect(page.getByRole('alert')).toContainText('Only files can be dropped here');
  await expect(page.locator('.drop-overlay')).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the drop overlay shows while a file is over the page and always goes away', async ({ page }) => {
  await openPage(page);
  const transfer = await page.evaluateHandle(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.bfs'));
    return dataTransfer;
  });
  const overlay = page.locator('.drop-overlay');
  await page.dispatchEvent('#flock', 'dragenter', { dataTransfer: transfer });
  await expect(overlay).toBeVisible();
  await page.dispatchEvent('#flock', 'dragleave', { dataTransfer: transfer });
  await expect(overlay).toBeHidden();

  await page.dispatchEvent('#flock', 'dragenter', { dataTransfer: transfer });
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();

  await page.dispatchEvent('#flock', 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent('#flock', 'dragenter', { dataTransfer: transfer }); // a leave that never comes
  await expect(overlay).toBeVisible();
  await expect(overlay).toBeHidden();
});

test('a cut recording plays its whole frames and says so', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await openPage(page);
  const cut = golden.bytes.subarray(0, golden.frames[25].offset + 1000);
  await dropBytes(page, 'cut.bfs', cut);
  await expect(page.getByRole('alert')).toContainText('All 25 whole frames play');
  await expect(page.locator('.problem')).toContainText('25');
  expect(await state(page)).toMatchObject({ frames: 25, problem: 'cut' });
  await page.evaluate(() => boidforge.seek(24));
  expect(await state(page)).toMatchObject({ frame: 24, frameHash: golden.frames[24].hash() });
});

test('frames before a damaged record can be seen, and the rest is refused', async ({ page }) => {
  await openPage(page);
  const bytes = Buffer.from(golden.bytes);
  bytes.writeInt32LE(-7, golden.frames[30].offset + 4);
  await dropBytes(page, 'damaged.bfs', bytes);
  await page.waitForFunction(() => boidforge.state().file === 'damaged.bfs');
  await page.evaluate(() => boidforge.seek(29));
  expect(await state(page)).toMatchObject({ frame: 29, frameHash: golden.frames[29].hash() });
  await page.waitForFunction(() => boidforge.state().frames === 30);
});

test('agents that are not numbers are counted, and the picture stays clean', async ({ page }) => {
  await openPage(page);
  const bytes = Buffer.from(golden.bytes);
  for (const { offset } of golden.frames) {
    bytes.writeFloatLE(NaN, offset + 8);
    bytes.writeFloatLE(Infinity, offset + 8 + 4 * 200 + 4);
  }
  await dropBytes(page, 'nan.bfs', bytes);
  await page.waitForFunction(() => boidforge.state().file === 'nan.bfs');
  await expect(page.getByRole('alert')).toContainText('2 agents whose values are not numbers');
  expect((await state(page)).badAgents).toBe(2);
  const [lit, bright] = await page.evaluate(async () => {
    const { rgba } = await boidforge.picture({ frame: 40, width: 160, height: 90 });
    let some = 0;
    let full = 0;
    for (let at = 0; at < rgba.length; at += 4) {
      const most = Math.max(rgba[at], rgba[at + 1], rgba[at + 2]);
      some += most > 40 ? 1 : 0;
      full += most > 250 ? 1 : 0;
    }
    return [some / (rgba.length / 4), full / (rgba.length / 4)];
  });
  expect(lit).toBeGreaterThan(0.005);
  expect(bright).toBeLessThan(0.2);
});

test('frames may differ in their agent count', async ({ page }) => {
  await openPage(page);
  // Frames of 200, 3 and 100 agents out of golden files, under a header that promises no count.
  const parts = [GOLDEN, 'allpairs_wrap_20x20_r40_n3_s40_seed5.bfs', 'default_wrap_n100_s60_seed1.bfs'].map((name) =>
    readRecording(goldenPath(name)),
  );
  const header = Buffer.from(golden.bytes.subarray(0, 32));
  header.writeInt32LE(0, 12);
  const records = Array.from({ length: 45 }, (_, i) => {
    const { bytes, frames } = parts[i % 3];
    const { offset, agents } = frames[0];
    return bytes.subarray(offset, offset + 8 + 16 * agents);
  });
  await dropBytes(page, 'varying.bfs', Buffer.concat([header, ...records]));
  await page.waitForFunction(() => boidforge.state().file === 'varying.bfs');
  expect((await state(page)).frames).toBe(45);
  await page.evaluate(() => boidforge.pause()); // a playing picture moves on at once
  for (const frame of [43, 1, 44]) {
    await page.evaluate((wanted) => boidforge.seek(wanted), frame);
    expect(await state(page)).toMatchObject({
      frame,
      agents: [200, 3, 100][frame % 3],
      frameHash: parts[frame % 3].frames[0].hash(),
    });
  }
});

test('a recording of two gigabytes seeks at once', async ({ page }) => {
  await openPage(page);
  const { offset } = golden.frames[10];
  const record = golden.bytes.subarray(offset, offset + 8 + 16 * 200);
  const seconds = await page.evaluate(
    async ([headerText, recordText]) => {
      const bytesOf = (/** @type {string} */ text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const block = new Blob(Array(1000).fill(bytesOf(recordText)));
      const file = new File([bytesOf(headerText), ...Array(630).fill(block)], 'huge.bfs');
      const started = performance.now();
      await boidforge.load(file);
      await boidforge.pause();
      await boidforge.seek(629_999);
      return (performance.now() - started) / 1000;
    },
    [golden.bytes.subarray(0, 32).toString('base64'), record.toString('base64')],
  );
  expect(await state(page)).toMatchObject({
    frames: 630_000,
    frame: 629_999,
    frameHash: golden.frames[10].hash(),
  });
  expect(seconds).toBeLessThan(10);
});

test('back to the live flock', async ({ page }) => {
  await openPage(page);
  await playGolden(page);
  await page.getByRole('button', { name: 'Back to the live flock' }).first().click();
  await page.waitForFunction(() => boidforge.state().live && boidforge.state().frame > 1);
});

test('a recording can be loaded from an address, and a missing one is told', async ({ page }) => {
  await page.route('**/served.bfs', (route) => route.fulfill({ body: readFileSync(goldenPath(GOLDEN)) }));
  await openPage(page);
  await page.evaluate(() => boidforge.load('served.bfs'));
  expect(await state(page)).toMatchObject({ file: 'served.bfs', frames: 60 });
  const message = await page.evaluate(() => boidforge.load('http://[').catch((error) => error.message));
  expect(message).toBeTruthy();
});

test('every golden recording opens', async ({ page }) => {
  await openPage(page);
  for (const name of [
    'dt_huge_50_wrap_n60_s30_seed30.bfs',
    'dt_tiny_1e-6_n100_s40_seed26.bfs',
    'allpairs_wrap_20x20_r40_n1_s60_seed5.bfs',
  ]) {
    await dropFile(page, goldenPath(name));
    await page.waitForFunction((file) => boidforge.state().file === file, name);
    const { frames } = readRecording(goldenPath(name));
    expect((await state(page)).frames).toBe(frames.length);
    await page.waitForFunction(() => boidforge.state().frame > 2);
  }
});
