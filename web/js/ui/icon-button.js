import { h } from './dom.js';
import { icon } from './icons.js';

/**
 * @param {string} name of the icon
 * @param {string} label for screen readers and as a hint
 * @param {() => void} onClick
 * @param {string} [extraClass]
 */
export function iconButton(name, label, onClick, extraClass = '') {
  const button = h(
    'button',
    { type: 'button', class: `icon-button ${extraClass}`.trim(), onclick: onClick },
    icon(name),
  );
  setIcon(button, name, label);
  return button;
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} name
 * @param {string} label
 */
export function setIcon(button, name, label) {
  if (button.dataset.icon !== name) {
    button.dataset.icon = name;
    button.replaceChildren(icon(name));
  }
  if (button.getAttribute('aria-label') === label) return;
  button.setAttribute('aria-label', label);
  button.title = label;
}
