import { frameInterval } from '../../player/clock.js';
import { formatBytes, formatNumber, t, tOr } from '../../strings.js';
import { h, setText } from '../dom.js';
import { shortRenderer } from '../readout.js';

/** @param {number} ms */
const duration = (ms) => t('milliseconds', { ms: ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms) });

/** @param {number} value a second */
const rate = (value) => Number(value.toPrecision(value < 10 ? 2 : 3));

/** What it all runs on and costs, line by line; lines without anything to say are left out. */
export function createFacts() {
  /** @param {string} name */
  const line = (name) => {
    const value = h('dd', {});
    const element = h('div', { 'data-fact': name }, h('dt', {}, t(`fact.${name}`)), value);
    return { element, value };
  };
  const names = ['agents', 'bad', 'steps', 'simulation', 'drawing', 'solver', 'numerics', 'memory', 'kept', 'renderer'];
  const lines = Object.fromEntries([...names, 'light', 'size'].map((name) => [name, line(name)]));
  const hash = h('button', { type: 'button', class: 'hash-button', title: t('copyHash'), onclick: copy });
  const hashLine = h('div', { 'data-fact': 'hash' }, h('dt', {}, t('fact.hash')), h('dd', {}, hash));
  const copied = h('span', { class: 'visually-hidden', 'aria-live': 'polite' });
  const element = h(
    'dl',
    { class: 'facts insight-facts' },
    hashLine,
    ...Object.values(lines).map((one) => one.element),
  );

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  async function copy() {
    const text = hash.dataset.hash ?? '';
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      getSelection()?.selectAllChildren(hash); // no clipboard here: it can be copied by hand
      return;
    }
    hash.classList.add('is-copied');
    setText(copied, t('hashCopied', { hash: text }));
    clearTimeout(timer);
    timer = setTimeout(() => hash.classList.remove('is-copied'), 1200);
  }

  /** @param {string} name @param {string | null} text null: nothing to say */
  function say(name, text) {
    lines[name].element.hidden = text === null;
    if (text !== null) setText(lines[name].value, text);
  }

  return {
    element: h('div', {}, element, copied),
    /**
     * @param {Readonly<import('../../store.js').State>} state
     * @param {import('../../player/insight.js').Insight | null} insight
     */
    show({ status, world, recording }, insight) {
      if (!status) return;
      hash.dataset.hash = status.frameHash;
      setText(hash, status.frameHash || '–');
      say('agents', formatNumber(status.agents));
      const bad = insight?.stats?.bad ?? status.badAgents;
      say('bad', bad > 0 ? formatNumber(bad) : null);
      const steps = status.pace === null || status.dt === 0 ? null : status.pace / frameInterval(status.dt);
      say('steps', status.playing && steps !== null ? formatNumber(rate(steps)) : t('readoutPaused'));
      say('simulation', recording ? null : t('aStep', { time: duration(status.stepMs) }));
      const pictures = status.playing && status.fps !== null ? t('readoutFps', { fps: rate(status.fps) }) : null;
      const picture = insight?.pictureMs ? t('aPicture', { time: duration(insight.pictureMs) }) : null;
      say('drawing', [picture, pictures].filter(Boolean).join(', ') || null);
      const { solver } = status;
      say(
        'solver',
        solver && t('computedOn', { threads: solver.threads, simd: tOr(`simd.${solver.simd}`, solver.simd) }),
      );
      say('numerics', recording || !world ? null : tOr(`numerics.${world.numerics}`, world.numerics));
      const memory = insight?.memory;
      const parts = memory && { simulation: formatBytes(memory.simulation), drawing: formatBytes(memory.drawing) };
      say('memory', parts ? t('memoryParts', parts) : null);
      say(
        'kept',
        memory && memory.ring > 0
          ? t('keptFrames', { bytes: formatBytes(memory.ring), frames: status.frames - status.first })
          : null,
      );
      const [device, format] = shortRenderer(status.renderer).split(' · ');
      say('renderer', device);
      lines.renderer.value.title = status.renderer;
      say('light', format ?? null);
      const size = `${formatNumber(status.width)} × ${formatNumber(status.height)}`;
      say('size', status.scale < 1 ? t('sizeShare', { size, percent: Math.round(status.scale * 100) }) : size);
    },
    destroy: () => clearTimeout(timer),
  };
}
