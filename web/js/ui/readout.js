import { formatExact, formatFixed, formatNumber, t } from '../strings.js';
import { h, setText } from './dom.js';
import { iconButton, setIcon } from './icon-button.js';
import { icon } from './icons.js';

/**
 * Drivers describe themselves at length; people know the chip or the program by name.
 * @param {string} renderer
 */
export function shortRenderer(renderer) {
  const [device, format] = renderer.split(' · ');
  const known = /SwiftShader|llvmpipe/.exec(device)?.[0];
  const angle = /^ANGLE \([^,]*, (?:ANGLE Metal Renderer: )?([^,(]+)/.exec(device)?.[1];
  const name = (known ?? angle ?? device).trim();
  return format ? `${name} · ${format}` : name;
}

const LONG_MS = 2500; // without word from a flock that plays

/** @param {number} fps */
const rate = (fps) => formatFixed(fps, fps < 1 ? 1 : 0);

/**
 * The name, and what is going on.
 * @param {import('../store.js').Store} store
 * @param {() => void} onMore shows or hides what is happening, at length
 */
export function createReadout(store, onMore) {
  const agents = h('span');
  const frame = h('span');
  const speed = h('span', { class: 'readout-speed', hidden: true });
  const pictures = h('span');
  const solver = h('span');
  const renderer = h('span', { class: 'renderer' });
  const limit = h('p', { class: 'readout-limit', hidden: true });
  const bad = h('p', { class: 'readout-limit', hidden: true });
  const more = iconButton('chart', t('showInsight'), onMore, 'insight-button');
  more.setAttribute('aria-controls', 'insight');
  const element = h(
    'header',
    { class: 'readout' },
    h('div', { class: 'readout-head' }, h('h1', { class: 'wordmark' }, icon('flock'), t('title')), more),
    h('p', { class: 'readout-line' }, agents, frame, speed, solver, pictures, renderer),
    limit,
    bad,
  );

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {unknown} */
  let latest = null;
  /** A picture that takes seconds cannot tell of itself. @param {import('../types.js').Status} status */
  function watchFor(status) {
    clearTimeout(timer);
    if (!status.playing) return;
    timer = setTimeout(() => {
      limit.hidden = false;
      setText(limit, t('limit.waiting'));
    }, LONG_MS);
  }

  const unsubscribe = store.subscribe(({ status, insightOpen }) => {
    setIcon(more, 'chart', insightOpen ? t('hideInsight') : t('showInsight'));
    more.setAttribute('aria-expanded', String(insightOpen));
    if (!status || status === latest) return;
    latest = status;
    watchFor(status);
    setText(agents, t('readoutAgents', { count: status.agents }));
    setText(frame, t('readoutFrame', { frame: status.frame }));
    speed.hidden = status.speed === 1;
    setText(speed, t('times', { speed: status.speed }));
    setText(
      pictures,
      status.playing ? t('readoutFps', { fps: status.fps === null ? '–' : rate(status.fps) }) : t('readoutPaused'),
    );
    solver.hidden = status.solver === null;
    if (status.solver) setText(solver, t('readoutSolver', { ...status.solver }));
    setText(renderer, shortRenderer(status.renderer));
    renderer.title = `${status.renderer} · ${formatNumber(status.width)} × ${formatNumber(status.height)}`;
    limit.hidden = status.limit === 'none';
    const pace = formatExact(Number((status.pace ?? 0).toPrecision(2)));
    if (status.limit !== 'none') setText(limit, t(`limit.${status.limit}`, { pace, speed: status.speed }));
    bad.hidden = status.badAgents === 0;
    if (status.badAgents > 0) setText(bad, t('readoutBad', { count: status.badAgents }));
  });

  return {
    element,
    destroy() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
