// Browsers draw a page's newest graphics contexts and take away the oldest: 16 in Chromium, 8 on phones. Elements
// share as many as a phone allows. One that cannot be seen gives its own up, shows its last picture as a still, and
// gets one back when it is seen again.

export const MOST_CONTEXTS = 8;

/**
 * @typedef {object} Holder
 * @property {() => boolean} isShown
 * @property {() => void} giveUp its context; called only while it is not shown
 * @property {() => void} retry there is room: it may ask again
 */

/** Those with a context; the one seen longest ago comes first. @type {Set<Holder>} */
const holders = new Set();
/** @type {Set<Holder>} */
const waiting = new Set();

/**
 * @param {Holder} holder
 * @returns {boolean} false: all are in use by elements that can be seen; its `retry` is called later
 */
export function takeContext(holder) {
  if (!holders.has(holder) && holders.size >= MOST_CONTEXTS) {
    const spare = [...holders].find((other) => !other.isShown());
    if (!spare) {
      waiting.add(holder);
      return false;
    }
    holders.delete(spare);
    spare.giveUp();
  }
  waiting.delete(holder);
  holders.delete(holder);
  holders.add(holder); // seen last
  return true;
}

/** Somebody went out of sight, so those that wait may have theirs. */
export function contextsMayBeFree() {
  for (const holder of [...waiting]) holder.retry();
}

/** @param {Holder} holder that is gone */
export function dropContext(holder) {
  holders.delete(holder);
  waiting.delete(holder);
  contextsMayBeFree();
}
