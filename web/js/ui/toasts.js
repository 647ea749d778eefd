import { t } from '../strings.js';
import { h } from './dom.js';
import { iconButton } from './icon-button.js';

const INFO_MS = 6000;
const ERROR_MS = 12_000;
const OFFER_MS = 30_000; // there is something to decide
const MOST = 3;

/**
 * @typedef {{label: string, act: () => void}} Offer something to do about a message
 */

/**
 * Messages that come and go. Errors interrupt a screen reader, the rest waits its turn.
 */
export function createToasts() {
  const polite = h('div', { class: 'toast-stack', role: 'status' });
  const urgent = h('div', { class: 'toast-stack', role: 'alert' });
  const element = h('div', { class: 'toasts' }, urgent, polite);
  /** @type {Set<ReturnType<typeof setTimeout>>} */
  const timers = new Set();

  /**
   * @param {HTMLElement} stack
   * @param {string} text
   * @param {number} lasts_ms
   * @param {string} kind
   * @param {Offer} [offer]
   */
  function show(stack, text, lasts_ms, kind, offer) {
    for (const old of [...stack.children]) {
      if (/** @type {HTMLElement} */ (old).dataset.text === text) old.remove();
    }
    while (stack.children.length >= MOST) stack.firstElementChild?.remove();
    const toast = h('div', { class: `toast glass ${kind}`, 'data-text': text }, h('p', {}, text));
    if (offer) {
      const accept = () => {
        toast.remove();
        offer.act();
      };
      toast.append(h('button', { type: 'button', class: 'text-button', onclick: accept }, offer.label));
    }
    toast.append(iconButton('close', t('close'), () => toast.remove()));
    stack.append(toast);
    const timer = setTimeout(() => {
      timers.delete(timer);
      toast.remove();
    }, lasts_ms);
    timers.add(timer);
  }

  return {
    element,
    /** @param {string} text */
    info: (text) => show(polite, text, INFO_MS, 'toast-info'),
    /** @param {string} text @param {Offer} [offer] */
    error: (text, offer) => show(urgent, text, offer ? OFFER_MS : ERROR_MS, 'toast-error', offer),
    clear() {
      polite.replaceChildren();
      urgent.replaceChildren();
    },
    destroy() {
      for (const timer of timers) clearTimeout(timer);
      element.remove();
    },
  };
}
