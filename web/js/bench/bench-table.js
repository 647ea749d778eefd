import { language, t } from '../strings.js';
import { h, setText } from '../ui/dom.js';

/** Three digits say all that a time is good for. @param {number} value */
const short = (value) => value.toLocaleString(language(), { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });

/**
 * The table of results: a row for each case from the start, filled as the figures come.
 * @param {import('./page-cases.js').PageCase[]} cases
 */
export function createBenchTable(cases) {
  const rows = cases.map(({ label }) => {
    const cells = [h('td', {}, '–'), h('td', {}, '–'), h('td', {}, '–')];
    return { element: h('tr', {}, h('th', { scope: 'row' }, label), ...cells), cells };
  });
  const bodies = [...new Set(cases.map(({ group }) => group))].map((group) =>
    h(
      'tbody',
      {},
      h('tr', { class: 'bench-group' }, h('th', { scope: 'rowgroup', colspan: 4 }, t(group))),
      ...rows.filter((_, index) => cases[index].group === group).map((row) => row.element),
    ),
  );
  const element = h(
    'table',
    { class: 'bench-table' },
    h('caption', {}, t('benchCaption')),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, h('span', { class: 'visually-hidden' }, t('benchCase'))),
        ...['benchMs', 'benchMedian', 'benchMin'].map((key) => h('th', { scope: 'col' }, t(key))),
      ),
    ),
    ...bodies,
  );
  return {
    element,
    /** @param {number} index */
    begin: (index) => rows[index].element.classList.add('bench-running'),
    /** @param {number} index @param {import('./measure.js').BenchFigures} figures */
    fill(index, { ms_per_step, ns_per_agent_step }) {
      rows[index].element.classList.remove('bench-running');
      const values = [ms_per_step, ns_per_agent_step.median, ns_per_agent_step.min];
      rows[index].cells.forEach((cell, column) => setText(cell, short(values[column])));
    },
  };
}
