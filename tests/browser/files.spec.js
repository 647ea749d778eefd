import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.js';
import { GOLDEN, dropBytes, dropReal, goldenPath, openPage, state } from './page-driver.js';
import { readRecording } from './recording.js';

// Whatever people drop: folders, several files, scenes, and what is no file.

const golden = readRecording(goldenPath(GOLDEN));
const header = golden.bytes.subarray(0, 32);
test('a folder gives its only recording, or a list to choose from', async ({ page }, info) => {
  const outputPath = (/** @type {string} */ name) => info.outputPath(name);
  const folder = outputPath('flocks');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  writeFileSync(join(folder, 'inner', 'one.bfs'), golden.bytes);
  writeFileSync(join(folder, 'notes.txt'), 'nothing');
  await openPage(page);
  await dropReal(page, { files: [folder] });
  await page.waitForFunction(() => boidforge.state().file === 'one.bfs');

  writeFileSync(join(folder, 'two.bfs'), golden.bytes);
  await dropReal(page, { files: [folder] });
  const choice = page.getByRole('dialog', { name: 'Which one is to be opened?' });
  await expect(choice.getByRole('button', { name: /one\.bfs/ })).toBeVisible();
  await choice.getByRole('button', { name: /two\.bfs/ }).click();
  await page.waitForFunction(() => boidforge.state().file === 'two.bfs');
  await expect(choice).toBeHidden();

  mkdirSync(outputPath('bare'));
  await dropReal(page, { files: [outputPath('bare')] });
  await expect(page.getByRole('alert')).toContainText('The folder “bare” holds no .bfs recording');
  await dropReal(page, { files: [join(folder, 'two.bfs'), join(folder, 'inner', 'one.bfs')] });
  await expect(choice).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.drop-overlay')).toBeHidden();
});

test('what is no file is told, and never leaves the page', async ({ page }) => {
  await openPage(page);
  const address = page.url();
  const alert = page.getByRole('alert');
  await dropReal(page, { items: [{ mimeType: 'text/uri-list', data: 'https://example.org/' }] });
  await expect(alert).toContainText('A link cannot be dropped here');
  await dropReal(page, { items: [{ mimeType: 'text/plain', data: 'words' }] });
  await expect(alert).toContainText('Only files can be dropped here');
  await dropReal(page, {});
  await expect(alert).toContainText('Nothing came with what was dropped');
  await dropBytes(page, 'cat.png', Buffer.from('\x89PNG\r\n\x1a\n and a picture of a cat behind it', 'latin1'));
  await expect(alert).toContainText('“cat.png” cannot be played');
  await expect(page.locator('.drop-overlay')).toBeHidden();
  expect(page.url()).toBe(address);
  expect((await state(page)).live).toBe(true);
});

const scene = {
  boidforge_scene: 1,
  name: 'my-flock',
  title: 'My flock',
  description: 'A small one.',
  params: { agents: 321, seed: 5, world_width: 400, world_height: 300 },
  look: { palette: 'fire' },
};

test('a scene file flies, with its look', async ({ page }) => {
  await openPage(page);
  await dropBytes(page, 'my.json', Buffer.from(JSON.stringify(scene)));
  await page.waitForFunction(() => boidforge.state().scene === 'my-flock');
  expect(await state(page)).toMatchObject({ live: true, agents: 321, seed: 5 });
  await expect(page.getByRole('status').first()).toContainText('“My flock” flies');
  await page.evaluate(() => boidforge.set('agents', 50));
  await page.waitForFunction(() => boidforge.state().agents === 50); // they leave the running flock
  expect((await state(page)).scene).toBe('my-flock');
});

test('a bad scene says what is wrong and where, and the show goes on', async ({ page }) => {
  await openPage(page);
  const alert = page.getByRole('alert');
  /** @type {[string, string][]} */
  const cases = [
    ['{"boidforge_scene": 1,\n "params": {\n "agents": }}', 'it is not valid JSON (line 3, column 12)'],
    ['{"name": "x"}', 'it is not a scene'],
    [JSON.stringify({ ...scene, params: { agents: [] } }), 'params.agents: give a number'],
    ['{"boidforge_scene": 1,\n "params": {\n  "w_sep": "lots"}}', '(line 3, column 12)'],
    [
      JSON.stringify({ ...scene, params: { agnts: 5 } }),
      "there is no simulation parameter named 'agnts' (line 1, column ",
    ],
    [JSON.stringify({ ...scene, look: { palette: 'mud' } }), 'palette'],
    [JSON.stringify({ ...scene, events: [{ step: 1 }] }), 'event 1'],
    [`{"boidforge_scene": 1, "title": "${'x'.repeat(5e6)}"}`, 'it is larger than 4 MB'],
  ];
  const before = (await state(page)).scene;
  for (const [text, reason] of cases) {
    await dropBytes(page, 'bad.json', Buffer.from(text));
    await expect(alert).toContainText('The scene in “bad.json” cannot fly');
    await expect(alert).toContainText(reason);
  }
  expect((await state(page)).scene).toBe(before);
  const { frame } = await state(page);
  await page.waitForFunction((shown) => boidforge.state().frame > shown, frame);
});

test('a recording opens in the look and world of the scene it carries', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await openPage(page);
  const json = JSON.stringify({ ...scene, params: { world_width: 1920, world_height: 1080, boundary: 'wrap' } });
  const block = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8));
  const head = Buffer.from(header);
  head.writeUInt16LE(2, 4);
  head.writeUInt32LE(block.length, 28);
  await dropBytes(page, 'carries.bfs', Buffer.concat([head, block, golden.bytes.subarray(32)]));
  await page.waitForFunction(() => boidforge.state().file === 'carries.bfs');
  await expect(page.locator('.facts')).toContainText('SceneMy flock');
  await expect(page.locator('.facts')).toContainText('World1,920 × 1,080');
  await expect(page.getByRole('radio', { name: 'Fire' })).toBeChecked();
  await dropBytes(page, 'plain.bfs', golden.bytes);
  await page.waitForFunction(() => boidforge.state().file === 'plain.bfs');
  await expect(page.locator('.facts')).toContainText('World, estimated');
  await expect(page.getByRole('radio', { name: 'Fire' })).not.toBeChecked();
});
