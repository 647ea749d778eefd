import { labelOf, t } from '../../strings.js';
import { h } from '../dom.js';
import { iconButton, setIcon } from '../icon-button.js';
import { icon } from '../icons.js';

/** @param {string} name of a step @returns {string} what it changed, for people; a colour goes by its first part */
export const stepText = (name) => (name === 'everything' ? t('everything') : labelOf(name.replace(/_red$/, '')));

/**
 * Search, undo, redo, reset: what stays in sight while the panel scrolls.
 * @param {object} parts
 * @param {(query: string) => void} parts.onSearch
 * @param {() => void} parts.onUndo
 * @param {() => void} parts.onRedo
 * @param {() => void} parts.onReset
 */
export function createHead({ onSearch, onUndo, onRedo, onReset }) {
  const field = h('input', {
    type: 'text',
    role: 'searchbox',
    class: 'search-field',
    'aria-label': t('search'),
    placeholder: t('searchHint'),
    autocomplete: 'off',
    spellcheck: 'false',
    oninput: searched,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape' && field.value) clear();
    },
  });
  const clearing = iconButton('close', t('searchClear'), clear, 'icon-button-small');
  clearing.hidden = true;

  function searched() {
    clearing.hidden = field.value === '';
    onSearch(field.value);
  }

  function clear() {
    field.value = '';
    searched();
    field.focus();
  }

  const undo = iconButton('undo', t('undo'), onUndo);
  const redo = iconButton('redo', t('redo'), onRedo);
  const reset = iconButton('reset', t('resetAll'), onReset);

  /** @param {HTMLButtonElement} button @param {boolean} able a disabled one would drop the focus */
  const enable = (button, able) => button.setAttribute('aria-disabled', String(!able));

  return {
    element: h(
      'div',
      { class: 'panel-head' },
      h('div', { class: 'search' }, icon('search'), field, clearing),
      undo,
      redo,
      reset,
    ),
    focus() {
      field.focus();
      field.select();
    },
    /** @param {{undoes: string | null, redoes: string | null, canReset: boolean}} state */
    show({ undoes, redoes, canReset }) {
      enable(undo, undoes !== null);
      enable(redo, redoes !== null);
      enable(reset, canReset);
      setIcon(undo, 'undo', undoes === null ? t('undo') : t('undoWhat', { what: stepText(undoes) }));
      setIcon(redo, 'redo', redoes === null ? t('redo') : t('redoWhat', { what: stepText(redoes) }));
    },
  };
}
