import { t } from '../../strings.js';
import { h } from '../dom.js';
import { createRowFrame } from './row.js';

/**
 * Whether the camera goes with the flock. It belongs to no table and is no setting to undo.
 * @param {object} parts
 * @param {import('../../store.js').Store} parts.store
 * @param {import('../../actions.js').Actions} parts.actions
 * @returns {import('./row.js').Row}
 */
export function createFollowRow({ store, actions }) {
  const name = 'follow';
  const frame = createRowFrame({ name, live: false, help: t('help.follow'), canReset: false, actions });
  const input = h('input', {
    type: 'checkbox',
    role: 'switch',
    id: `field-${name}`,
    class: 'switch',
    onchange: () => frame.commit(() => actions.follow(input.checked)),
  });
  frame.setField(input);

  function show() {
    input.checked = store.get().following;
  }

  frame.whenSettled(show);
  const element = frame.build([h('label', { class: 'row-label', for: input.id }, frame.label)], [input], []);
  return { ...frame.base, element, show };
}
