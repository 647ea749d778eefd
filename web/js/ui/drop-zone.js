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

const TEXT_FIELDS = 'input:is([type=text], [type=search], [type=number], :not([type])), textarea';

/** Text may still be dragged into a text field. @param {DragEvent} event */
const isForTextField = (event) =>
  !carriesFiles(event) && event.target instanceof Element && event.target.matches(TEXT_FIELDS);

/** @param {DataTransfer | null} transfer @returns {PlainError} what came in place of a file */
function refusalOf(transfer) {
  const types = transfer?.types ?? [];
  if (types.includes('text/uri-list')) return new PlainError('droppedLink');
  return new PlainError(types.length > 0 ? 'notAFile' : 'droppedNothing');
}

/**
 * @param {object} parts
 * @param {(files: File[]) => void} parts.onFiles at least one, which may be a recording or a scene
 * @param {(error: unknown) => void} parts.onRefused
 */
export function createDropZone({ onFiles, onRefused }) {
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

  /** What was dropped can only be asked for while the event lasts. @param {DataTransfer | null} transfer */
  async function take(transfer) {
    const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === 'file');
    const entries = items.flatMap((item) => item.webkitGetAsEntry?.() ?? []);
    const files = [...(transfer?.files ?? [])];
    try {
      if (entries.some(({ isDirectory }) => isDirectory)) {
        const { filesOfEntries } = await import('./dropped-files.js');
        onFiles(await filesOfEntries(entries));
      } else if (files.length > 0) onFiles(files);
      else onRefused(refusalOf(transfer));
    } catch (error) {
      onRefused(error);
    }
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
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'; // with "none" there would be no drop to answer
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
    take(event.dataTransfer);
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
