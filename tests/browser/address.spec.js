import { expect, test } from './fixtures.js';
import { GOLDEN, goldenPath, openPage, state } from './page-driver.js';
import { startFileServer } from './file-server.js';
import { readRecording } from './recording.js';

// Recordings from an address: ?src=

const golden = readRecording(goldenPath(GOLDEN));
const body = golden.bytes;
const records = body.subarray(32);
const big = Buffer.concat([body.subarray(0, 32), ...Array(120).fill(records)]); // 23 MB, 7200 frames
const varying = Buffer.from(big.subarray(0, 32 + 20 * records.length));
varying.writeInt32LE(0, 12);

/** @type {Awaited<ReturnType<typeof startFileServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof startFileServer>>} */
let other;

// Failing on purpose writes to the console.
test.use({ expectedFaults: /127\.0\.0\.1:|Failed to load resource|CORS policy|ERR_/ });

test.beforeEach(async () => {
  other = await startFileServer({ '/elsewhere.bfs': { body } });
  server = await startFileServer({
    '/ranges.bfs': { body: big, ranges: true, version: () => 'a' },
    '/plain.bfs': { body: big, bytesPerSecond: 4e6 },
    '/chunked.bfs': { body, chunked: true },
    '/varying.bfs': { body: varying, ranges: true, bytesPerSecond: 2e6 },
    '/cut.bfs': { body: big, ranges: true, cutAfter: 50_000, cuts: 3 },
    '/cut-plain.bfs': { body: big, cutAfter: 3e6, cuts: 2 },
    '/broken.bfs': { body: big, cutAfter: 300_000, cuts: 99 },
    '/gone.bfs': { body, status: 404 },
    '/page.bfs': { body: Buffer.from('<html>no such thing here, sorry</html>'), type: 'text/html' },
    '/picture.bfs': { body: Buffer.alloc(1000, 7) },
    '/closed.bfs': { body, cors: false },
    '/away.bfs': { body, to: `${other.origin}/elsewhere.bfs` },
    '/moved.bfs': { body, to: '/chunked.bfs' },
  });
});
test.afterEach(() => Promise.all([server.stop(), other.stop()]));

/** @param {import('@playwright/test').Page} page @param {string} path */
const openFrom = (page, path) => openPage(page, `/?src=${encodeURIComponent(server.origin + path)}`);

/** @param {import('@playwright/test').Page} page @param {string} name */
const playing = (page, name) => page.waitForFunction((file) => boidforge.state().file === file, name);

test('with ranges only what is watched is fetched', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await openFrom(page, '/ranges.bfs');
  await playing(page, 'ranges.bfs');
  await page.evaluate(() => boidforge.pause());
  expect(await state(page)).toMatchObject({ frames: 7200, origin: server.origin, loading: null });
  await expect(page.locator('.facts')).toContainText(`From${server.origin}`);
  for (const frame of [7199, 3605]) {
    await page.evaluate((wanted) => boidforge.seek(wanted), frame);
    expect(await state(page)).toMatchObject({ frame, frameHash: golden.frames[frame % 60].hash() });
  }
  expect(server.sent('/ranges.bfs')).toBeLessThan(9e6);
});

test('without ranges it plays while it downloads', async ({ page }) => {
  await openFrom(page, '/plain.bfs');
  await playing(page, 'plain.bfs');
  const first = await state(page);
  expect(first.loading).toMatchObject({ kind: 'download', total: big.length });
  expect(first.frames).toBeLessThan(7200);
  await expect(page.locator('.kept')).toHaveText(/^\d+ %$/);
  const told = await page.evaluate(() => boidforge.seek(7199).catch((error) => error.code));
  expect(told).toBe('frameNotYet');
  await page.waitForFunction(() => boidforge.state().loading === null);
  await page.evaluate(() => boidforge.pause());
  await page.evaluate(() => boidforge.seek(7199));
  expect(await state(page)).toMatchObject({ frames: 7200, frameHash: golden.frames[59].hash(), problem: null });
});

test('a download of unknown length, and one of varying counts', async ({ page }) => {
  await openFrom(page, '/chunked.bfs');
  await playing(page, 'chunked.bfs');
  await page.waitForFunction(() => boidforge.state().frames === 60);
  await openFrom(page, '/varying.bfs');
  await playing(page, 'varying.bfs');
  expect((await state(page)).loading).toMatchObject({ kind: 'download' });
  await page.waitForFunction(() => boidforge.state().frames === 1200 && boidforge.state().loading === null);
});

test('a connection that breaks is taken up where it broke', async ({ page }) => {
  test.setTimeout(90_000);
  await openFrom(page, '/cut.bfs');
  await playing(page, 'cut.bfs');
  await page.evaluate(() => boidforge.pause());
  await page.evaluate(() => boidforge.seek(7000));
  expect(await state(page)).toMatchObject({ frame: 7000, frameHash: golden.frames[40].hash() });
  await openFrom(page, '/cut-plain.bfs');
  await playing(page, 'cut-plain.bfs');
  await page.waitForFunction(() => boidforge.state().frames === 7200 && boidforge.state().loading === null);
  expect((await state(page)).problem).toBe(null);
});

test('one that breaks for good leaves what came, and a way back', async ({ page }) => {
  test.setTimeout(90_000);
  await openFrom(page, '/broken.bfs');
  await playing(page, 'broken.bfs');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('broke at byte 300,000', { timeout: 30_000 });
  expect(await state(page)).toMatchObject({ frames: 93, problem: 'lost' });
  await alert.getByRole('button', { name: 'Back to the live flock' }).click();
  await page.waitForFunction(() => boidforge.state().live);
});

for (const [path, reason] of [
  ['/gone.bfs', 'answered with status 404'],
  ['/page.bfs', 'sent a web page instead of a recording'],
  ['/picture.bfs', 'cannot be played'],
  ['/closed.bfs', 'does not let other pages read its files'],
  ['/away.bfs', 'which this page’s address does not name'],
]) {
  test(`told: ${path} ${reason}`, async ({ page }) => {
    await openFrom(page, path);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(reason);
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect((await state(page)).live).toBe(true);
  });
}

test('a redirect within the origin is followed; what is no address is told', async ({ page }) => {
  await openFrom(page, '/moved.bfs');
  await playing(page, 'moved.bfs');
  await openPage(page, '/?src=http%3A%2F%2F%5B');
  await expect(page.getByRole('alert')).toContainText('is no address of the web');
});

test('the page may connect to the named origin, and to no other', async ({ page }) => {
  await openFrom(page, '/ranges.bfs');
  const reach = (/** @type {string} */ url) =>
    page.evaluate(
      (address) =>
        fetch(address).then(
          (answer) => answer.ok,
          () => false,
        ),
      url,
    );
  expect(await reach(`${server.origin}/chunked.bfs`)).toBe(true);
  expect(await reach(`${other.origin}/elsewhere.bfs`)).toBe(false);
  await openPage(page);
  expect(await reach(`${server.origin}/chunked.bfs`)).toBe(false);
  expect(other.requests).toEqual([]);
});
