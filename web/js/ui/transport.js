import { formatNumber, t } from '../strings.js';
import { h, setText } from './dom.js';
import { iconButton, setIcon } from './icon-button.js';
import { createSpeedControl } from './speed-control.js';
import { createTimeline, timeOf } from './timeline.js';

/**
 * The bar at the bottom: playing, the timeline, and the ways to everything else.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 * @param {(promise: Promise<unknown>) => void} parts.watch tells failures
 * @param {() => void} parts.onOpen
 * @param {() => void} parts.onShare
 * @param {() => void} parts.onTakeAway
 * @param {() => void} parts.onPointer chooses what dragging does
 * @param {() => void} parts.onHelp
 * @param {HTMLElement} parts.fullScreen a button
 */
export function createTransport({ store, actions, watch, onOpen, onShare, onTakeAway, onPointer, onHelp, fullScreen }) {
  const play = iconButton('pause', t('pause'), () => watch(actions.toggle()), 'play-button');
  const restart = iconButton('restart', t('restart'), () => watch(actions.restart()), 'restart-button');
  const back = iconButton('stepBack', t('stepBack'), () => watch(actions.step(-1)));
  const forward = iconButton('stepForward', t('stepForward'), () => watch(actions.step(1)));

  const timeline = createTimeline({ store, actions, watch });
  const speed = createSpeedControl({ store, actions, watch });

  const time = h('span', { class: 'time' });
  const frame = h('span', { class: 'frame-count' });
  const live = h(
    'button',
    { type: 'button', class: 'live-badge', onclick: () => watch(actions.goLive()) },
    h('span', { class: 'live-dot' }),
    t('live'),
  );
  const panel = iconButton('sliders', t('showPanel'), () => actions.showPanel(!store.get().panelOpen));
  panel.setAttribute('aria-controls', 'panel');

  const pointer = iconButton('attract', t('pointer.attract'), onPointer, 'pointer-button');

  const element = h(
    'section',
    { class: 'transport glass', 'aria-label': t('transport') },
    h('div', { class: 'buttons' }, restart, back, play, forward),
    timeline.element,
    h('div', { class: 'where' }, time, frame),
    h('div', { class: 'pace' }, speed.element, live),
    h(
      'div',
      { class: 'buttons' },
      pointer,
      iconButton('open', t('openFile'), onOpen),
      iconButton('share', t('shareFlock'), onShare),
      iconButton('takeAway', t('takeAwayHint'), onTakeAway),
      iconButton('help', t('help'), onHelp),
      fullScreen,
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

  const unsubscribe = store.subscribe((state) => {
    const { status, recording, panelOpen } = state;
    const mode = recording ? 'off' : state.pointer.pointer_mode;
    setIcon(pointer, mode === 'off' ? 'pan' : mode, t(recording ? 'pointer.recording' : `pointer.${mode}`));
    pointer.setAttribute('aria-disabled', String(recording !== null));
    const playing = Boolean(status?.playing);
    setIcon(play, playing ? 'pause' : 'play', playing ? t('pause') : t('play'));
    setIcon(panel, 'sliders', panelOpen ? t('hidePanel') : t('showPanel'));
    panel.setAttribute('aria-expanded', String(panelOpen));
    const isLive = recording === null && (status?.behind ?? 0) === 0;
    const label = isLive ? t('live') : recording ? t('backToLive') : t('goLive');
    live.disabled = isLive;
    live.title = isLive ? '' : label;
    live.setAttribute('aria-label', label);
    if (!status) return;
    setText(time, timeOf(status.frame, status.dt));
    setText(frame, `${formatNumber(status.frame)} / ${formatNumber(Math.max(0, status.frames - 1))}`);
  });

  return {
    element,
    destroy() {
      unsubscribe();
      timeline.destroy();
      speed.destroy();
      observer.disconnect();
    },
  };
}
