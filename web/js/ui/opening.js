import { formatBytes, t } from '../strings.js';
import { h, setText } from './dom.js';

const AFTER_MS = 300; // what opens sooner needs no word

/** @param {number} received @param {number | null} total @returns {string} */
export const amountText = (received, total) =>
  total === null
    ? formatBytes(received)
    : t('amountOf', { received: formatBytes(received), total: formatBytes(total) });

/**
 * What is said of a recording while its first picture is still on its way.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {() => void} parts.onStop
 */
export function createOpening({ store, onStop }) {
  const text = h('p', { role: 'status' });
  const amount = h('p', { class: 'opening-amount' });
  const bar = h('progress', { 'aria-label': t('openingProgress'), max: 1 });
  const element = h(
    'div',
    { class: 'toast glass opening', hidden: true },
    h('div', {}, text, bar, amount),
    h('button', { type: 'button', class: 'text-button', onclick: onStop }, t('stop')),
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function show() {
    const { opening } = store.get();
    element.hidden = opening === null;
    if (!opening) return;
    const { name, host, received, total } = opening;
    setText(text, host ? t('openingFrom', { name, host }) : t('opening', { name }));
    setText(amount, received > 0 ? amountText(received, total) : t('waitingForAnswer'));
    if (total) bar.value = received / total;
    else bar.removeAttribute('value');
  }

  const unsubscribe = store.subscribe(({ opening }) => {
    if (!opening) {
      clearTimeout(timer);
      timer = undefined;
      element.hidden = true;
    } else if (!element.hidden) show();
    else timer ??= setTimeout(show, AFTER_MS);
  });

  return {
    element,
    destroy() {
      unsubscribe();
      clearTimeout(timer);
      element.remove();
    },
  };
}
