/**
 * Ctrl Z, Ctrl Shift Z and Ctrl Y (with the command key on a Mac). A text that is being typed has the browser's own.
 * @param {object} parts
 * @param {() => void} parts.onUndo
 * @param {() => void} parts.onRedo
 * @returns {{destroy: () => void}}
 */
export function createUndoKeys({ onUndo, onRedo }) {
  let typing = false;
  const watchTyping = (/** @type {Event} */ event) => {
    const { target } = event;
    typing = event.type === 'input' && target instanceof HTMLInputElement && ['number', 'text'].includes(target.type);
  };

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey) || typing) return;
    if (document.querySelector('dialog[open]')) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) onRedo();
    else onUndo();
  }
  const changes = ['input', 'change', 'focusin', 'focusout'];
  for (const type of changes) addEventListener(type, watchTyping);
  addEventListener('keydown', press);
  return {
    destroy() {
      for (const type of changes) removeEventListener(type, watchTyping);
      removeEventListener('keydown', press);
    },
  };
}
