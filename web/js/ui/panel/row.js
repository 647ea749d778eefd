import { isStopped } from '../../errors.js';
import { errorText, labelOf, searchable, sentence, t } from '../../strings.js';
import { h, setText } from '../dom.js';
import { iconButton } from '../icon-button.js';

// A control of the panel: label, hint on demand, a way back, and a line for what was refused.

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {boolean} live whether it belongs to the live flock alone
 * @property {string} words that a search looks in, lower case
 * @property {HTMLElement} element
 * @property {() => boolean} isChanged
 * @property {() => void} show what is in force
 * @property {() => void} [destroy]
 *
 * @typedef {object} RowParts
 * @property {string} name
 * @property {string[]} [names]
 * @property {boolean} live
 * @property {string} help one line; empty: none
 * @property {string[]} [words] more that a search may look for
 * @property {boolean} [canReset]
 * @property {import('../../actions.js').Actions} actions
 */

/** @param {string} help of the core's table, or of strings.js @param {string} label that it may begin with */
function asSentence(help, label) {
  const rest = help.toLowerCase().startsWith(`${label.toLowerCase()}: `) ? help.slice(label.length + 2) : help;
  return `${sentence(rest)}.`;
}

/** @param {string} message of the core, which knows parameters by their names there @param {string[]} names */
function inPeoplesWords(message, names) {
  const known = names.filter((name) => name.includes('_')).join('|');
  return message
    .replace(/^(\w+): (.*)/, (_, name, text) => t('labelled', { label: labelOf(name), text }))
    .replace(new RegExp(`\\b(${known})\\b`, 'g'), (name) => t('quoted', { text: labelOf(name) }));
}

/**
 * @param {RowParts} parts
 */
export function createRowFrame({ name, names = [name], live, help, words = [], canReset = true, actions }) {
  const label = labelOf(name);
  const message = h('p', { class: 'row-message', id: `message-${name}`, role: 'alert', hidden: true });
  const hint = h('p', { class: 'hint', id: `hint-${name}`, hidden: true }, help && asSentence(help, label));
  const about = iconButton(
    'info',
    t('about', { label }),
    () => {
      hint.hidden = !hint.hidden;
      about.setAttribute('aria-expanded', String(!hint.hidden));
    },
    'icon-button-small about',
  );
  about.setAttribute('aria-expanded', 'false');
  about.setAttribute('aria-controls', hint.id);
  const reset = iconButton(
    'undo',
    t('reset', { label }),
    () => {
      commit(() => actions.reset(names));
      field?.focus(); // the button is about to go
    },
    'icon-button-small reset',
  );
  reset.hidden = true;
  /** @type {HTMLElement | null} */
  let field = null;
  let pending = 0;
  let onSettled = () => {};
  const isChanged = () => canReset && names.some((one) => actions.isChanged(one));

  /** @param {string} text */
  function refuse(text) {
    setText(message, text);
    message.hidden = false;
    field?.setAttribute('aria-invalid', 'true');
  }

  function forgive() {
    message.hidden = true;
    field?.removeAttribute('aria-invalid');
  }

  /** @param {() => Promise<unknown>} act told here when it is refused, with the old value in force again */
  async function commit(act) {
    forgive();
    pending += 1;
    try {
      await act();
    } catch (error) {
      if (isStopped(error)) return;
      const reason = inPeoplesWords(errorText(error), actions.names()).replace(/\.$/, '');
      refuse(t('refused.core', { reason }));
    } finally {
      pending -= 1;
      onSettled();
    }
  }

  return {
    label,
    refuse,
    forgive,
    commit,
    /** Whether a change of it is under way: until it is done the control shows what was asked for. */
    isBusy: () => pending > 0,
    /** @param {() => void} show what is in force, when changes are done */
    whenSettled(show) {
      onSettled = show;
    },
    /** @param {HTMLElement} element the focus returns to, and errors are told about */
    setField(element) {
      field = element;
      element.setAttribute('aria-describedby', message.id);
    },
    /** @param {(string | Node)[]} title a label for the field @param {Node[]} beside it @param {Node[]} below */
    build: (title, beside, below) =>
      h(
        'div',
        { class: 'row', 'data-name': name },
        h(
          'div',
          { class: 'row-head' },
          ...title,
          ...(help ? [about] : []),
          h('span', { class: 'space' }),
          ...(canReset ? [reset] : []),
          ...beside,
        ),
        ...below,
        hint,
        message,
      ),
    /** What every row tells of itself. */
    base: {
      name,
      live,
      words: searchable([label, name, name.replaceAll('_', ' '), help, ...words].join(' ')),
      isChanged,
    },
    showChanged() {
      reset.hidden = !isChanged();
    },
  };
}
