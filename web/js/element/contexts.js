// Browsers draw a page's newest graphics contexts and take away the oldest: 16 in Chromium, 8 on phones. Elements
// share as many as a phone allows. One that cannot be seen gives its own up, shows its last picture as a still, and
// gets one back when it is seen again.

export const MOST_CONTEXTS = 8;

/**
 * @typedef {object} Holder
 * @property {() => boolean} isShown
 * @property {() => boolean} isSpare its context can be taken: it is not shown, and has drawn something
 * @property {() => void} giveUp its context; called only while it is spare
 * @property {() => void} retry there is room: it may ask again
 */

/** Those with a context; the one seen longest ago comes first. @type {Set<Holder>} */
const holders = new Set();
/** @type {Set<Holder>} */
const waiting = new Set();

/**
 * @param {Holder} holder
 * @returns {boolean} false: all are in use, by elements that can be seen, or it is not seen itself; its `retry` is called
 *   when one may be free
 */
export function takeContext(holder) {
  if (!holders.has(holder) && holders.size >= MOST_CONTEXTS) {
    const spare = holder.isShown() ? [...holders].find((other) => other.isSpare()) : undefined;
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

/** A context may have become spare: those that wait in sight ask again. */
export function contextsMayBeFree() {
  for (const holder of [...waiting]) if (holder.isShown()) holder.retry();
}

/** @param {Holder} holder that is gone */
export function dropContext(holder) {
  holders.delete(holder);
  waiting.delete(holder);
  contextsMayBeFree();
}
