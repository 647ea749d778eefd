// The last flock and what was open, kept on this device from one visit to the next. An address that names a flock goes
// before what is kept; and looking at somebody's link overwrites nothing until something is changed.

const WRITE_MS = 500;

/**
 * @param {object} parts
 * @param {import('./store.js').Store} parts.store
 * @param {import('./actions.js').Actions} parts.actions
 * @param {ReturnType<typeof import('./kept.js').createKept>} parts.kept
 */
export function createMemory({ store, actions, kept }) {
  let remembers = true;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let unsubscribe = () => {};

  const flock = () => {
    const { scene, overrides, look, preset } = store.get();
    return { scene, overrides, look, preset };
  };
  const windows = () => {
    const { panelOpen, insightOpen } = store.get();
    return { panelOpen, insightOpen };
  };
  let toldFlock = '';
  let toldWindows = '';

  function write() {
    clearTimeout(timer);
    timer = undefined;
    if (!remembers) return;
    const [newFlock, newWindows] = [JSON.stringify(flock()), JSON.stringify(windows())];
    // A recording has a look of its own, and is not kept.
    if (newFlock !== toldFlock && !store.get().recording) {
      toldFlock = newFlock;
      kept.keepFlock(flock());
    }
    if (newWindows !== toldWindows) {
      toldWindows = newWindows;
      kept.keepWindows(windows());
    }
  }

  const leave = () => {
    if (timer) write();
  };

  return {
    /** @returns {Promise<boolean>} whether the last visit's flock flies */
    async restore() {
      const { params, looks, presets } = store.get();
      const names = (/** @type {{name: string}[]} */ entries) => entries.map(({ name }) => name);
      const last = kept.flock(actions.hasScene, names(params), names(looks), names(presets));
      if (!last) return false;
      kept.keepFlock(last, true); // if the page does not survive it, the next visit does not try again
      try {
        await actions.restore(last);
        kept.keepFlock(last);
        return true;
      } catch {
        kept.forgetFlock();
        return false;
      }
    },

    /** From here on changes are kept. */
    watch() {
      toldFlock = JSON.stringify(flock());
      toldWindows = JSON.stringify(windows());
      /** @type {unknown[]} */
      let seen = [];
      unsubscribe = store.subscribe(({ scene, overrides, look, preset, panelOpen, insightOpen }) => {
        const now = [scene, overrides, look, preset, panelOpen, insightOpen];
        if (now.every((value, index) => value === seen[index])) return;
        seen = now;
        timer ??= setTimeout(write, WRITE_MS);
      });
      addEventListener('pagehide', leave);
    },

    /** Nothing is left of this visit and those before; own scenes stay. */
    forget() {
      remembers = false;
      kept.forget();
    },

    destroy() {
      leave();
      unsubscribe();
      removeEventListener('pagehide', leave);
    },
  };
}
