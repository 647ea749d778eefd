import '../../css/file-choice.css';
import { formatBytes, t } from '../strings.js';
import { h } from './dom.js';
import { iconButton } from './icon-button.js';

/**
 * Several files came: which one is to be opened? A modal dialog, as the help sheet.
 * @param {(file: File) => void} onFile
 */
export function createFileChoice(onFile) {
  const list = h('ul', { class: 'file-choice' });
  const element = h(
    'dialog',
    { class: 'sheet glass', 'aria-labelledby': 'choice-title' },
    h(
      'div',
      { class: 'sheet-head' },
      h('h2', { id: 'choice-title' }, t('whichFile')),
      iconButton('close', t('close'), () => element.close()),
    ),
    list,
  );
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close(); // the backdrop
  });

  /** @param {File} file */
  function row(file) {
    const choose = () => {
      element.close();
      onFile(file);
    };
    const name = h('span', { class: 'file-choice-name' }, file.webkitRelativePath || file.name);
    const size = h('span', { class: 'file-choice-size' }, formatBytes(file.size));
    return h('li', {}, h('button', { type: 'button', onclick: choose }, name, size));
  }

  return {
    element,
    /** @param {File[]} files */
    offer(files) {
      list.replaceChildren(...files.map(row));
      if (!element.open) element.showModal();
    },
    destroy: () => element.remove(),
  };
}
