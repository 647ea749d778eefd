import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { program } from '../program.js';
import { expectNothingFound } from './axe.js';
import { expect, test } from './fixtures.js';
import { decode, difference, psnr } from './pixels.js';
import { openPage, playGolden, state } from './page-driver.js';

// What the sheet "Take it away" makes, held against the page's own pictures, ffmpeg and the program.

/** @typedef {import('@playwright/test').Page} Page */

/** @param {string} command @param {string[]} options @returns {string} */
const run = (command, options) =>
  execFileSync(command, options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The browser's dialog for a file's place is no part of the page: here files go where only the page can see them. */
async function withFiles(/** @type {Page} */ page) {
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      showSaveFilePicker: async (/** @type {{suggestedName: string}} */ { suggestedName }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    });
  });
}

/** As in browsers where pages cannot write files. */
const withoutFiles = (/** @type {Page} */ page) =>
  page.addInitScript(() => {
    // @ts-expect-error not every browser has it
    delete globalThis.showSaveFilePicker;
  });

/** @param {Page} page @param {string} name @returns {Promise<Buffer>} what was written */
async function fileNamed(page, name) {
  const base64 = await page.evaluate(async (wanted) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(wanted);
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    return btoa(text);
  }, name);
  return Buffer.from(base64, 'base64');
}

/** @param {Page} page @returns {Promise<string[]>} names of the files that were written */
const fileNames = (page) =>
  page.evaluate(async () => {
    const names = [];
    // @ts-expect-error newer than TypeScript's list
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
    return names;
  });

/** @param {Page} page @param {number} frame @returns {Promise<{data: Buffer}>} */
async function pagePicture(page, frame, width = 1280, height = 720) {
  const base64 = await page.evaluate(
    async (wanted) => {
      const { rgba } = await boidforge.picture(wanted);
      let text = '';
      for (let at = 0; at < rgba.length; at += 32768) text += String.fromCharCode(...rgba.subarray(at, at + 32768));
      return btoa(text);
    },
    { frame, width, height },
  );
  return { data: Buffer.from(base64, 'base64') };
}

/** @param {Page} page @param {string} tab */
async function openSheet(page, tab) {
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('tab', { name: tab, exact: true }).click();
}

/** @param {Page} page @param {number} width @param {number} height */
async function chooseSize(page, width, height) {
  await panel(page).getByLabel('Size').selectOption('custom');
  await panel(page).getByLabel('Width').fill(String(width));
  await panel(page).getByLabel('Height').fill(String(height));
}

/** @param {Page} page @param {string} name of a button that ends in a download */
async function download(page, name, path = '') {
  const [downloaded] = await Promise.all([
    page.waitForEvent('download'),
    panel(page).getByRole('button', { name }).click(),
  ]);
  const saved = path || (await downloaded.path());
  if (path) await downloaded.saveAs(path);
  return { name: downloaded.suggestedFilename(), path: saved };
}

/** @param {string} path */
const probe = (path) => {
  const text = run('ffprobe', ['-v', 'error', '-count_packets', '-show_streams', '-of', 'json', path]);
  return JSON.parse(text).streams[0];
};

/** What the chosen tab has. */
const panel = (/** @type {Page} */ page) => page.getByRole('tabpanel');

/** A small flock that stands still. @param {Page} page @param {number} from frame */
async function smallFlock(page, from) {
  await openPage(page);
  await page.evaluate(() => boidforge.set('agents', 200));
  await page.waitForFunction((frame) => boidforge.state().frame >= frame, from);
  await page.evaluate(() => boidforge.pause());
}

test('the sheet is loaded when it is asked for', async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await openPage(page);
  expect(asked.filter((url) => /takeaway|film|export-host/.test(url))).toEqual([]);
  await openSheet(page, 'Video');
  expect(asked.filter((url) => /takeaway.*\.js/.test(url))).toHaveLength(1);
  expect(asked.filter((url) => /film/.test(url))).toEqual([]);
});

test('axe finds nothing in the sheet', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await smallFlock(page, 5);
  for (const tab of ['Picture', 'Video', 'Files', 'Desktop']) {
    if (tab === 'Picture') await openSheet(page, tab);
    else await page.getByRole('tab', { name: tab, exact: true }).click();
    await expectNothingFound(page, tab, 'dialog[open]');
  }
});

test('a picture is that of the frame shown, to the bit', async ({ page }) => {
  await openPage(page);
  await playGolden(page);
  await page.evaluate(() => boidforge.pause());
  await page.evaluate(() => boidforge.seek(40));
  await openSheet(page, 'Picture');
  await panel(page).getByLabel('Size').selectOption('720p');
  await panel(page).getByLabel('Shows').selectOption('whole');
  const file = await download(page, 'Save the picture');
  expect(file.name).toBe('default_wrap_n200_s60_seed0-frame40-1280x720.png');
  const png = decode(readFileSync(file.path));
  expect([png.width, png.height]).toEqual([1280, 720]);
  await page.keyboard.press('Escape');
  expect(difference(png, await pagePicture(page, 40)).largest).toBe(0);
  expect((await state(page)).playing).toBe(false);
});

test('a video has every picture, the right colours and goes where it was sent', async ({ page }, testInfo) => {
  await withFiles(page);
  await openPage(page);
  await playGolden(page);
  await openSheet(page, 'Video');
  const before = await state(page);
  await panel(page).getByLabel('From frame').fill('0');
  await panel(page).getByLabel('To frame').fill('40');
  await chooseSize(page, 640, 360);
  await panel(page).getByLabel('Shows').selectOption('whole');
  await panel(page).getByLabel('Kind of file').selectOption('webm-vp9');
  await expect(page.getByText('61 pictures, 2 s of video')).toBeVisible();
  await page.getByRole('button', { name: 'Make the video' }).click();
  await expect(page.getByText(/^Saved: /)).toBeVisible({ timeout: 50_000 });

  const name = 'default_wrap_n200_s60_seed0-frames0-40-640x360.webm';
  const path = testInfo.outputPath(name);
  writeFileSync(path, await fileNamed(page, name));
  expect(probe(path)).toMatchObject({
    codec_name: 'vp9',
    width: 640,
    height: 360,
    nb_read_packets: '61',
    r_frame_rate: '30/1',
    pix_fmt: 'yuv420p',
    color_range: 'tv',
    color_space: 'bt709',
    color_transfer: 'bt709',
    color_primaries: 'bt709',
  });
  expect((await state(page)).frame).toBe(before.frame);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => boidforge.state().playing);
  await page.evaluate(() => boidforge.pause());
  // Three pictures take two frames.
  for (const [picture, frame] of [
    [0, 0],
    [30, 20],
    [60, 40],
  ]) {
    const png = testInfo.outputPath(`${picture}.png`);
    const filters = `select=eq(n\\,${picture}),scale=in_color_matrix=bt709:in_range=tv:flags=accurate_rnd`;
    run('ffmpeg', ['-v', 'error', '-i', path, '-vf', filters, '-frames:v', '1', '-pix_fmt', 'rgba', png]);
    expect(psnr(decode(readFileSync(png)), await pagePicture(page, frame, 640, 360))).toBeGreaterThan(30);
  }
});

test('a cancelled video leaves nothing, a stopped one a shorter file', async ({ page }, testInfo) => {
  await withFiles(page);
  await smallFlock(page, 20);
  await openSheet(page, 'Video');
  await panel(page).getByLabel('Length').fill('600');
  await chooseSize(page, 320, 180);
  await panel(page).getByLabel('Kind of file').selectOption('webm-vp8');
  const { frame } = await state(page);
  const make = page.getByRole('button', { name: 'Make the video' });

  await make.click();
  await expect(page.getByText(/^Picture \d+ of 18,000/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled; nothing was left behind.')).toBeVisible();
  expect(await fileNames(page)).toEqual([]);

  await make.click();
  await expect(page.getByText(/^Picture \d\d+ of 18,000/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop and keep what is done' }).click();
  await expect(page.getByText(/^Saved: .* It has \d+ of 18,000 pictures\.$/)).toBeVisible();
  const done = /It has (\d+) of/.exec((await page.getByRole('dialog').textContent()) ?? '')?.[1];
  const [name] = await fileNames(page);
  const path = testInfo.outputPath(name);
  writeFileSync(path, await fileNamed(page, name));
  expect(probe(path)).toMatchObject({ codec_name: 'vp8', nb_read_packets: done });
  expect(await state(page)).toMatchObject({ frame, playing: false });
});

test('the sheet goes with what is opened meanwhile, and a job goes on when it is closed', async ({ page }) => {
  await withFiles(page);
  await smallFlock(page, 5);
  await openSheet(page, 'Video');
  await playGolden(page);
  await expect(panel(page).getByLabel('To frame')).toHaveValue('59');
  await chooseSize(page, 320, 180);
  await page.getByRole('button', { name: 'Make the video' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('status').getByText(/^Saved: default_wrap_n200_s60_seed0-frames0-59-/)).toBeVisible();
});

test('where the browser writes no files, a video is kept in memory and says so', async ({ page }) => {
  await withoutFiles(page);
  await smallFlock(page, 5);
  await openSheet(page, 'Video');
  await expect(page.getByText(/kept in memory until it is whole/)).toBeVisible();
  await panel(page).getByLabel('Length').fill('0.5');
  await chooseSize(page, 321, 180);
  const file = await download(page, 'Make the video');
  expect(file.name).toMatch(/^murmuration-seed1-frames\d+-\d+-320x180\.(mp4|webm)$/);
  expect(probe(file.path)).toMatchObject({
    width: 320,
    height: 180,
    nb_read_packets: '15',
    color_range: 'tv',
    color_space: 'bt709',
    color_transfer: 'bt709',
    color_primaries: 'bt709',
  });
});

test('a place that cannot be written to is told in one line', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      showSaveFilePicker: async (/** @type {{suggestedName: string}} */ { suggestedName }) => {
        const folder = await navigator.storage.getDirectory();
        const handle = await folder.getFileHandle(suggestedName, { create: true });
        await folder.removeEntry(suggestedName);
        return handle;
      },
    });
  });
  await smallFlock(page, 5);
  await openSheet(page, 'Files');
  await page.getByRole('button', { name: 'Save the recording' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/^“murmuration-seed1-.*” cannot be written: /);
});

test('the recording, the scene and the lines give the same flock', async ({ page }, testInfo) => {
  await withoutFiles(page);
  await smallFlock(page, 30);
  const { frame, frameHash } = await state(page);
  await openSheet(page, 'Files');
  const recording = testInfo.outputPath('whole.bfs');
  expect((await download(page, 'Save the recording', recording)).name).toBe(`murmuration-seed1-frames0-${frame}.bfs`);
  const info = JSON.parse(run(program, ['info', '--json', recording]));
  expect(info).toMatchObject({ version: 2, frames: frame + 1, seed: 1 });
  run(program, ['verify', recording]);

  await panel(page).getByLabel('From frame').fill('11');
  const cut = testInfo.outputPath('cut.bfs');
  await download(page, 'Save the recording', cut);
  expect(JSON.parse(run(program, ['info', '--json', cut])).frames).toBe(frame - 10);
  run(program, ['verify', cut]);

  const folder = dirname(recording);
  await download(page, 'Save the scene', testInfo.outputPath('murmuration-seed1.json'));
  await page.getByRole('tab', { name: 'Desktop' }).click();
  const [simulate, draw] = await panel(page).locator('code').allTextContents();
  expect(simulate).toMatch(/^boidforge-cli simulate --scene murmuration-seed1\.json --steps \d+ --format 2 -o /);
  expect(draw).toBe(
    `boidforge-cli export murmuration-seed1.bfs -o murmuration-seed1.mp4 --size 4k --frames ${frame}: --fps 30 --fit cover`,
  );
  execFileSync('sh', ['-c', simulate.replace('boidforge-cli', `"${program}" `)], { cwd: folder, stdio: 'pipe' });
  const hashes = run(program, ['hash', testInfo.outputPath('murmuration-seed1.bfs')]).split('\n');
  expect(hashes[frame]).toContain(frameHash);
});
