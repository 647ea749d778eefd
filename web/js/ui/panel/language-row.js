import { LANGUAGES, language, t } from '../../strings.js';
import { h } from '../dom.js';
import { createSegments } from './choice-row.js';
import { createRowFrame } from './row.js';

/**
 * The language of the page. It belongs to the page alone and is no setting to undo.
 * @param {object} parts
 * @param {import('../../actions.js').Actions} parts.actions
 * @param {(wanted: import('../../strings.js').Language) => Promise<void>} parts.onLanguage
 * @returns {import('./row.js').Row & {focus: () => void}}
 */
export function createLanguageRow({ actions, onLanguage }) {
  const name = 'language';
  const choices = LANGUAGES.map((one) => ({ value: one.language, label: one.name, lang: one.language }));
  const words = ['language', 'langue', ...choices.map(({ label }) => label)]; // found by those who read only one
  const frame = createRowFrame({ name, live: false, help: '', words, canReset: false, actions });
  const choose = (/** @type {any} */ value) => frame.commit(() => onLanguage(value));
  const segments = createSegments({ name, choices, choose });
  frame.setField(segments.field);
  const show = () => {
    if (!frame.isBusy()) segments.show(language());
  };
  frame.whenSettled(show);
  const title = h('span', { class: 'row-label', id: `title-${name}` }, t('label.language'));
  return {
    ...frame.base,
    element: frame.build([title], [segments.element], []),
    show,
    focus: () => /** @type {HTMLElement | null} */ (segments.element.querySelector(':checked'))?.focus(),
  };
}
