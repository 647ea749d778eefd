import { PlainError } from './errors.js';
import { decodeLink, encodeLink } from './link.js';
import { linkedOf, tablesOf } from './scene-links.js';

// The link in the page's address: opened when the page starts and when somebody edits it, and kept up to date once
// something was changed.

const WRITE_MS = 500; // browsers stop pages that write more often

/**
 * @param {object} parts
 * @param {import('./store.js').Store} parts.store
 * @param {import('./actions.js').Actions} parts.actions
 * @param {string} parts.usual name of the scene without a link
 * @param {() => Promise<boolean>} parts.restore the last visit's flock; false: there is none
 * @param {(error: unknown, atStart: boolean) => void} parts.onRefused
 */
export function createFragment({ store, actions, usual, restore, onRefused }) {
  /** @type {string | null} the link of what was last opened or written; null: none can be made */
  let told = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let wroteAt = -Infinity;
  let openings = 1; // under way
  /** @type {unknown[]} */
  let seen = [];
  let unsubscribe = () => {};

  const current = () => {
    try {
      return encodeLink(linkedOf(store.get()), tablesOf(store.get()));
    } catch (error) {
      if (error instanceof PlainError) return null;
      throw error;
    }
  };

  function write() {
    timer = undefined;
    const { recording } = store.get();
    const link = current();
    if (openings > 0 || recording || link === told) return;
    told = link;
    wroteAt = performance.now();
    // An address without a link is better than one with another flock's.
    history.replaceState(history.state, '', link ?? location.pathname + location.search);
  }

  /** @param {Readonly<import('./store.js').State>} state */
  function notice({ scene, opened, overrides, look, preset, camera, following, recording }) {
    const now = [scene, opened, overrides, look, preset, camera, following, recording];
    if (now.every((value, index) => value === seen[index])) return;
    seen = now;
    if (openings === 0) timer ??= setTimeout(write, Math.max(0, wroteAt + WRITE_MS - performance.now()));
  }

  /** @param {string} link */
  const open = (link) => actions.openLink(decodeLink(link, tablesOf(store.get())));

  /** The address was edited, or a link to this page followed. */
  async function follow() {
    openings += 1;
    try {
      await (location.hash === '' ? actions.showScene(usual) : open(location.hash));
      told = current();
    } catch (error) {
      onRefused(error, false);
    }
    openings -= 1;
  }

  return {
    /** Opens what the address says, else what flew last, else the usual scene. */
    async start() {
      try {
        if (location.hash !== '') await open(location.hash);
        else if (!(await restore())) await actions.showScene(usual);
      } catch (error) {
        if (location.hash === '') throw error;
        await actions.showScene(usual);
        onRefused(error, true);
      }
      told = current();
      openings -= 1;
      unsubscribe = store.subscribe(notice);
      addEventListener('hashchange', follow);
    },

    destroy() {
      removeEventListener('hashchange', follow);
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
