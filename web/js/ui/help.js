import '../../css/help.css';
import { t } from '../strings.js';
import { h } from './dom.js';
import { iconButton } from './icon-button.js';

/** @returns {[string, string][]} keys and what they do, for the help sheet */
const keyHelp = () => [
  [t('spaceKey'), t('key.space')],
  ['← →', t('key.step')],
  [`${t('shiftKey')} ← →`, t('key.jump')],
  [t('homeKey'), t('key.home')],
  [t('endKey'), t('key.end')],
  ['↑ ↓', t('key.speed')],
  ['1', t('key.speedReset')],
  ['R', t('key.r')],
  ['C', t('key.c')],
  ['F', t('key.f')],
  ['+ −', t('key.zoom')],
  ['0', t('key.zoomReset')],
  ['P', t('key.pointer')],
  ['I', t('key.insight')],
  ['O', t('key.o')],
  ['E', t('key.takeAway')],
  ['H', t('key.h')],
  [`${t('shiftKey')} F`, t('key.fullScreen')],
  ['S', t('key.share')],
  ['/', t('key.search')],
  ['Ctrl Z', t('key.undo')],
  [`Ctrl ${t('shiftKey')} Z`, t('key.redo')],
  ['?', t('key.help')],
];

/** @returns {[string, string][]} what can be done on the flock itself */
const gestureHelp = () => [
  [t('gesture.drag'), t('gesture.dragDoes')],
  [t('gesture.scare'), t('gesture.scareDoes')],
  [t('gesture.pan'), t('gesture.panDoes')],
  [t('gesture.zoom'), t('gesture.zoomDoes')],
  [t('gesture.reset'), t('key.zoomReset')],
];

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
