import { searchable, t } from '../../strings.js';
import { h, setText } from '../dom.js';
import { icon } from '../icons.js';

/**
 * Controls under a heading that folds them away.
 * @param {object} parts
 * @param {string} parts.id
 * @param {string} parts.title
 * @param {import('./row.js').Row[]} parts.rows
 * @param {Set<string>} parts.unfolded ids of those that a person unfolded
 */
export function createSection({ id, title, rows, unfolded }) {
  let forced = false;
  const count = h('span', { class: 'section-count' });
  const body = h('div', { class: 'section-body', id: `section-${id}` }, ...rows.map(({ element }) => element));
  const button = h(
    'button',
    {
      type: 'button',
      class: 'section-head',
      'aria-controls': body.id,
      onclick: () => {
        if (!unfolded.delete(id)) unfolded.add(id);
        unfold();
      },
    },
    icon('chevron'),
    h('span', { class: 'section-title' }, title),
    count,
  );
  const element = h('section', { class: 'section' }, h('h2', {}, button), body);

  function unfold() {
    const open = forced || unfolded.has(id);
    button.setAttribute('aria-expanded', String(open));
    body.hidden = !open;
  }
  unfold();

  return {
    rows: rows.map((row) => ({ ...row, words: `${row.words} ${searchable(title)}` })),
    element,
    /**
     * @param {object} state
     * @param {boolean} state.searched shown unfolded, whatever a person chose
     */
    show({ searched }) {
      forced = searched;
      unfold();
      element.hidden = rows.every((row) => row.element.hidden);
      button.disabled = searched;
      const changed = rows.filter((row) => row.isChanged()).length;
      setText(count, changed > 0 ? t('changed', { count: changed }) : '');
    },
  };
}
