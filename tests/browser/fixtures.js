import { expect, test as base } from '@playwright/test';

// Every test gets a page that is watched: whatever it does, it may write no error or warning to the console,
// throw nothing, break no rule of its content security policy, and ask nothing of another origin.

/** @typedef {{expectedFaults: RegExp | null}} Options `expectedFaults`: what a test provokes on purpose */

/**
 * @type {import('@playwright/test').Fixtures<Options, {}, import('@playwright/test').PlaywrightTestArgs &
 *   import('@playwright/test').PlaywrightTestOptions>}
 */
const fixtures = {
  expectedFaults: [null, { option: true }],

  page: async ({ page, baseURL, expectedFaults }, use) => {
    /** @type {string[]} */
    const faults = [];
    const origin = new URL(String(baseURL)).origin;

    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        // Chromium's own advice about reading pixels back, which the picture test does on purpose.
        if (!/GPU stall due to ReadPixels/.test(message.text())) faults.push(`console: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) faults.push(`request: ${url}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`);
    });
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });

    await use(page);
    const unexpected = faults.filter((fault) => !expectedFaults?.test(fault));
    expect(unexpected, 'the page wrote errors, broke its policy or asked another origin').toEqual([]);
  },
};

/** @type {import('@playwright/test').TestType<import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions & Options, import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions>} */
export const test = base.extend(fixtures);

export { expect };
