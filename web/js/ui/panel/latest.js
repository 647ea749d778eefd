/**
 * Runs one at a time and not more often than the screen shows pictures; of what comes meanwhile only the latest counts.
 * @template T
 * @param {(value: T) => Promise<unknown>} run
 * @returns {(value: T) => void}
 */
export function createLatest(run) {
  /** @type {{value: T} | null} */
  let waiting = null;
  let running = false;

  async function work() {
    while (waiting) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const { value } = waiting;
      waiting = null;
      await run(value).catch(() => {}); // what is let go in the end is told
    }
    running = false;
  }

  return (value) => {
    waiting = { value };
    if (running) return;
    running = true;
    work();
  };
}
