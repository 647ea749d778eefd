import { SPEEDS } from '../player/speeds.js';
import { t } from '../strings.js';
import { h, setText } from './dom.js';

/**
 * The speed, and a choice of others over it.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 * @param {(promise: Promise<unknown>) => void} parts.watch tells failures
 */
export function createSpeedControl({ store, actions, watch }) {
  const now = h('span');
  const button = h(
    'button',
    {
      type: 'button',
      class: 'speed-button',
      'aria-haspopup': 'true',
      'aria-expanded': 'false',
      onclick: () => open(choices.hidden),
      ondblclick: () => choose(1),
    },
    now,
  );
  const presets = SPEEDS.map((speed) => ({
    speed,
    element: h('button', { type: 'button', onclick: () => choose(speed) }, t('times', { speed })),
  }));
  const choices = h(
    'div',
    { class: 'speed-choices glass', role: 'group', 'aria-label': t('speed'), hidden: true },
    ...presets.map(({ element }) => element),
  );
  const element = h('div', { class: 'speed', onkeydown: press, onfocusout: leave }, button, choices);

  /** @param {boolean} opens */
  function open(opens) {
    choices.hidden = !opens;
    button.setAttribute('aria-expanded', String(opens));
  }

  /** @param {number} speed */
  function choose(speed) {
    watch(actions.setSpeed(speed));
    button.focus();
    open(false);
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.key !== 'Escape' || choices.hidden) return;
    event.stopPropagation();
    button.focus();
    open(false);
  }

  /** @param {FocusEvent} event */
  function leave({ relatedTarget }) {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) open(false);
  }

  /** @param {PointerEvent} event */
  function pressElsewhere({ target }) {
    if (!choices.hidden && target instanceof Node && !element.contains(target)) open(false);
  }
  document.addEventListener('pointerdown', pressElsewhere);

  let shown = 0;
  const unsubscribe = store.subscribe(({ status }) => {
    const speed = status?.speed ?? 1;
    if (speed === shown) return;
    shown = speed;
    setText(now, t('times', { speed }));
    button.setAttribute('aria-label', t('speedNow', { speed }));
    button.title = t('speedHint', { speed });
    button.classList.toggle('is-changed', speed !== 1);
    for (const preset of presets) preset.element.setAttribute('aria-pressed', String(preset.speed === speed));
  });

  return {
    element,
    destroy() {
      unsubscribe();
      document.removeEventListener('pointerdown', pressElsewhere);
    },
  };
}
