import { formatBytes, formatFixed, t } from '../strings.js';
import { h, setText } from './dom.js';

const THUMB_REM = 1; // width of the slider's thumb, as controls.css has it

/** @param {number} frame @param {number} dt @returns {string} the simulated time of a frame */
export const timeOf = (frame, dt) => t('seconds', { seconds: formatFixed(Math.max(0, (frame + 1) * dt), 1) });

/**
 * The bar that the thumb of time moves on: a whole recording, or what is kept of a live flock.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 * @param {(promise: Promise<unknown>) => void} parts.watch tells failures
 */
export function createTimeline({ store, actions, watch }) {
  let dragging = false; // by a pointer
  let unsettled = false; // sought with short trails, and held there
  /** @type {number | null} where a pointer is, as a share of the bar */
  let hover = null;

  const seek = h('input', {
    type: 'range',
    class: 'slider seek',
    min: 0,
    value: 0,
    'aria-label': t('seek'),
    oninput: scrub,
    onchange: settle,
    onpointerdown: () => (dragging = true),
    onpointermove: point,
    onpointerleave: () => pointAt(null),
    onpointerup: letGo,
    onpointercancel: letGo,
  });
  const kept = h('span', { class: 'kept' });
  const bubbleTime = h('span');
  const bubbleFrame = h('span', { class: 'bubble-frame' });
  const bubble = h('div', { class: 'bubble', 'aria-hidden': 'true', hidden: true }, bubbleTime, bubbleFrame);
  const element = h('div', { class: 'timeline' }, kept, h('div', { class: 'track' }, seek, bubble));

  function scrub() {
    unsettled = true;
    watch(actions.seek(seek.valueAsNumber, 'scrub'));
    show();
  }

  function settle() {
    if (!unsettled) return;
    unsettled = false;
    watch(actions.seek(seek.valueAsNumber, 'settle'));
  }

  /** A bar that a pointer has used gives the arrow keys back to the page. */
  function letGo() {
    dragging = false;
    settle();
    seek.blur();
    show();
  }

  /** @param {PointerEvent} event */
  function point({ clientX, pointerType }) {
    const { left, width } = seek.getBoundingClientRect();
    const thumb = THUMB_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
    pointAt(pointerType === 'touch' && !dragging ? null : (clientX - left - thumb / 2) / Math.max(1, width - thumb));
  }

  /** @param {number | null} share */
  function pointAt(share) {
    hover = share === null ? null : Math.min(1, Math.max(0, share));
    show();
  }

  const span = () => ({ least: Number(seek.min), most: Number(seek.max) });

  /** @param {number} frame @returns {number} share of the bar before it */
  function shareOf(frame) {
    const { least, most } = span();
    return most > least ? (frame - least) / (most - least) : 1;
  }

  function show() {
    const { least, most } = span();
    const frame = dragging || hover === null ? seek.valueAsNumber : Math.round(least + hover * (most - least));
    seek.style.setProperty('--fill', `${shareOf(seek.valueAsNumber) * 100}%`);
    bubble.hidden = !dragging && hover === null;
    bubble.style.setProperty('--share', String(shareOf(frame)));
    setText(bubbleTime, timeOf(frame, store.get().status?.dt ?? 0));
    setText(bubbleFrame, t('readoutFrame', { frame }));
  }

  /**
   * Beside the bar: how far back a live flock is kept, or how much of a recording is known.
   * @param {import('../types.js').Status} status
   * @param {number} frames
   */
  function showExtent({ mode, dt, loading }, frames) {
    kept.hidden = mode !== 'live' && !loading;
    if (loading) {
      const { kind, bytes, total } = loading;
      setText(kept, total ? t('share', { percent: Math.floor((100 * bytes) / total) }) : formatBytes(bytes));
      kept.title = t(`loadedHint.${kind}`, { frames: frames + 1 });
      return;
    }
    const seconds = frames * dt;
    setText(kept, t('keptBack', { seconds: formatFixed(seconds, seconds < 9.95 ? 1 : 0) }));
    kept.title = t('keptHint', { frames: frames + 1 });
  }

  const unsubscribe = store.subscribe(({ status }) => {
    if (!status) return;
    const { first, frame, frames, mode } = status;
    const last = Math.max(first, frames - 1);
    seek.min = String(first);
    seek.max = String(last);
    if (!dragging && !unsettled) seek.value = String(frame);
    seek.setAttribute('aria-valuetext', t(mode === 'live' ? 'frameLive' : 'frameOf', { frame, last }));
    showExtent(status, last - first);
    show();
  });

  return { element, destroy: unsubscribe };
}
