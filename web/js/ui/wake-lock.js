/**
 * The screen stays on while the flock plays and is looked at. The browser takes the lock back when the page is hidden.
 * @param {import('../store.js').Store} store
 */
export function createWakeLock(store) {
  /** @type {Promise<WakeLockSentinel | null> | null} */
  let asked = null;

  function take() {
    // Refused with a low battery, for one: then the screen goes off as it would anyway.
    asked = navigator.wakeLock.request('screen').catch(() => null);
  }

  function release() {
    asked?.then((lock) => lock?.release()).catch(() => {});
    asked = null;
  }

  let wanted = false;
  function update() {
    const playing = Boolean(store.get().status?.playing) && document.visibilityState === 'visible';
    if (playing === wanted) return;
    wanted = playing;
    if (playing)
      take(); // once: one that was refused is not asked for again at every picture
    else release();
  }

  if (!('wakeLock' in navigator)) return { destroy() {} };
  const unsubscribe = store.subscribe(update);
  document.addEventListener('visibilitychange', update);
  return {
    destroy() {
      unsubscribe();
      document.removeEventListener('visibilitychange', update);
      release();
    },
  };
}
