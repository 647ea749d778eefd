import { h } from './dom.js';

/**
 * The browser's own file dialog.
 * @param {(files: File[]) => void} onFiles at least one
 */
export function createFileChooser(onFiles) {
  const element = h('input', {
    type: 'file',
    accept: '.bfs,.json',
    multiple: true,
    hidden: true,
    tabindex: -1,
    id: 'file',
  });
  element.addEventListener('change', () => {
    const files = [...(element.files ?? [])];
    element.value = ''; // so that the same file can be chosen again
    if (files.length > 0) onFiles(files);
  });
  return { element, open: () => element.click(), destroy: () => element.remove() };
}
