const PRESSED = ['radio', 'checkbox', 'color']; // with the space key

/** Keys that a focused control uses itself. @param {EventTarget | null} target @param {string} key */
function belongsToControl(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog[open]')) return key !== '?';
  if (target instanceof HTMLInputElement) {
    if (target.type === 'number' || target.type === 'text') return true;
    return key.startsWith('Arrow') || key === 'Home' || key === 'End' || (key === ' ' && PRESSED.includes(target.type));
  }
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter');
}

/**
 * A key with what is held down, as bindings name it: Shift counts where it makes no other character of it.
 * @param {KeyboardEvent} event
 */
function nameOf({ key, shiftKey }) {
  if (key.length > 1) return shiftKey ? `Shift+${key}` : key;
  const letter = key.toLowerCase();
  return shiftKey && letter !== key ? `Shift+${letter}` : letter;
}

/**
 * @param {Record<string, () => void>} bindings by KeyboardEvent.key, letters in lower case; `Shift+` before those
 *   that want it. A letter that is bound without Shift alone is the same with it
 * @returns {{destroy: () => void}}
 */
export function createKeyboard(bindings) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = nameOf(event);
    const bound = name in bindings ? name : name.replace(/^Shift\+(?=.$)/, '');
    if (!Object.hasOwn(bindings, bound) || belongsToControl(event.target, event.key)) return;
    event.preventDefault();
    bindings[bound]();
  }
  addEventListener('keydown', press);
  return { destroy: () => removeEventListener('keydown', press) };
}
