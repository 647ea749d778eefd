import { formatNumber, t } from '../../strings.js';
import { h, setText } from '../dom.js';

const SURE_MS = 1000; // before a rate is told

/** @param {number} seconds */
const timeText = (seconds) =>
  seconds < 90
    ? t('seconds', { seconds: Math.ceil(seconds) })
    : t('take.minutes', { minutes: Math.round(seconds / 60) });

/**
 * How a job goes on, and the ways to end it.
 * @param {(how: import('../../export/export-host.js').Stop) => void} onStop
 */
export function createProgress(onStop) {
  const bar = h('progress', { max: 1, value: 0, 'aria-label': t('take.progress') });
  const text = h('p', { class: 'take-progress-text' });
  const keep = h('button', { type: 'button', class: 'text-button', onclick: () => onStop('keep') }, t('take.keep'));
  const cancel = h(
    'button',
    { type: 'button', class: 'text-button', onclick: () => onStop('cancel') },
    t('take.cancel'),
  );
  const element = h(
    'div',
    { class: 'take-progress', hidden: true },
    text,
    bar,
    h('div', { class: 'take-row-buttons' }, keep, cancel),
  );
  let phase = '';
  let began = 0;
  let first = 0;

  /** @param {import('../../export/export-host.js').Progress} progress */
  function pace({ done, of }) {
    const ms = performance.now() - began;
    if (ms < SURE_MS || done <= first) return '';
    const rate = ((done - first) / ms) * 1000;
    return t('take.pace', { rate: formatNumber(Number(rate.toPrecision(2))), left: timeText((of - done) / rate) });
  }

  return {
    element,
    begin() {
      phase = '';
      bar.removeAttribute('value');
      keep.hidden = true;
      setText(text, t('take.waiting'));
      element.hidden = false;
      cancel.focus();
    },
    /** @param {import('../../export/export-host.js').Progress} progress */
    tell(progress) {
      const { done, of } = progress;
      if (progress.phase !== phase) {
        phase = progress.phase;
        began = performance.now();
        first = done;
      }
      bar.value = done / of;
      keep.hidden = phase !== 'video' && phase !== 'frames';
      const rate = phase === 'video' ? pace(progress) : '';
      setText(text, [t(`take.phase.${phase}`, { done, of }), rate].filter(Boolean).join(' · '));
    },
    end() {
      element.hidden = true;
    },
  };
}
