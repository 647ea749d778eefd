import { t } from '../strings.js';
import { h } from './dom.js';
import { iconButton } from './icon-button.js';
import { gestureHelp, keyHelp } from './keyboard.js';

/** @param {[string, string]} line */
const helpLine = ([key, text]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, text));

/**
 * The help sheet, a modal dialog: the browser keeps the focus inside and closes it on Escape.
 * @param {() => void} onForget what this device remembers
 */
export function createHelp(onForget) {
  const forget = () => {
    element.close();
    onForget();
  };
  const element = h(
    'dialog',
    { class: 'sheet glass', 'aria-labelledby': 'help-title' },
    h(
      'div',
      { class: 'sheet-head' },
      h('h2', { id: 'help-title' }, t('helpTitle')),
      iconButton('close', t('close'), () => element.close()),
    ),
    h('p', {}, t('helpIntro')),
    h('p', { class: 'sheet-link' }, h('a', { href: '?bench' }, t('benchLink'))),
    h('h3', {}, t('helpPointer')),
    h('dl', { class: 'keys gestures' }, ...gestureHelp().map(helpLine)),
    h('h3', {}, t('helpKeys')),
    h('dl', { class: 'keys' }, ...keyHelp().map(helpLine)),
    h('h3', {}, t('helpDevice')),
    h('p', {}, t('helpRemembers')),
    h('button', { type: 'button', class: 'text-button forget-button', onclick: forget }, t('forget')),
  );
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close(); // the backdrop
  });
  return {
    element,
    toggle: () => (element.open ? element.close() : element.showModal()),
    destroy: () => element.remove(),
  };
}
