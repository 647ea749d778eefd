/**
 * Changes that may only fit together (the lowest speed and the top speed), in an order in which each is accepted; or
 * none of them.
 * @param {(name: string, text: string) => void} change throws what is refused
 * @param {Record<string, string>} wanted
 * @param {Record<string, string>} before the values in force
 */
export function changeTogether(change, wanted, before) {
  /** @type {string[]} */
  const done = [];
  let waiting = Object.keys(wanted);
  while (waiting.length > 0) {
    /** @type {unknown} */
    let reason = null;
    const left = waiting.filter((name) => {
      try {
        change(name, wanted[name]);
        done.push(name);
        return false;
      } catch (error) {
        reason ??= error;
        return true;
      }
    });
    if (left.length === waiting.length) {
      for (const name of done.reverse()) change(name, before[name]);
      throw reason;
    }
    waiting = left;
  }
}
