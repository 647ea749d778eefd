import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { nativeHashes, program } from '../program.js';
import { expect, test } from './fixtures.js';
import { openPage, playGolden, state } from './page-driver.js';

// Links in the page's address: what they show, when they are written, and that no address breaks the page.

/** @param {import('@playwright/test').Page} page */
const hash = (page) => page.evaluate(() => location.hash);

/** @param {import('@playwright/test').Page} page @param {RegExp} pattern */
const expectToast = (page, pattern) => expect(page.getByRole('alert').filter({ hasText: pattern })).toBeVisible();

/** The hash that the program gives a frame of a link. @param {string} link @param {number} frame */
const programHash = (link, frame) => nativeHashes(['--scene', link, '--steps', String(frame + 1)])[frame];

const LINKS = [
  '#1;murmuration;agents=700;seed=12',
  '#1;plasma;agents=500;density=0.004;aspect=1;w_coh=9;dt=0.04;look=ember;look.bloom=0.4;camera.zoom=2;camera.follow=on',
  '#1;;agents=400;boundary=reflect;w_sep=40;seed=4294967295;20.agents=450;60.w_coh=3;60.pointer_radius=200',
];

for (const link of LINKS) {
  test(`the program and the page make the same frames of ${link}`, async ({ page }) => {
    await openPage(page, `/${link}`);
    await page.evaluate(() => boidforge.pause());
    await page.evaluate(() => boidforge.seek(90));
    expect((await state(page)).frameHash).toBe(programHash(link, 90));
    expect(await hash(page)).toBe(link); // nothing was changed, so nothing was written
    expect((await state(page)).following).toBe(link.includes('follow=on'));
  });
}

test('the link that the page writes makes the frames that it shows', async ({ page }) => {
  await openPage(page);
  await page.waitForTimeout(700);
  expect(await hash(page)).toBe('');
  await page.evaluate(async () => {
    await boidforge.set('scene', 'fish-school');
    await boidforge.set('agents', 350);
    await boidforge.set('look', 'dusk');
    await boidforge.set('trail', 0.5);
    await boidforge.follow(true);
    await boidforge.pause();
    await boidforge.seek(70);
  });
  await expect.poll(() => hash(page)).toBe('#1;fish-school;agents=350;look=dusk;look.trail=0.5;camera.follow=on');
  const { frameHash } = await state(page);
  expect(programHash(await hash(page), 70)).toBe(frameHash);
  await page.goBack(); // the changes are no steps of the browser's history
  await expect.poll(() => page.url()).toBe('about:blank');
});

test('the address is written at most twice a second', async ({ page }) => {
  await page.addInitScript(() => {
    const times = /** @type {number[]} */ (/** @type {any} */ (globalThis).written = []);
    const write = history.replaceState.bind(history);
    history.replaceState = (...parts) => {
      times.push(performance.now());
      write(...parts);
    };
  });
  await openPage(page);
  await page.evaluate(async () => {
    const until = performance.now() + 2500;
    for (let turn = 0; performance.now() < until; turn++) {
      await boidforge.set('bloom', turn % 2);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await boidforge.set('bloom', 3);
  });
  await expect.poll(() => hash(page)).toBe('#1;murmuration;look.bloom=3');
  const times = await page.evaluate(() => /** @type {any} */ (globalThis).written);
  expect(times.length).toBeGreaterThan(1);
  for (let i = 1; i < times.length; i++) expect(times[i] - times[i - 1]).toBeGreaterThan(480);
});

test('an edited address is applied, as one step that can be taken back', async ({ page }) => {
  await openPage(page, '/#1;plasma;agents=300');
  await page.evaluate(() => (location.hash = '#1;turbulence;agents=200;look=ink'));
  await expect.poll(async () => (await state(page)).scene).toBe('turbulence');
  expect((await state(page)).agents).toBe(200);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await state(page)).scene).toBe('plasma');
  await expect.poll(() => hash(page)).toBe('#1;plasma;agents=300');
  await page.evaluate(() => (location.hash = '#1;turbulence;agents=minus'));
  await expectToast(page, /agents: 'minus' is not a number\. The flock stays as it was/);
  expect((await state(page)).scene).toBe('plasma');
  await page.evaluate(() => (location.hash = '#1;turbulence;min_speed=900'));
  await expectToast(page, /min_speed: 900 is above max_speed.*stays as it was/);
  expect((await state(page)).scene).toBe('plasma');
  await page.evaluate(() => (location.hash = ''));
  await expect.poll(async () => (await state(page)).scene).toBe('murmuration');
});

const table = JSON.parse(readFileSync(new URL('../links.json', import.meta.url), 'utf8'));
/** Garbage of every kind: a few that the table refuses, those that make no flock, and some that no table holds. */
const NASTY = [
  ...table.refused.filter((/** @type {{link: string}} */ { link }) => link.startsWith('#') && link !== '#'),
]
  .filter((row, index) => !row.repeat && index % 5 === 0)
  .map(({ link }) => link);
NASTY.push(
  ...table.impossible.map((/** @type {{link: string}} */ { link }) => link),
  '#1;%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '#1;murmuration;seed=%F0%9F%98',
  '#1;murmuration;\u202eseed=1',
  `#${'1;'.repeat(20_000)}`,
  `#1;murmuration;${'a'.repeat(1900)}=1`,
  '#1;murmuration;2147483646.agents=50000001',
  '#javascript:alert(1)',
  '#%',
);

test(`garbage in the address never breaks the page (${NASTY.length} kinds)`, async ({ page }) => {
  expect(NASTY.length).toBeGreaterThanOrEqual(20);
  await openPage(page, `/${NASTY[0]}`);
  await expectToast(page, /This link cannot be opened: .*The usual flock flies instead/);
  expect((await state(page)).scene).toBe('murmuration');
  for (const link of NASTY.slice(1)) {
    await page.evaluate((text) => {
      document.querySelectorAll('.toast-error').forEach((toast) => toast.remove());
      location.hash = text;
    }, link);
    await expectToast(page, /This link cannot be opened: .*stays as it was/);
    expect(await page.locator('.toast-error').count(), link).toBe(1);
  }
  const before = (await state(page)).frame;
  await expect.poll(async () => (await state(page)).frame).toBeGreaterThan(before);
  await openPage(page, '/#1;murmuration;min_speed=900');
  await page.reload();
  await page.evaluate(() => boidforge.ready);
  await expectToast(page, /min_speed: 900 is above max_speed.*The usual flock flies instead/);
});

test('share copies the address, and shows the lines that make the same flock', async ({ page, context }, testInfo) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, '/#1;plasma;agents=320;seed=5');
  await page.getByRole('button', { name: 'Share this flock' }).click();
  const sheet = page.getByRole('dialog', { name: 'Share this flock' });
  await expect(sheet.getByRole('status')).toHaveText(/The address is copied/);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${new URL(page.url()).origin}/#1;plasma;agents=320;seed=5`);
  const lines = (await sheet.getByLabel('The same flock as a film').inputValue()).split('\n');
  expect(lines).toHaveLength(2);
  await page.screenshot({ path: testInfo.outputPath('share.png') });
  // As a shell reads them; a short flock and a small film do.
  const folder = testInfo.outputPath('.');
  for (const line of lines) {
    const quick = line.replace('boidforge-cli', `"${program}"`).replace('600', '3').replace('4k', '160x90');
    execFileSync('bash', ['-c', quick], { cwd: folder });
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.evaluate(() => boidforge.set('w_coh', 3));
  await page.keyboard.press('s');
  await expect(sheet.getByRole('status')).toHaveText(/changed while it flew/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('w_coh=3');
});

test('a browser without a clipboard selects the address; a recording has none', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await openPage(page, '/#1;plasma;agents=320');
  await page.keyboard.press('s');
  const sheet = page.getByRole('dialog', { name: 'Share this flock' });
  await expect(sheet.getByRole('status')).toHaveText(/Copy the address below/);
  expect(await page.evaluate(() => String(getSelection()))).toContain('#1;plasma;agents=320');
  await page.keyboard.press('Escape');
  await playGolden(page);
  await page.keyboard.press('s');
  await expectToast(page, /is a recording: pass its file on/);
});

test('a phone’s own sheet is used where there is one', async ({ page }) => {
  await page.addInitScript(() => {
    /** @type {any} */ (navigator).share = async (/** @type {any} */ data) => {
      /** @type {any} */ (globalThis).shared = data;
    };
    const match = matchMedia;
    globalThis.matchMedia = (query) => (query === '(pointer: coarse)' ? match('all') : match(query));
  });
  await openPage(page, '/#1;plasma;agents=320');
  await page.keyboard.press('s');
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (globalThis).shared?.url ?? ''))
    .toMatch(/\/#1;plasma;agents=320$/);
});
