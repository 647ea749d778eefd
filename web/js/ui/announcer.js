import { t } from '../strings.js';
import { h, setText } from './dom.js';

// What a screen reader is told of by itself: that the flock plays or stands, the frame after a step, the speed, the
// scene. Figures that change all the time are not; they can be read where they stand.

const SETTLE_MS = 600; // of changes in quick succession only what comes of them is told

/**
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {() => string} parts.title of the scene or recording that is shown
 */
export function createAnnouncer({ store, title }) {
  const element = h('p', { class: 'visually-hidden', 'aria-live': 'polite', 'data-announcer': true });
  /** @type {{playing: boolean, frame: number, speed: number, flock: unknown} | null} */
  let told = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function now() {
    const { status, recording, scene } = store.get();
    if (!status || status.frame < 0) return null;
    return { playing: status.playing, frame: status.frame, speed: status.speed, flock: recording ?? scene };
  }

  function tell() {
    timer = undefined;
    const state = now();
    if (!state || !told) return;
    const parts = [];
    if (state.flock !== told.flock) parts.push(t('announceFlock', { title: title() }));
    if (state.speed !== told.speed) parts.push(t('announceSpeed', { speed: state.speed }));
    if (state.playing && !told.playing) parts.push(t('playing'));
    const stands = !state.playing && (told.playing || state.frame !== told.frame);
    if (stands) parts.push(t('pausedAt', { frame: state.frame }));
    told = state;
    if (parts.length > 0) setText(element, parts.join(' '));
  }

  const unsubscribe = store.subscribe(() => {
    const state = now();
    if (!state) return;
    told ??= state; // what is there from the beginning is no news
    const news =
      state.flock !== told.flock ||
      state.speed !== told.speed ||
      state.playing !== told.playing ||
      (!state.playing && state.frame !== told.frame);
    if (news) timer ??= setTimeout(tell, SETTLE_MS);
  });

  return {
    element,
    destroy() {
      unsubscribe();
      clearTimeout(timer);
      element.remove();
    },
  };
}
