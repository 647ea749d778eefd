import { h } from './dom.js';

/**
 * The browser's own file dialog.
 * @param {(file: File) => void} onFile
 */
export function createFileChooser(onFile) {
  const element = h('input', { type: 'file', accept: '.bfs', hidden: true, tabindex: -1, id: 'file' });
  element.addEventListener('change', () => {
    const file = element.files?.[0];
    element.value = ''; // so that the same file can be chosen again
    if (file) onFile(file);
  });
  return { element, open: () => element.click(), destroy: () => element.remove() };
}
