import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Memory bytes
 * @property {number} objects of JavaScript, on the page and in its workers
 * @property {number} buffers there: frames, blocks of recordings; not the modules' memory
 * @property {number} processes private memory of the browser's processes, without the one that draws
 * @property {string} modules what the page says of the modules' memory
 */

/**
 * What the page and its workers hold, once everything is gone that nobody refers to.
 * @param {import('@playwright/test').Page} page with the sheet What is happening open
 * @returns {Promise<{read: () => Promise<Memory>}>}
 */
export async function createMemoryProbe(page) {
  const session = await page.context().newCDPSession(page);
  const browser = await /** @type {import('@playwright/test').Browser} */ (
    page.context().browser()
  ).newBrowserCDPSession();
  /** @type {Map<number, (result: any) => void>} */
  const waiting = new Map();
  /** @type {string[]} */
  const workers = [];
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });

  let asked = 0;
  /**
   * @param {string | null} worker null: the page
   * @param {'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage'} method
   * @returns {Promise<any>}
   */
  function ask(worker, method) {
    if (worker === null) return session.send(method);
    return new Promise((resolve) => {
      const id = ++asked;
      waiting.set(id, resolve);
      session.send('Target.sendMessageToTarget', { sessionId: worker, message: JSON.stringify({ id, method }) });
    });
  }

  async function privateBytes() {
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    return processInfo
      .filter(({ type }) => type !== 'GPU')
      .reduce(
        (sum, { id }) => sum + 1024 * Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]),
        0,
      );
  }

  return {
    async read() {
      let [objects, buffers] = [0, 0];
      for (const worker of [null, ...workers]) {
        for (let i = 0; i < 2; i++) await ask(worker, 'HeapProfiler.collectGarbage'); // what one frees may hold more
        const { usedSize, backingStorageSize } = await ask(worker, 'Runtime.getHeapUsage');
        objects += usedSize;
        buffers += backingStorageSize;
      }
      const modules = await page.locator('[data-fact=memory] dd').innerText();
      return { objects, buffers, processes: await privateBytes(), modules };
    },
  };
}
