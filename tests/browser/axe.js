import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { expect } from './fixtures.js';

// axe-core reads the page as assistive technology would. It goes in through the debugger, past the page's policy.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} when
 * @param {string} [within] a selector
 */
export async function expectNothingFound(page, when, within = 'html') {
  await page.evaluate(axe);
  const found = await page.evaluate(async (root) => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(root, { resultTypes: ['violations'] });
    return violations.map((/** @type {any} */ violation) => ({
      rule: violation.id,
      where: violation.nodes.map((/** @type {any} */ node) => `${node.target}: ${node.failureSummary}`),
    }));
  }, within);
  expect(found, when).toEqual([]);
}
