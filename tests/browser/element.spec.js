import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { program } from '../program.js';
import { expect, expectMoving, expectStanding, ready, shownBy, test, timeOf } from './element-host.js';
import { GOLDEN, goldenPath } from './page-driver.js';

// <boid-forge> in pages of other people.

const FLOCK = '<boid-forge scene="murmuration" agents="400" autoplay></boid-forge>';

/** @param {import('@playwright/test').Page} page @param {(element: any) => any} act in the page */
const withElement = (page, act) => page.evaluate(`(${act.toString()})(document.querySelector('boid-forge'))`);

/** @param {import('@playwright/test').Page} page @param {string} name */
const setAttribute = (page, name, value = '') =>
  page.evaluate(([key, text]) => document.querySelector('boid-forge')?.setAttribute(key, text), [name, value]);

/** Bytes of the element's picture as the window shows it. @param {import('@playwright/test').Page} page */
const shot = (page) => page.locator('boid-forge').screenshot();

test('a flock flies by itself, and tells what happens', async ({ page, host }) => {
  await host.open(`<script>
      window.told = [];
      addEventListener('DOMContentLoaded', () => {
        const element = document.querySelector('boid-forge');
        for (const name of ['load', 'play', 'pause', 'timeupdate', 'error'])
          element.addEventListener(name, () => window.told.push(name));
      });
    </script>${FLOCK}`);
  await ready(page);
  await expectMoving(page);
  expect(await shownBy(page)).toBe('flock');
  expect(await withElement(page, (element) => [element.paused, element.duration])).toEqual([false, Infinity]);
  await withElement(page, (element) => element.pause());
  await expectStanding(page);
  await withElement(page, (element) => element.play());
  await expectMoving(page);
  const told = await page.evaluate(() => /** @type {any} */ (globalThis).told);
  expect(told[0]).toBe('load');
  expect(told).toEqual(expect.arrayContaining(['timeupdate', 'pause', 'play']));
  expect(told).not.toContain('error');
  expect(host.faults).toEqual([]);
});

test('what it records is what the program computes', async ({ page, host }, testInfo) => {
  await host.open('<boid-forge scene="fish-school" agents="300" seed="7" autoplay></boid-forge>');
  await ready(page);
  await expectMoving(page);
  const bytes = await withElement(page, async (element) => {
    const blob = await element.record();
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  const file = testInfo.outputPath('element.bfs');
  writeFileSync(file, Uint8Array.from(/** @type {number[]} */ (bytes)));
  const told = execFileSync(program, ['verify', file], { encoding: 'utf8' });
  expect(told).toMatch(/equal|same|verified/i);
  expect(JSON.parse(execFileSync(program, ['info', '--json', file], { encoding: 'utf8' })).max_agents).toBe(300);
});

test('attributes take effect as they change', async ({ page, host }) => {
  await host.open(FLOCK);
  await ready(page);
  const params = (/** @type {string} */ name) =>
    page.evaluate((key) => /** @type {any} */ (document.querySelector('boid-forge')).params[key], name);
  expect(await params('agents')).toBe('400');
  await setAttribute(page, 'agents', '250');
  await expect.poll(() => params('agents')).toBe('250');
  await setAttribute(page, 'seed', '9');
  await expect.poll(() => params('seed')).toBe('9');
  await setAttribute(page, 'palette', 'fire');
  expect(await params('palette')).toBe('fire');
  await setAttribute(page, 'background', 'rgb(255, 255, 255)');
  expect(await params('background_red')).toBe('1');
  await setAttribute(page, 'look', 'ember');
  await setAttribute(page, 'scene', 'plasma');
  await ready(page);
  await expectMoving(page);
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector('boid-forge')).params = { w_sep: 5000, glow: 2 };
  });
  await expect.poll(() => params('w_sep')).toBe('5000');
  await expect.poll(() => params('glow')).toBe('2');
  await setAttribute(page, 'alt', 'Starlings');
  await expect(page.getByRole('img', { name: 'Starlings' })).toBeVisible();
  await setAttribute(page, 'controls');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expectStanding(page);
  await page.getByRole('button', { name: 'Play' }).click();
  await expectMoving(page);
  expect(host.faults).toEqual([]);
});

test('values that cannot be are told in a line, and a flock flies', async ({ page, host }) => {
  await host.open('<boid-forge agents="400" quality="best" playback-rate="99" background="no" autoplay></boid-forge>');
  await ready(page);
  await expectMoving(page);
  for (const [name, usual] of [
    ['quality', 'auto'],
    ['playback-rate', '1'],
  ]) {
    expect(host.faults.some((fault) => fault.includes(name) && fault.includes(`${usual} is taken`))).toBe(true);
  }
  expect(host.faults.some((fault) => fault.includes('background is "no"'))).toBe(true);
});

test('what is not there is told once, and the poster stays', async ({ page, host }) => {
  await host.open(
    '<boid-forge id="scene" scene="herring"></boid-forge><boid-forge id="look" look="herring"></boid-forge>',
  );
  for (const selector of ['#scene', '#look']) {
    const message = await page.evaluate(
      (wanted) =>
        /** @type {any} */ (document.querySelector(wanted)).ready.catch((/** @type {Error} */ e) => e.message),
      selector,
    );
    expect(message).toContain('herring');
    expect(await shownBy(page, selector)).toBe('poster');
  }
});

test('what was refused is shown once its attribute is right, and anything is refused in words', async ({
  page,
  host,
}) => {
  await host.open('<boid-forge agents="zz" look="herring" wasm-base="http://[" seed="" autoplay></boid-forge>');
  const readiness = () => withElement(page, (element) => element.ready.catch((/** @type {Error} */ e) => e.message));
  expect(await readiness()).toContain('herring');
  await setAttribute(page, 'look', 'ink');
  expect(await readiness()).toContain('agents');
  await setAttribute(page, 'agents', '60');
  await ready(page);
  await expectMoving(page);
  const answers = await withElement(page, async (element) => {
    const said = (/** @type {Promise<any>} */ promise) => promise.catch((/** @type {any} */ e) => e.code);
    element.params = null;
    element.currentTime = NaN;
    element.quality = element.maxDpr = element.playbackRate = undefined;
    return [
      ...(await Promise.all([0, -1, NaN, 1.5].map((frames) => said(element.record({ frames }))))),
      await said(element.toBlob({ width: 0 })),
      (await element.toBlob({ width: 32.4, height: 18.2 })).type,
      element.hasAttribute('max-dpr') || element.hasAttribute('quality') || element.hasAttribute('playback-rate'),
    ];
  });
  expect(answers).toEqual(['notFrames', 'notFrames', 'notFrames', 'notFrames', 'core', 'image/png', false]);
  await expectMoving(page);
  expect(host.faults.filter((fault) => fault.startsWith('uncaught'))).toEqual([]);
  expect(host.faults.some((fault) => fault.includes('currentTime is NaN'))).toBe(true);
});

test('nobody waits for one that is gone, or for steps that are no longer wanted', async ({ page, host }) => {
  await host.open(FLOCK);
  await ready(page);
  const codes = await withElement(page, async (element) => {
    const said = (/** @type {Promise<any>} */ promise) =>
      promise.then(
        () => 'done',
        (e) => e.code,
      );
    const endless = said(element.step(1e9));
    const told = [await said(element.reset()), await endless];
    const begun = [element.step(1e9), element.toBlob(), element.record()].map(said);
    await new Promise((resolve) => setTimeout(resolve, 50));
    element.dispose();
    const later = [element.ready, element.play(), element.load('plasma'), element.step(), element.reset()].map(said);
    return [told, await Promise.all(begun), await Promise.all(later)];
  });
  expect(codes).toEqual([['done', 'stopped'], Array(3).fill('stopped'), Array(5).fill('stopped')]);
  await withElement(page, (element) => document.body.append(element));
  await ready(page);
  expect(host.faults).toEqual([]);
});

test('properties that were set before the script came count', async ({ page, host }) => {
  await host.open(`<boid-forge></boid-forge><script>
      Object.assign(document.querySelector('boid-forge'), { agents: 70, autoplay: true, params: { glow: 2 } });
    </script>`);
  await ready(page);
  await expectMoving(page);
  const params = () => withElement(page, ({ params: { agents, glow } }) => [agents, glow]);
  await expect.poll(params).toEqual(['70', '2']);
});

test('a recording is taken as an address object and as bytes', async ({ page, host }) => {
  host.put('/flock.bfs', readFileSync(goldenPath(GOLDEN)), 'application/octet-stream');
  await host.open(FLOCK);
  const durations = await withElement(page, async (element) => {
    const url = new URL('/flock.bfs', location.href);
    const bytes = await (await fetch(url)).arrayBuffer();
    const all = [];
    for (const from of [url, bytes, new Uint8Array(bytes)]) {
      await element.load(from);
      all.push(Math.round(element.duration));
      await element.load('plasma');
    }
    return all;
  });
  expect(durations).toEqual([3, 3, 3]);
  expect(host.faults).toEqual([]);
});

test('its size is the style sheet’s, whichever sides that gives', async ({ page, host }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const boxes = [
    ['<boid-forge style="width: auto; height: 70vh"></boid-forge>', 390, 591],
    ['<boid-forge style="width: auto; height: auto"></boid-forge>', 390, 219],
    ['<boid-forge style="width: auto; height: auto; aspect-ratio: 2"></boid-forge>', 390, 195],
    [
      '<div style="position: relative; width: 300px; height: 90px"><boid-forge style="width: auto; height: auto; position: absolute; inset: 0"></boid-forge></div>',
      300,
      90,
    ],
    [
      '<div style="display: flex; width: 350px"><boid-forge style="width: auto; height: auto"></boid-forge></div>',
      300,
      169,
    ],
  ];
  await host.open(boxes.map(([html]) => html).join(''));
  const sizes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('boid-forge')].map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return [Math.round(width), Math.round(height)];
      }),
    );
  await expect.poll(sizes).toEqual(boxes.map(([, width, height]) => [width, height]));
});

test('inside a shadow tree it knows the language and the full screen', async ({ page, host }) => {
  await host.open('<main lang="fr"></main>');
  await page.evaluate(() => {
    const root = /** @type {Element} */ (document.querySelector('main')).attachShadow({ mode: 'open' });
    root.innerHTML = '<boid-forge agents="40" controls style="width: 300px"></boid-forge>';
  });
  const isFull = () => page.locator('boid-forge').evaluate((element) => element.matches(':fullscreen'));
  await page.getByRole('button', { name: 'Plein écran', exact: true }).click();
  await expect.poll(isFull).toBe(true);
  await page.getByRole('button', { name: 'Quitter le plein écran' }).click();
  await expect.poll(isFull).toBe(false);
});

test('in another document, without the attribute it wrote, and as decoration it looks the same', async ({
  page,
  host,
}) => {
  host.put('/inner.html', '<!doctype html><title>Inner</title><body></body>', 'text/html');
  await host.open(`${FLOCK}<iframe src="/inner.html" width="500" height="300" title="Inner"></iframe>`);
  await ready(page);
  const layer = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector('boid-forge'));
    document.querySelector('iframe')?.contentDocument?.body.append(element);
    element.removeAttribute('data-shows');
    element.alt = '';
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const stage = element.shadowRoot.querySelector('.stage');
    const { position, opacity } = getComputedStyle(stage);
    return { position, opacity, role: stage.getAttribute('role') };
  });
  expect(layer).toEqual({ position: 'absolute', opacity: '1', role: null });
  expect(host.faults).toEqual([]);
});

test('a recording plays, is sought and ends, or goes round', async ({ page, host }) => {
  host.put('/flock.bfs', readFileSync(goldenPath(GOLDEN)), 'application/octet-stream');
  await host.open('<boid-forge src="/flock.bfs" controls></boid-forge>');
  await ready(page);
  expect(await withElement(page, (element) => element.duration)).toBeCloseTo(3, 6);
  await withElement(page, (element) => (element.currentTime = 2));
  await expect.poll(() => timeOf(page)).toBeCloseTo(2, 6);
  expect(Number(await page.getByRole('slider', { name: 'Position' }).inputValue())).toBeCloseTo(2, 6);
  const ended = withElement(page, (element) => new Promise((resolve) => element.addEventListener('ended', resolve)));
  await withElement(page, (element) => element.play());
  await ended;
  expect(await withElement(page, (element) => element.paused)).toBe(true);
  await setAttribute(page, 'loop');
  await setAttribute(page, 'playback-rate', '4');
  await withElement(page, (element) => element.play());
  await expect.poll(() => timeOf(page)).toBeLessThan(1.5);
  expect(await withElement(page, (element) => element.paused)).toBe(false);
  await withElement(page, (element) => element.step(-1));
  await expectStanding(page);
  expect(host.faults).toEqual([]);
});

test('out of sight or in a hidden tab nothing is computed', async ({ page, host }) => {
  await host.open(`${FLOCK}<div style="height: 3000px"></div>`);
  await ready(page);
  await expectMoving(page);
  await page.evaluate(() => scrollTo(0, 2500));
  await expectStanding(page);
  expect(await withElement(page, (element) => element.paused)).toBe(false);
  await page.evaluate(() => scrollTo(0, 0));
  await expectMoving(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expectStanding(page);
});

test('a lazy one far below loads nothing until it comes near, an eager one at once', async ({ page, host }) => {
  await host.open(`<div style="height: 3000px"></div>${FLOCK}`);
  await page.waitForTimeout(500);
  expect(host.asked('/boidforge/boidforge-sim.wasm')).toBe(0);
  expect(host.asked('/boidforge/murmuration.webp')).toBe(1);
  await setAttribute(page, 'loading', 'eager');
  await ready(page);
  expect(host.asked('/boidforge/boidforge-sim.wasm')).toBe(1);
});

test('many share their modules and a few contexts; the rest are stills', async ({ page, host }) => {
  test.setTimeout(180_000);
  const many = Array.from({ length: 14 }, (_, i) => `<boid-forge agents="60" seed="${i}" autoplay></boid-forge>`);
  await host.open(many.join(''));
  const shown = () =>
    page.evaluate(() => [...document.querySelectorAll('boid-forge')].map((e) => e.getAttribute('data-shows')));
  for (let row = 0; row < 14; row += 2) {
    await page.evaluate((top) => scrollTo(0, top), row * 270);
    await expect
      .poll(async () => (await shown()).slice(row, row + 2).every((what) => what === 'flock'), { timeout: 40_000 })
      .toBe(true);
  }
  await page.evaluate(() => {
    const told = /** @type {string[]} */ (/** @type {any} */ (globalThis).told = []);
    for (const name of ['contextlost', 'contextrestored'])
      document.addEventListener(name, () => told.push(name), { capture: true });
  });
  const states = await shown();
  expect(states.filter((what) => what === 'flock').length).toBeLessThanOrEqual(8);
  expect(states.filter((what) => what === 'still').length).toBeGreaterThanOrEqual(2);
  const brightest = await page.evaluate(() => {
    const still = document.querySelector('boid-forge[data-shows="still"]')?.shadowRoot?.querySelector('canvas.still');
    const { width, height } = /** @type {HTMLCanvasElement} */ (still);
    const context = /** @type {HTMLCanvasElement} */ (still).getContext('2d');
    return Math.max(
      .../** @type {CanvasRenderingContext2D} */ (context)
        .getImageData(0, 0, width, height / 4)
        .data.filter((_, i) => i % 4 < 3),
    );
  });
  expect(brightest).toBeGreaterThan(60); // a picture of the flock
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(async () => (await shown())[0]).toBe('flock');
  await expectMoving(page);
  expect(await page.evaluate(() => /** @type {any} */ (globalThis).told)).toEqual([]); // nobody's business
  expect(host.asked('/boidforge/boidforge-view.wasm')).toBe(1);
  expect(host.faults).toEqual([]);
});

test('more than the contexts, all in sight: none is taken from another', async ({ page, host }) => {
  const many = Array.from(
    { length: 12 },
    () => '<boid-forge agents="40" autoplay style="width: 120px; height: 90px"></boid-forge>',
  );
  await host.open(`<div style="display: flex; flex-wrap: wrap">${many.join('')}</div>`);
  const count = () =>
    page.evaluate(
      () => [...document.querySelectorAll('boid-forge')].filter((e) => e.getAttribute('data-shows') === 'flock').length,
    );
  await expect.poll(count).toBe(8);
  await page.evaluate(() => document.querySelector('boid-forge')?.remove());
  await expect.poll(count).toBe(8);
  expect(host.faults).toEqual([]);
});

test('mounting and removing it leaves nothing behind', async ({ page, host }) => {
  test.setTimeout(240_000);
  await host.open('<main></main>');
  const client = await page.context().newCDPSession(page);
  const held = async () => {
    await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    const { metrics } = await client.send('Performance.getMetrics');
    const of = (/** @type {string} */ name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { bytes: usedSize, listeners: of('JSEventListeners'), nodes: of('Nodes'), workers: page.workers().length };
  };
  await client.send('Performance.enable');
  const cycle = (/** @type {number} */ times) =>
    page.evaluate(async (count) => {
      for (let i = 0; i < count; i++) {
        const element = /** @type {any} */ (document.createElement('boid-forge'));
        for (const [name, value] of Object.entries({ agents: '30', autoplay: '', controls: '', interactive: '' })) {
          element.setAttribute(name, value);
        }
        element.style.cssText = 'width: 160px; height: 90px';
        document.querySelector('main')?.append(element);
        // Removed at every moment of its life: at once, while it loads, when it flies.
        if (i % 3 === 1) await new Promise((resolve) => setTimeout(resolve, (i * 7) % 60));
        if (i % 3 === 2) await element.ready;
        element.remove();
      }
    }, times);
  await cycle(20);
  await expect.poll(() => page.workers().length).toBe(0);
  const before = await held();
  await cycle(120);
  await expect.poll(() => page.workers().length).toBe(0);
  await page.waitForTimeout(300);
  const after = await held();
  expect(after.listeners).toBeLessThanOrEqual(before.listeners + 5);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 20);
  expect(after.bytes).toBeLessThan(before.bytes + 300_000);
  expect(host.faults).toEqual([]);
});

test('moved within the document it flies on', async ({ page, host }) => {
  await host.open(`<div id="one">${FLOCK}</div><div id="two"></div>`);
  await ready(page);
  await expectMoving(page);
  const before = await timeOf(page);
  const loads = host.asked('/boidforge/render-worker.js');
  await page.evaluate(() => {
    document.querySelector('#two')?.append(/** @type {Element} */ (document.querySelector('boid-forge')));
  });
  await expectMoving(page);
  expect(await timeOf(page)).toBeGreaterThan(before);
  expect(host.asked('/boidforge/render-worker.js')).toBe(loads);
  await page.evaluate(() => {
    const element = /** @type {Element} */ (document.querySelector('boid-forge'));
    element.remove();
    return new Promise((resolve) => setTimeout(() => resolve(document.body.append(element)), 100));
  });
  await ready(page); // taken out for a while it starts anew
  await expectMoving(page);
});

test('from another origin, whose workers a page may not start by address', async ({ page, host }) => {
  await host.open(FLOCK, { script: `${host.cdn}/boidforge/define.js` });
  await ready(page);
  await expectMoving(page);
  expect(page.workers().length).toBe(2);
});

test('inside a sandboxed frame', async ({ page, host }) => {
  host.put(
    '/inner.html',
    `<!doctype html><title>Inner</title>${FLOCK}<script type="module" src="${host.cdn}/boidforge/define.js"></script>`,
    'text/html',
  );
  await host.open('<iframe sandbox="allow-scripts" src="/inner.html" width="480" height="300" title="Flock"></iframe>');
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('boid-forge')).toHaveAttribute('data-shows', 'flock', { timeout: 30_000 });
});

for (const [title, policy, threads] of [
  ['its own scripts alone', "worker-src 'self'", 2],
  ['no workers at all', "worker-src 'none'", 0],
]) {
  test(`under a strict policy: ${title}`, async ({ page, host }) => {
    const rules = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self'; style-src 'self'; ${policy}`;
    await host.open(FLOCK, { head: `<meta http-equiv="Content-Security-Policy" content="${rules}">` });
    await ready(page);
    await expectMoving(page);
    expect(page.workers().length).toBe(threads);
  });
}

test('where a policy forbids WebAssembly the poster stays and a line says why', async ({ page, host }) => {
  const rules = "default-src 'self'; script-src 'self'";
  await host.open(FLOCK, { head: `<meta http-equiv="Content-Security-Policy" content="${rules}">` });
  const message = await withElement(page, (element) => element.ready.catch((/** @type {Error} */ e) => e.message));
  expect(message).toMatch(/wasm-unsafe-eval|WebAssembly/);
  expect(await shownBy(page)).toBe('poster');
});

test('without WebGL 2 the poster stays', async ({ page, host }) => {
  await page.addInitScript(() => {
    delete (/** @type {any} */ (globalThis).WebGL2RenderingContext);
  });
  await host.open(FLOCK);
  const code = await withElement(page, (element) => element.ready.catch((/** @type {any} */ e) => e.code));
  expect(code).toBe('noWebGL2');
  expect(await shownBy(page)).toBe('poster');
  expect(host.asked('/boidforge/boidforge-view.wasm')).toBe(0);
});

test('who wants less motion gets the poster, and the flock when asked for', async ({ page, host }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await host.open('<boid-forge agents="400" autoplay controls></boid-forge>');
  await page.waitForTimeout(500);
  expect(await shownBy(page)).toBe('poster');
  expect(host.asked('/boidforge/boidforge-sim.wasm')).toBe(0);
  await page.getByRole('button', { name: 'Play' }).click();
  await ready(page);
  await expectMoving(page);
  await host.open('<boid-forge agents="400" autoplay reduced-motion="ignore"></boid-forge>');
  await ready(page);
  await expectMoving(page);
});

test('a transparent one shows what lies behind it', async ({ page, host }) => {
  await host.open(
    `<div style="background: rgb(10, 200, 30)"><boid-forge agents="40" background="transparent"></boid-forge></div>`,
  );
  await ready(page);
  await page.waitForTimeout(800); // it fades in
  const { PNG } = await import('pngjs');
  const { data } = PNG.sync.read(await shot(page));
  let behind = 0;
  let flock = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (Math.abs(data[i + 1] - 200) < 12 && data[i] < 40 && data[i + 2] < 60) behind += 1;
    else flock += 1;
  }
  expect(behind).toBeGreaterThan(flock);
  expect(flock).toBeGreaterThan(500);
  const size = await withElement(page, async (element) => {
    const bitmap = await createImageBitmap(await element.toBlob({ width: 320, height: 180 }));
    return [bitmap.width, bitmap.height];
  });
  expect(size).toEqual([320, 180]);
});

test('a lost context is told, and the picture comes back', async ({ page, host }) => {
  await page.addInitScript(() => {
    delete (/** @type {any} */ (globalThis).OffscreenCanvas); // the canvas can be reached then
  });
  await host.open(`${FLOCK}<script>
      window.told = [];
      for (const name of ['contextlost', 'contextrestored'])
        document.querySelector('boid-forge').addEventListener(name, () => window.told.push(name));
    </script>`);
  await ready(page);
  await withElement(page, (element) => {
    const canvas = element.shadowRoot.querySelector('.stage canvas');
    const losing = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    losing.loseContext();
    setTimeout(() => losing.restoreContext(), 200);
  });
  await expect
    .poll(() => page.evaluate(() => /** @type {any} */ (globalThis).told))
    .toEqual(['contextlost', 'contextrestored']);
  await expectMoving(page);
  expect(await shownBy(page)).toBe('flock');
});

test('the picture has the pixels of the screen, at fractional ratios too', async ({ browser, host, page }) => {
  const context = await browser.newContext({ deviceScaleFactor: 1.25, viewport: { width: 700, height: 500 } });
  await host.open(FLOCK);
  const scaled = await context.newPage();
  await scaled.goto(page.url());
  await scaled.addStyleTag({ content: 'boid-forge { width: 333px; height: 211px }' });
  await ready(scaled);
  const canvas = scaled.locator('boid-forge canvas').first();
  const side = async () => Number(await canvas.evaluate((element) => /** @type {HTMLCanvasElement} */ (element).width));
  await expect.poll(side).toBeGreaterThan(0);
  await scaled.evaluate(() => document.querySelector('boid-forge')?.setAttribute('quality', 'high'));
  await expect.poll(side).toBe(416); // 333 * 1.25 = 416.25, as the browser snaps it
  await scaled.evaluate(() => document.querySelector('boid-forge')?.setAttribute('max-dpr', '1'));
  await expect.poll(side).toBe(333);
  await context.close();
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 480, height: 600 } });

  test('the page scrolls under an interactive one', async ({ page, host }) => {
    await host.open('<boid-forge agents="300" autoplay interactive></boid-forge><div style="height: 2000px"></div>', {
      head: '<meta name="viewport" content="width=device-width">',
    });
    await ready(page);
    const client = await page.context().newCDPSession(page);
    /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {number} [y] */
    const touch = (type, y) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] });
    await touch('touchStart', 250);
    for (let y = 240; y > 10; y -= 20) {
      await touch('touchMove', y);
      await page.waitForTimeout(16);
    }
    await touch('touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  });
});

test('a drag on an interactive one attracts the flock', async ({ page, host }) => {
  await host.open('<boid-forge agents="300" autoplay interactive></boid-forge>');
  await ready(page);
  await expectMoving(page);
  await page.mouse.move(100, 100);
  await page.mouse.down();
  await page.mouse.move(200, 150, { steps: 5 });
  await page.waitForTimeout(500);
  await page.mouse.up();
  await page.waitForTimeout(300);
  const text = await withElement(page, async (element) =>
    new TextDecoder().decode(await (await element.record()).arrayBuffer()),
  );
  expect(text).toContain('pointer_strength');
});
