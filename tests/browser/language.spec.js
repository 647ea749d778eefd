import { expectNothingFound } from './axe.js';
import { expect, test } from './fixtures.js';
import { expectFewBytes, openPage, playGolden, state, watchDownloads } from './page-driver.js';

// The page in French, and the way from one language to the other.

/** @typedef {import('@playwright/test').Page} Page */

test.use({ viewport: { width: 960, height: 720 } });

const spoken = (/** @type {Page} */ page) => page.evaluate(() => document.documentElement.lang);

/** @param {Page} page @param {string} name of a language */
const choose = (page, name) => page.locator('.panel-foot').getByText(name).click();

/** @param {Page} page that stands, which leaves the processors to the test */
async function openPaused(page) {
  await openPage(page);
  await page.evaluate(() => boidforge.pause());
}

test('another language takes effect at once, over the same flock, and stays', async ({ page }) => {
  await openPaused(page);
  expect(await spoken(page)).toBe('en');
  await page.locator('#field-w_coh').evaluate((field) => field.closest('.section')?.querySelector('button')?.click());
  await page.locator('#field-w_coh').fill('6');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo: Cohesion weight (Ctrl Z)' })).toBeVisible();
  await page.evaluate(() => boidforge.step(3));
  const before = await state(page);

  await choose(page, 'Français');
  await expect(page.getByRole('complementary', { name: 'Réglages' })).toBeVisible();
  expect(await spoken(page)).toBe('fr');
  await expect(page.getByRole('radio', { name: 'Français' })).toBeFocused();
  expect(await state(page)).toMatchObject({ frame: before.frame, frameHash: before.frameHash });
  await expect(page.locator('.overlay')).toHaveCount(1);
  await expect(page.getByText('Virage le plus serré', { exact: true })).toBeVisible(); // its section is still unfolded
  await expect(page.locator('.frame-count')).toHaveText(`${before.frame} / ${before.frames - 1}`);
  await expect(page.locator('.time')).toHaveText(/^\d+,\d\u00a0s$/);
  await expect(page.locator('#field-w_coh')).toHaveValue('6');

  await page.keyboard.press('Control+z');
  await expect(page.getByText('Annulé : Poids de la cohésion.')).toBeVisible();
  await expect(page.locator('#field-w_coh')).toHaveValue('7');
  await page.getByRole('searchbox').fill('trainees'); // no accents
  await expect(page.getByText('Longueur des traînées')).toBeVisible();

  await page.reload();
  await page.evaluate(() => boidforge.ready);
  expect(await spoken(page)).toBe('fr');
  await choose(page, 'English');
  await expect(page.getByRole('complementary', { name: 'Controls' })).toBeVisible();
  expect(await spoken(page)).toBe('en');
});

test('what the flock cannot be is said in French, and a number has its comma', async ({ page }) => {
  await openPaused(page);
  await choose(page, 'Français');
  await page.getByRole('button', { name: 'Mouvement' }).click();
  await page.locator('#field-min_speed').fill('300.5');
  await page.keyboard.press('Enter');
  await expect(page.locator('#message-min_speed')).toHaveText(
    'Vitesse minimale : 300,5 dépasse « Vitesse maximale », qui vaut 160. La valeur n’a pas changé.',
  );
});

test('a file that is being made is not stopped by another language', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  await openPaused(page);
  await page.keyboard.press('e');
  await page.getByRole('tab', { name: 'Video' }).click();
  const sheet = page.getByRole('tabpanel', { name: 'Video' });
  await sheet.getByLabel('Length').fill('600');
  await sheet.getByLabel('Size').selectOption('custom');
  await sheet.getByLabel('Width').fill('320');
  await sheet.getByLabel('Height').fill('180');
  await sheet.getByLabel('Kind of file').selectOption('webm-vp8');
  await page.getByRole('button', { name: 'Make the video' }).click();
  await expect(page.getByText(/^Picture \d/)).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(page, 'Français');
  await expect(page.locator('#message-language')).toContainText('A file is being made');
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled; nothing was left behind.')).toBeVisible();
});

test.describe('for who reads French', () => {
  test.use({ locale: 'fr-FR' });

  test('the first visit asks as little, and for no English', async ({ page, context }) => {
    const asked = watchDownloads(context);
    await openPage(page);
    const first = asked.splice(0);
    expect(await spoken(page)).toBe('fr');
    expect(first.filter(({ path }) => /\/en-/.test(path))).toEqual([]);
    await expectFewBytes(first);
  });

  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [1440, 900],
  ]) {
    test(`nothing overflows at ${width} x ${height}, nor does axe find anything on a wide window`, async ({ page }) => {
      test.slow(); // axe reads everything a dozen times
      await page.setViewportSize({ width, height });
      await openPaused(page);
      /** @param {string} when */
      const check = async (when) => {
        const outside = await page.evaluate(() =>
          [...document.querySelectorAll('body *')]
            .filter(
              (element) => element.checkVisibility() && !element.closest('.visually-hidden, svg, input, textarea'),
            )
            .map((element) => ({ element, box: element.getBoundingClientRect(), style: getComputedStyle(element) }))
            .filter(({ element, box, style }) => {
              const isClipped = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
              return box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5 || isClipped);
            })
            .map(({ element }) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 60)}`),
        );
        expect(outside, when).toEqual([]);
        if (width > 900) await expectNothingFound(page, when);
      };
      await check('the flock alone');
      if (width < 900) await page.getByRole('button', { name: 'Afficher les réglages' }).click();
      for (const head of await page.locator('.section-head').all()) await head.click();
      await check('the panel, unfolded');
      await page.keyboard.press('?');
      await expect(page.getByText('Raccourcis clavier')).toBeVisible();
      await check('help');
      await page.keyboard.press('?');
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
      await page.keyboard.press('s');
      await expect(page.getByRole('dialog', { name: 'Partager cette nuée' })).toBeVisible();
      await check('share');
      await page.keyboard.press('Escape');
      await page.keyboard.press('i');
      await expect(page.getByText('Polarisation')).toBeVisible();
      await check('what is happening');
      await page.keyboard.press('i');
      await page.keyboard.press('e');
      for (const name of ['Image', 'Vidéo', 'Fichiers', 'Programme']) {
        await page.getByRole('tab', { name }).click();
        await check(`take it away: ${name}`);
      }
      await page.keyboard.press('Escape');
      if (width < 900) await page.getByRole('button', { name: 'Afficher les réglages' }).click();
      await playGolden(page);
      await expect(page.getByText('Monde, estimé')).toBeVisible();
      await check('a recording');
    });
  }

  test('a browser that cannot draw is told so in French', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebGL2RenderingContext'));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'La nuée ne peut pas voler ici' })).toBeVisible();
    await expectNothingFound(page, 'unsupported');
  });

  test.describe('without the French texts', () => {
    test.use({ expectedFaults: /ERR_FAILED/ });

    test('there are the English ones, and without any a line in both', async ({ page }) => {
      await page.route('**/fr-*.js', (route) => route.abort());
      await openPage(page);
      expect(await spoken(page)).toBe('en');
      await expect(page.getByRole('button', { name: 'Help and keys' })).toBeVisible();
      await page.route('**/en-*.js', (route) => route.abort());
      await page.goto('/');
      await expect(page.getByText('BoidForge n’a pas pu être chargé. Rechargez la page.')).toBeVisible();
    });
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('the page says in both languages what it needs', async ({ page }) => {
      await page.goto('/');
      const text = await page.locator('noscript').innerText();
      expect(text).toContain('Allow JavaScript for this page to see it.');
      expect(text).toContain('Autorisez JavaScript pour cette page pour la voir.');
    });
  });
});
