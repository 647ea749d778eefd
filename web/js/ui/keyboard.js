import { t } from '../strings.js';

/** @returns {[string, string][]} keys and what they do, for the help sheet */
export const keyHelp = () => [
  [t('spaceKey'), t('key.space')],
  ['←', t('key.left')],
  ['→', t('key.right')],
  ['Home', t('key.home')],
  ['End', t('key.end')],
  ['R', t('key.r')],
  ['C', t('key.c')],
  ['F', t('key.f')],
  ['O', t('key.o')],
  ['H', t('key.h')],
  ['?', t('key.help')],
];

/** Keys that a focused control uses itself. @param {EventTarget | null} target @param {string} key */
function belongsToControl(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog[open]')) return key !== '?';
  if (target instanceof HTMLInputElement) {
    if (target.type === 'number' || target.type === 'text') return true;
    return key.startsWith('Arrow') || key === 'Home' || key === 'End' || (key === ' ' && target.type === 'radio');
  }
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter');
}

/**
 * @param {Record<string, () => void>} bindings by KeyboardEvent.key, letters in lower case
 * @returns {{destroy: () => void}}
 */
export function createKeyboard(bindings) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!Object.hasOwn(bindings, key) || belongsToControl(event.target, key)) return;
    event.preventDefault();
    bindings[key]();
  }
  addEventListener('keydown', press);
  return { destroy: () => removeEventListener('keydown', press) };
}
