import { expect, test } from './fixtures.js';
import { expectFewBytes, openPage, playGolden, state, watchDownloads } from './page-driver.js';

/** @typedef {import('@playwright/test').Page} Page */

test.use({ viewport: { width: 960, height: 720 } });

/** The flock stands, which leaves a software renderer's processors to the test. @param {Page} page */
async function openPaused(page) {
  await openPage(page);
  await page.evaluate(() => boidforge.pause());
}

/** @param {Page} page @param {string} title */
const section = (page, title) => page.getByRole('button', { name: new RegExp(`^${title}`) });

/** @param {Page} page @param {string} name of a value */
const field = (page, name) => page.locator(`#field-${name}`);

/** @param {Page} page @param {string} name @param {string} value */
async function type(page, name, value) {
  await field(page, name).fill(value);
  await page.keyboard.press('Enter');
}

test('every parameter of the tables has a control in words', async ({ page }) => {
  await openPaused(page);
  const names = await page
    .locator('.row')
    .evaluateAll((rows) =>
      rows.map((row) => [/** @type {HTMLElement} */ (row).dataset.name, row.querySelector('.row-label')?.textContent]),
    );
  const known = Object.fromEntries(names);
  for (const name of ['agents', 'seed', 'dt', 'boundary', 'r_sep', 'w_coh', 'max_force', 'numerics', 'threads']) {
    expect(known).toHaveProperty(name);
  }
  for (const name of ['palette', 'body', 'trail_decay', 'exposure', 'auto_exposure', 'background', 'background_low']) {
    expect(known).toHaveProperty(name);
  }
  expect(known.r_sep).toBe('Separation radius');
  for (const label of Object.values(known)) expect(label).toMatch(/^[A-Z][^_]+$/);
});

test('sections fold and unfold with the keyboard, and the flock flies on', async ({ page }) => {
  await openPage(page);
  await expect(field(page, 'r_sep')).toBeHidden();
  await section(page, 'Movement').focus();
  await page.keyboard.press(' ');
  await expect(field(page, 'r_sep')).toBeVisible();
  await expect(section(page, 'Movement')).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Enter');
  await expect(field(page, 'r_sep')).toBeHidden();
  expect((await state(page)).playing).toBe(true);
});

test('a search finds by label, name, section and hint, and unfolds what it finds', async ({ page }) => {
  await openPaused(page);
  const search = page.getByRole('searchbox');
  for (const [query, name, other] of [
    ['cohesion radius', 'r_coh', 'r_sep'],
    ['r_coh', 'r_coh', 'r_sep'],
    ['CORNERS', 'vignette', 'trail'],
    ['background', 'background', 'trail'],
    ['fish', 'body', 'agents'],
  ]) {
    await search.fill(query);
    await expect(field(page, name), `${name} for “${query}”`).toBeVisible();
    await expect(field(page, other), `${other} for “${query}”`).toBeHidden();
  }
  await search.fill('radius');
  await expect(page.locator('.search-result')).toHaveText('3 controls found.');
  await search.fill('xyzzy');
  await expect(page.locator('.search-result')).toHaveText('No control is called “xyzzy”.');
  await search.press('Escape');
  await expect(field(page, 'agents')).toBeVisible();
  await expect(field(page, 'r_coh')).toBeHidden();
  await search.fill('cohesion radius');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
});

test('a slash goes to the search, wherever the panel is', async ({ page }) => {
  await openPaused(page);
  await page.getByRole('button', { name: 'Hide the controls' }).click();
  await expect(page.locator('.panel')).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('h/ c'); // letters that are keys elsewhere
  await expect(page.getByRole('searchbox')).toHaveValue('h/ c');
});

test('the camera’s switch is pressed with the space key, and goes with the F key', async ({ page }) => {
  await openPaused(page);
  await section(page, 'Camera').click();
  const follow = page.getByRole('switch', { name: 'Follow the flock' });
  await follow.focus();
  await page.keyboard.press(' ');
  await page.waitForFunction(() => boidforge.state().following);
  expect((await state(page)).playing).toBe(false);
  await page.keyboard.press('f');
  await expect(follow).not.toBeChecked();
});

test('a changed value says so, and one press brings the scene’s back', async ({ page }) => {
  await openPaused(page);
  await section(page, 'Movement').click();
  await section(page, 'Trails and light').click();
  const reset = page.getByRole('button', { name: 'Separation radius: as the scene says' });
  await expect(reset).toBeHidden();
  await type(page, 'r_sep', '25');
  await expect(reset).toBeVisible();
  await expect(section(page, 'Movement')).toContainText('1 changed');
  await reset.click();
  await expect(field(page, 'r_sep')).toHaveValue('17');
  await expect(field(page, 'r_sep')).toBeFocused();
  await expect(reset).toBeHidden();

  await type(page, 'exposure', '2');
  await type(page, 'w_coh', '9');
  await expect(section(page, 'Trails and light')).toContainText('1 changed');
  await page.getByRole('button', { name: 'Everything as the scene says' }).click();
  await expect(field(page, 'exposure')).toHaveValue('1.1');
  await expect(field(page, 'w_coh')).toHaveValue('7');
  await expect(section(page, 'Movement')).not.toContainText('changed');
  await expect(page.getByRole('button', { name: 'Everything as the scene says' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('a chosen look is no change of its single values', async ({ page }) => {
  await openPaused(page);
  await section(page, 'Background').click();
  await page.getByRole('combobox', { name: 'Look' }).selectOption({ label: 'Ink on paper' });
  await expect(field(page, 'background')).toHaveValue('#f1ebde');
  await expect(section(page, 'Background')).not.toContainText('changed');
  await field(page, 'background').fill('#204060');
  await expect(section(page, 'Background')).toContainText('1 changed');
  await page.getByRole('button', { name: 'Sky: as the scene says' }).click();
  await expect(field(page, 'background')).toHaveValue('#f1ebde');
});

test('undo and redo go through every change, by keys and by buttons', async ({ page }) => {
  await openPaused(page);
  const look = page.getByRole('combobox', { name: 'Look' });
  const undo = page.getByRole('button', { name: /^Undo/ });
  const redo = page.getByRole('button', { name: /^Redo/ });
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  await type(page, 'agents', '300');
  await page.waitForFunction(() => boidforge.state().agents === 300);
  await look.selectOption({ label: 'Ember' });
  await page.getByText('Plasma', { exact: true }).click();
  await page.waitForFunction(() => boidforge.state().scene === 'plasma');
  await expect(look).toHaveValue('scene');

  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => boidforge.state().scene === 'murmuration' && boidforge.state().agents === 300);
  await expect(page.getByRole('status').filter({ hasText: 'Undone: Scene.' })).toBeVisible();
  await expect(look).toHaveValue('ember');
  await page.keyboard.press('Control+z');
  await expect(look).toHaveValue('scene');
  await undo.click();
  await page.waitForFunction(() => boidforge.state().agents === 5000);
  await expect(undo).toHaveAttribute('aria-disabled', 'true');

  await redo.click();
  await page.waitForFunction(() => boidforge.state().agents === 300);
  await page.keyboard.press('Control+Shift+z');
  await expect(look).toHaveValue('ember');
  await page.keyboard.press('Control+y');
  await page.waitForFunction(() => boidforge.state().scene === 'plasma');
  await expect(redo).toHaveAttribute('aria-disabled', 'true');
});

test('a drag is one step, and so are arrow keys in a row', async ({ page }) => {
  await openPage(page); // while it stands, a software renderer takes seconds to paint trails anew
  await section(page, 'Trails and light').click();
  const slider = page.getByRole('slider', { name: 'Exposure', exact: true });
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not shown');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  for (const share of [0.6, 0.7, 0.8]) await page.mouse.move(box.x + box.width * share, y);
  await expect(field(page, 'exposure')).toHaveValue(/^3\./);
  // Shown before it is let go, and no step yet.
  await expect(section(page, 'Trails and light')).toContainText('1 changed');
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveAttribute('aria-disabled', 'true');
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Undo: Exposure (Ctrl Z)' })).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Control+z');
  await expect(field(page, 'exposure')).toHaveValue('1.1');
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveAttribute('aria-disabled', 'true');

  await slider.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await expect(field(page, 'exposure')).toHaveValue('1.15');
  await page.keyboard.press('Control+z');
  await expect(field(page, 'exposure')).toHaveValue('1.1');
});

test('a parameter of the simulation waits until its slider is let go', async ({ page }) => {
  await openPaused(page);
  const slider = page.getByRole('slider', { name: 'Agents' });
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not shown');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.2, y);
  await expect(field(page, 'agents')).toHaveValue(/^\d\d$|^1\d\d$/);
  await page.waitForTimeout(300);
  expect((await state(page)).agents).toBe(5000);
  await page.mouse.up();
  const wanted = Number(await field(page, 'agents').inputValue());
  await page.waitForFunction((agents) => boidforge.state().agents === agents, wanted);
});

test('what cannot be is said beside its field, and the old value stays', async ({ page }) => {
  await openPaused(page);
  await section(page, 'Movement').click();
  const message = (/** @type {string} */ name) => page.locator(`#message-${name}`);
  await type(page, 'r_sep', '3000000');
  await expect(message('r_sep')).toHaveText('Separation radius goes from 0 to 1,000,000. It stays as it was.');
  await expect(field(page, 'r_sep')).toHaveValue('17');
  await expect(field(page, 'r_sep')).toHaveAttribute('aria-invalid', 'true');
  await type(page, 'agents', '12.5');
  await expect(message('agents')).toHaveText('Agents is a whole number from 0 to 50,000,000. It stays as it was.');
  await expect(field(page, 'agents')).toHaveValue('5000');
  await type(page, 'min_speed', '400');
  await expect(message('min_speed')).toHaveText(
    'Lowest speed: 400 is above “Top speed”, which is 160. It stays as it was.',
  );
  await expect(field(page, 'min_speed')).toHaveValue('50');
  await type(page, 'r_sep', '18');
  await expect(message('r_sep')).toBeHidden();
  await expect(page.locator('.toast-error')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo: Separation radius (Ctrl Z)' })).toBeVisible();
});

test('undo works after a search that was typed and left', async ({ page }) => {
  await openPaused(page);
  await page.keyboard.press('c');
  await expect(page.locator('.toast-info')).toContainText('Palette:');
  await page.keyboard.press('/');
  await page.keyboard.type('speed');
  await page.keyboard.press('Escape');
  await page.locator('#flock').click({ position: { x: 5, y: 400 } });
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: Palette.')).toBeVisible();
});

test('changes in one breath do not undo each other', async ({ page }) => {
  await openPaused(page);
  const seen = await page.evaluate(async () => {
    await Promise.all([boidforge.set('agents', 200), boidforge.set('seed', 9), boidforge.set('palette', 'ice')]);
    return boidforge.state();
  });
  expect(seen).toMatchObject({ agents: 200, seed: 9 });
  await expect(page.locator('.legend-value')).toHaveText('Ice');
});

test('a recording shows the controls of the picture alone', async ({ page }) => {
  await openPaused(page);
  await playGolden(page);
  await expect(field(page, 'agents')).toBeHidden();
  await expect(section(page, 'Movement')).toBeHidden();
  await section(page, 'Trails and light').click();
  await type(page, 'bloom', '0');
  await expect(field(page, 'bloom_threshold')).toBeHidden(); // nothing glows
  await page.keyboard.press('Control+z');
  await expect(field(page, 'bloom')).toHaveValue('1.1');
  expect((await state(page)).live).toBe(false);
});

test('the first visit asks little, and pictures of scenes come after the flock', async ({ page, context }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  const asked = watchDownloads(context);
  await openPage(page);
  const first = asked.splice(0);
  const posters = first.filter(({ path }) => path.endsWith('.webp'));
  expect(posters).toEqual([]);
  await expectFewBytes(first);

  await expect(page.locator('.poster.is-loaded')).toHaveCount(await page.locator('.card').count());
  for (const { path, bytes } of asked.filter(({ path }) => path.endsWith('.webp'))) {
    expect(await bytes, path).toBeLessThanOrEqual(8200);
    expect(await bytes, path).toBeGreaterThan(2000);
  }
});

for (const [width, height] of [
  [390, 844],
  [320, 640],
]) {
  test(`fingers find every control at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPaused(page);
    await page.getByRole('button', { name: 'Show the controls' }).click();
    for (const head of await page.locator('.section-head').all()) await head.click();
    await type(page, 'seed', '4294967295');
    const small = await page.locator('.panel').evaluate((panel) =>
      [...panel.querySelectorAll('button, select, input, .segment, .swatch, .card')]
        .map((control) => (control.matches('.visually-hidden') ? control.parentElement : control))
        .map((control) => ({ what: control?.outerHTML.slice(0, 120), box: control?.getBoundingClientRect() }))
        .filter(({ box }) => box && box.height > 0 && (box.height < 38 || box.right > innerWidth || box.left < 0)),
    );
    expect(small).toEqual([]);
    const wide = await page.locator('.panel-body').evaluate((body) => body.scrollWidth - body.clientWidth);
    expect(wide).toBe(0);
  });
}
