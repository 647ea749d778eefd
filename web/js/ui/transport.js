import { formatNumber, t } from '../strings.js';
import { h, setText } from './dom.js';
import { iconButton, setIcon } from './icon-button.js';

/**
 * The bar at the bottom: playing, the timeline of a recording, and the ways to everything else.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 * @param {(promise: Promise<unknown>) => void} parts.watch tells failures
 * @param {() => void} parts.onOpen
 * @param {() => void} parts.onHelp
 */
export function createTransport({ store, actions, watch, onOpen, onHelp }) {
  const play = iconButton('pause', t('pause'), () => watch(actions.toggle()), 'play-button');
  const restart = iconButton('restart', t('restart'), () => watch(actions.restart()), 'restart-button');
  const back = iconButton('stepBack', t('stepBack'), () => watch(actions.step(-1)));
  const forward = iconButton('stepForward', t('stepForward'), () => watch(actions.step(1)));

  const seek = h('input', {
    type: 'range',
    class: 'slider seek',
    min: 0,
    value: 0,
    'aria-label': t('seek'),
    oninput: () => watch(actions.seek(seek.valueAsNumber, true)),
    onchange: () => {
      dragging = false;
      watch(actions.seek(seek.valueAsNumber));
    },
    onpointerdown: () => (dragging = true),
    onpointerup: () => (dragging = false),
    onpointercancel: () => (dragging = false),
  });
  let dragging = false;

  const time = h('span', { class: 'time' });
  const frame = h('span', { class: 'frame-count' });
  const live = h(
    'button',
    { type: 'button', class: 'live-badge', onclick: () => watch(actions.backToLive()) },
    h('span', { class: 'live-dot' }),
    t('live'),
  );
  const panel = iconButton('sliders', t('showPanel'), () => actions.showPanel(!store.get().panelOpen));
  panel.setAttribute('aria-controls', 'panel');

  const element = h(
    'section',
    { class: 'transport glass', 'aria-label': t('transport') },
    h('div', { class: 'buttons' }, restart, back, play, forward),
    h('div', { class: 'timeline' }, seek),
    h('div', { class: 'where' }, time, frame),
    h(
      'div',
      { class: 'buttons' },
      live,
      iconButton('open', t('openFile'), onOpen),
      iconButton('help', t('help'), onHelp),
      panel,
      iconButton('hide', t('hideAll'), () => actions.hideAll(true)),
    ),
  );

  // Messages and, on a narrow window, the panel sit on top of the bar, whose height depends on what it holds.
  const measure = () => {
    if (element.offsetHeight > 0) {
      document.documentElement.style.setProperty('--bar', `${element.offsetHeight}px`);
    }
  };
  const observer = new ResizeObserver(measure);
  observer.observe(element);

  const unsubscribe = store.subscribe(({ status, recording, panelOpen }) => {
    const playing = Boolean(status?.playing);
    setIcon(play, playing ? 'pause' : 'play', playing ? t('pause') : t('play'));
    setIcon(panel, 'sliders', panelOpen ? t('hidePanel') : t('showPanel'));
    panel.setAttribute('aria-expanded', String(panelOpen));
    element.classList.toggle('is-recording', recording !== null);
    back.hidden = recording === null;
    live.disabled = recording === null;
    live.title = recording === null ? '' : t('backToLive');
    live.setAttribute('aria-label', recording === null ? t('live') : t('backToLive'));
    if (!status) return;
    const last = Math.max(0, status.frames - 1);
    setText(time, t('seconds', { seconds: Math.max(0, status.seconds).toFixed(1) }));
    frame.hidden = recording === null;
    if (!recording) return;
    setText(frame, `${formatNumber(status.frame)} / ${formatNumber(last)}`);
    seek.max = String(last);
    if (!dragging) seek.value = String(status.frame);
    seek.setAttribute('aria-valuetext', t('frameOf', { frame: status.frame, last }));
    seek.style.setProperty('--fill', `${last > 0 ? (seek.valueAsNumber / last) * 100 : 0}%`);
  });

  return {
    element,
    destroy() {
      unsubscribe();
      observer.disconnect();
    },
  };
}
