import { expect, test as base } from '@playwright/test';

// Every test gets a page that is watched: whatever it does, it may write no error or warning to the console,
// throw nothing, break no rule of its content security policy, and ask nothing of another origin.

export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
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
    expect(faults, 'the page wrote errors, broke its policy or asked another origin').toEqual([]);
  },
});

export { expect };
