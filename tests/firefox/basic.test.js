import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startFileServer } from '../browser/file-server.js';
import { GOLDEN, goldenPath } from '../browser/page-driver.js';
import { decode, difference, litShare } from '../browser/pixels.js';
import { readRecording } from '../browser/recording.js';
import { nativeHashes, program } from '../program.js';
import { startFirefox } from './browser.js';

// The page in Firefox: what everybody does with it, from the first picture to a film. Chromium's tests have the rest.

/** @typedef {import('puppeteer-core').Page} Page */

const golden = readRecording(goldenPath(GOLDEN));

/** @type {Awaited<ReturnType<typeof startFirefox>>} */
let firefox;

/**
 * @param {(page: Page) => Promise<void>} work
 * @param {string[]} [origins] that the page may ask besides its own
 */
async function withPage(work, origins = []) {
  const { page, faults, close } = await firefox.watchedPage(origins);
  try {
    await work(page);
    assert.deepEqual(faults, [], 'the page wrote errors, broke its policy or asked another origin');
  } finally {
    await close();
  }
}

/** @param {Page} page @param {string} [path] */
async function open(page, path = '/') {
  await page.goto(firefox.origin + path);
  await page.evaluate(() => boidforge.ready);
}

/** @param {Page} page */
const state = (page) => page.evaluate(() => boidforge.state());

/** @param {Page} page @param {number} frame @returns {Promise<string>} */
async function hashAt(page, frame) {
  const shown = await page.evaluate(async (wanted) => {
    await boidforge.seek(wanted);
    return boidforge.state();
  }, frame);
  assert.equal(shown.frame, frame);
  return shown.frameHash;
}

/** The flock alone, small. @param {Page} page */
async function smallFlock(page) {
  await page.evaluate(() => boidforge.set('agents', 400));
  await page.keyboard.press('h');
}

/** @param {Page} page @param {string} role @param {string} name of a field of the chosen tab */
const field = (page, role, name) =>
  page.locator(`[role=tabpanel]:not([hidden]) ::-p-aria([name="${name}"][role="${role}"])`);

/** @param {Page} page @param {string} name @param {string} value */
const choose = (page, name, value) => field(page, 'combobox', name).fill(value);

/** @param {Page} page @param {string} name @param {string} value */
const fill = (page, name, value) => field(page, 'spinbutton', name).fill(value);

/** @param {Page} page @param {string} name of a button or tab in the sheet */
const press = (page, name) => page.locator(`dialog[open] ::-p-aria([name="${name}"])`).click();

/** @param {string} name @returns {Promise<string>} where it lies, once it is whole */
async function downloaded(name) {
  const path = join(firefox.downloads, name);
  for (let tries = 0; tries < 100; tries++) {
    const parts = readdirSync(firefox.downloads).filter((file) => file.endsWith('.part'));
    if (existsSync(path) && parts.length === 0 && readFileSync(path).length > 0) return path;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${name} was not downloaded; there are: ${readdirSync(firefox.downloads).join(', ')}`);
}

/** @param {Page} page @param {{frame: number, width: number, height: number}} wanted @returns {Promise<Buffer>} RGBA */
async function picture(page, wanted) {
  const base64 = await page.evaluate(async (what) => {
    const { rgba } = await boidforge.picture(what);
    let text = '';
    for (let at = 0; at < rgba.length; at += 32768) text += String.fromCharCode(...rgba.subarray(at, at + 32768));
    return btoa(text);
  }, wanted);
  return Buffer.from(base64, 'base64');
}

describe('the page in Firefox', { timeout: 600_000 }, () => {
  before(async () => {
    firefox = await startFirefox();
  });
  after(() => firefox?.stop());

  it('opens with a flock that flies, and is seen', () =>
    withPage(async (page) => {
      await open(page);
      const first = await state(page);
      assert.equal(first.live && first.playing, true);
      assert.equal(first.thread, 'worker');
      await smallFlock(page);
      const { frame } = await state(page);
      await page.waitForFunction((shown) => boidforge.state().frame > shown + 4, { timeout: 10_000 }, frame);
      const seen = await firefox.picture();
      assert(litShare(seen) > 0.01 && litShare(seen) < 0.97, `lit: ${litShare(seen)}`);
      await page.waitForFunction((shown) => boidforge.state().frame > shown + 12, { timeout: 10_000 }, frame);
      const moved = difference(seen, await firefox.picture()).share;
      assert(moved > 0.005, `moved: ${moved}`);
    }));

  it('computes the native bytes, on threads where it is isolated, on one where it is not', async () => {
    const agents = 6000;
    const frame = 40;
    const wanted = nativeHashes(['--scene', 'murmuration', '--agents', `${agents}`, '--steps', `${frame + 1}`])[frame];
    for (const path of ['/', '/plain/']) {
      await withPage(async (page) => {
        await open(page, path);
        const [isIsolated, cores] = await page.evaluate(() => [crossOriginIsolated, navigator.hardwareConcurrency]);
        assert.equal(isIsolated, path === '/');
        await page.evaluate(async (count) => {
          await boidforge.pause();
          await boidforge.set('agents', count);
          await boidforge.restart(); // from the beginning with as many; they would only join the running flock
          await boidforge.pause();
        }, agents);
        assert.equal(await hashAt(page, frame), wanted);
        const { threads, simd } = await state(page);
        assert.equal(threads, isIsolated ? Math.min(Number(cores), 4) : 1);
        assert.equal(simd, 'wasm128');
        const told = await page.$eval('.readout', (element) => element.textContent);
        assert.match(String(told), new RegExp(`${threads} threads?, wasm128`));
      });
    }
  });

  it('pauses, steps and goes back, by keys and by the bar', () =>
    withPage(async (page) => {
      await open(page);
      await smallFlock(page);
      await page.waitForFunction(() => boidforge.state().frame > 90);
      await page.keyboard.press('h');
      await page.keyboard.press(' ');
      await page.waitForFunction(() => !boidforge.state().playing);
      const { frame, frameHash } = await state(page);
      await page.evaluate(() => boidforge.step());
      const next = await state(page);
      assert.equal(next.frame, frame + 1);
      assert.notEqual(next.frameHash, frameHash);
      await page.evaluate(() => boidforge.step(-1));
      assert.equal((await state(page)).frameHash, frameHash);
      const early = await hashAt(page, frame - 10);
      assert.equal(await hashAt(page, frame), frameHash);
      assert.equal(await hashAt(page, frame - 10), early);
      await page.locator('.live-badge').click();
      await page.waitForFunction((from) => boidforge.state().frame > from && boidforge.state().playing, {}, frame);
    }));

  it('plays a recording that is dropped, and one that is loaded, and draws it as the program does', () =>
    withPage(async (page) => {
      await open(page);
      const base64 = golden.bytes.toString('base64');
      await page.evaluate(
        (name, data) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], name));
          for (const type of ['dragenter', 'dragover', 'drop']) {
            const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
            document.querySelector('#flock')?.dispatchEvent(event);
          }
        },
        GOLDEN,
        base64,
      );
      await page.waitForFunction((file) => boidforge.state().file === file, {}, GOLDEN);
      await page.waitForFunction(() => boidforge.state().frame > 5);
      await page.evaluate(() => boidforge.pause());
      for (const frame of [59, 3, 40]) assert.equal(await hashAt(page, frame), golden.frames[frame].hash());

      const png = join(firefox.downloads, 'native.png');
      execFileSync(program, ['export', '--still', '40', '--size', '320x180', '-o', png, goldenPath(GOLDEN)], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const native = decode(readFileSync(png));
      const data = await picture(page, { frame: 40, width: 320, height: 180 });
      assert(litShare({ data }) > 0.01, 'the picture shows a flock');
      const { largest } = difference({ data }, native);
      assert(largest <= 1, `the program's picture differs by ${largest}`);

      await page.evaluate(() => boidforge.live());
      assert.equal((await state(page)).file, null);
      await page.evaluate(async (data) => {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        await boidforge.load(new Blob([bytes]));
        await boidforge.pause();
      }, base64);
      assert.equal(await hashAt(page, 31), golden.frames[31].hash());
    }));

  it('plays a recording from an address', async () => {
    const other = await startFileServer({ '/flock.bfs': { body: golden.bytes, ranges: true, version: () => 'a' } });
    try {
      await withPage(
        async (page) => {
          await open(page, `/?src=${encodeURIComponent(`${other.origin}/flock.bfs`)}`);
          await page.waitForFunction(() => boidforge.state().file === 'flock.bfs' && boidforge.state().frame > 2);
          await page.evaluate(() => boidforge.pause());
          assert.equal((await state(page)).origin, other.origin);
          assert.equal(await hashAt(page, 50), golden.frames[50].hash());
        },
        [other.origin],
      );
    } finally {
      await other.stop();
    }
  });

  it('lets the flock be dragged, and keeps the drag in the scene', () =>
    withPage(async (page) => {
      await open(page);
      await smallFlock(page);
      const strongest = () =>
        page.evaluate(async () => {
          const { events } = JSON.parse(await boidforge.scene());
          const strengths = events.filter((/** @type {any} */ event) => event.name === 'pointer_strength');
          return Math.max(0, ...strengths.map((/** @type {any} */ event) => event.value));
        });
      await page.mouse.move(200, 200);
      await page.mouse.down();
      for (let tries = 0; tries < 100 && (await strongest()) === 0; tries++) {
        await page.mouse.move(200 + 2 * tries, 200 + tries);
      }
      assert((await strongest()) > 0, 'the drag is an event that attracts');
      await page.mouse.up();
      await page.waitForFunction(async () => {
        const { events } = JSON.parse(await boidforge.scene());
        return events.filter((/** @type {any} */ event) => event.name === 'pointer_radius').at(-1)?.value === 0;
      });
      await page.evaluate(() => boidforge.pause());
      const { frame, frameHash } = await state(page);
      const scene = join(firefox.downloads, 'session.json');
      writeFileSync(scene, await page.evaluate(() => boidforge.scene()));
      assert.equal(nativeHashes(['--scene', scene, '--steps', `${frame + 1}`])[frame], frameHash);
    }));

  it('shares a link that shows the same frames', async () => {
    let address = '';
    let shown = '';
    await withPage(async (page) => {
      await open(page);
      await page.evaluate(async () => {
        await boidforge.set('scene', 'fish-school');
        await boidforge.set('agents', 350);
        await boidforge.set('look', 'dusk');
        await boidforge.pause();
      });
      shown = await hashAt(page, 70);
      await page.keyboard.press('s');
      const field = await page.waitForSelector('#share-address', { visible: true });
      address = String(await field?.evaluate((element) => /** @type {HTMLInputElement} */ (element).value));
      assert.match(address, /\/#1;fish-school;agents=350;look=dusk$/);
    });
    await withPage(async (page) => {
      await open(page, address.slice(firefox.origin.length));
      await page.evaluate(() => boidforge.pause());
      assert.equal(await hashAt(page, 70), shown);
    });
    const link = address.slice(address.indexOf('#'));
    assert.equal(nativeHashes(['--scene', link, '--steps', '71'])[70], shown);
  });

  it('makes a picture and a film', () =>
    withPage(async (page) => {
      await open(page);
      await page.evaluate(() => boidforge.set('agents', 400));
      await page.evaluate(() => boidforge.pause());
      const { frame } = await state(page);
      await page.keyboard.press('e');
      await choose(page, 'Size', '720p');
      await press(page, 'Save the picture');
      const png = await downloaded(`murmuration-seed1-frame${frame}-1280x720.png`);
      assert(litShare(decode(readFileSync(png))) > 0.01);

      await press(page, 'Video');
      if (!(await page.evaluate(() => typeof VideoEncoder === 'function'))) {
        const words = await page.$eval('#take-panel-video .take-summary', (element) => element.textContent);
        assert.match(String(words), /encodes no video here/);
        return;
      }
      await fill(page, 'Length', '0.5');
      await choose(page, 'Size', 'custom');
      await fill(page, 'Width', '320');
      await fill(page, 'Height', '180');
      await page.waitForFunction(() =>
        /15 pictures/.test(document.querySelector('#take-panel-video .take-summary')?.textContent ?? ''),
      );
      await press(page, 'Make the video');
      const said = await page.waitForSelector('.take-said:not(:empty)');
      const text = await said?.evaluate((element) => element.textContent);
      const name = /^Saved: (\S+),/.exec(String(text))?.[1];
      assert(name, String(text));
      const probe = ['-v', 'error', '-count_packets', '-show_streams', '-of', 'json', await downloaded(name)];
      const { stdout, stderr } = spawnSync('ffprobe', probe, { encoding: 'utf8' });
      assert.equal(stderr, '', 'the film is whole');
      const [stream] = JSON.parse(stdout).streams;
      assert.deepEqual([stream.width, stream.height, stream.nb_read_packets], [320, 180, '15']);
    }));
});
