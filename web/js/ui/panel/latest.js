/**
 * Runs one at a time and not more often than the screen shows pictures; of what comes meanwhile only the latest counts.
 * @template T
 * @param {(value: T) => Promise<unknown>} run
 */
export function createLatest(run) {
  /** @type {{value: T} | null} */
  let waiting = null;
  let running = false;

  async function work() {
    running = true;
    while (waiting) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const next = waiting;
      waiting = null;
      if (next) await run(next.value).catch(() => {}); // what is let go in the end is told
    }
    running = false;
  }

  return {
    /** @param {T} value */
    run(value) {
      waiting = { value };
      if (!running) work();
    },
    /** What has not begun never will. */
    cancel() {
      waiting = null;
    },
  };
}
