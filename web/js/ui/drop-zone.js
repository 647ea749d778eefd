import { PlainError } from '../errors.js';
import { t } from '../strings.js';
import { h } from './dom.js';

// The whole window takes drops, and none of them may reach the browser, which would leave the page for the file.
// Enter and leave events come in pairs for every element crossed, so they are counted; and since browsers lose
// some (a drag that ends outside, an element removed underneath), the overlay also goes when no dragover has come
// for a moment.

const SILENCE_MS = 1000;

/** @param {DragEvent} event */
const carriesFiles = (event) => event.dataTransfer?.types.includes('Files') ?? false;

/** Text may still be dragged into a text field. @param {DragEvent} event */
const isForTextField = (event) => !carriesFiles(event) && event.target instanceof HTMLInputElement;

/**
 * @param {object} parts
 * @param {(file: File) => void} parts.onFile
 * @param {(error: Error) => void} parts.onRefused
 */
export function createDropZone({ onFile, onRefused }) {
  const element = h('div', { class: 'drop-overlay', 'aria-hidden': 'true', hidden: true }, h('p', {}, t('drop')));
  const listening = new AbortController();
  let depth = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;

  function hide() {
    depth = 0;
    clearTimeout(silence);
    element.hidden = true;
  }

  /** @param {DragEvent} event */
  function show(event) {
    if (!carriesFiles(event)) return;
    element.hidden = false;
    clearTimeout(silence);
    silence = setTimeout(hide, SILENCE_MS);
  }

  /** @param {string} type @param {(event: any) => void} listener */
  const on = (type, listener) => addEventListener(type, listener, { signal: listening.signal });

  on('dragenter', (event) => {
    if (isForTextField(event)) return;
    event.preventDefault();
    depth += 1;
    show(event);
  });
  on('dragover', (event) => {
    if (isForTextField(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = carriesFiles(event) ? 'copy' : 'none';
    show(event);
  });
  on('dragleave', () => {
    depth -= 1;
    if (depth <= 0) hide();
  });
  on('drop', (event) => {
    hide();
    if (isForTextField(event)) return;
    event.preventDefault();
    const items = [...(event.dataTransfer?.items ?? [])];
    const entry = items.find((item) => item.kind === 'file')?.webkitGetAsEntry?.();
    const file = event.dataTransfer?.files[0];
    if (entry?.isDirectory) onRefused(new PlainError('folder', { name: entry.name }));
    else if (file) onFile(file);
    else onRefused(new PlainError('notAFile'));
  });
  on('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });

  return {
    element,
    destroy() {
      listening.abort();
      hide();
      element.remove();
    },
  };
}
