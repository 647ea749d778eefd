/**
 * What the page knows, owned in one place. Components read it and are told when it changes; only
 * actions write, and app.js notes what the player tells.
 * @typedef {object} State
 * @property {string} scene name of the live scene
 * @property {Record<string, string>} overrides parameters a person changed in it
 * @property {Record<string, string>} look in force; entries absent have the core's defaults
 * @property {import('./types.js').Status | null} status
 * @property {Record<string, string> | null} world the running simulation's parameters
 * @property {import('./scenes.js').Scene[]} opened scenes from files, from links, and a person's own
 * @property {Recording | null} recording null: the flock is live
 * @property {Opening | null} opening a recording that is not shown yet
 * @property {import('./types.js').Parameter[]} params
 * @property {string[]} changes names of those that may change in a running flock
 * @property {Record<string, string>} pointer what dragging does, by the names of pointer-settings.js
 * @property {import('./types.js').Parameter[]} looks
 * @property {import('./types.js').Preset[]} presets
 * @property {string} preset the one last chosen; entries of the look may have been changed since
 * @property {string | null} undoes name of the setting that undo would take back; null: there is nothing
 * @property {string | null} redoes the same of redo
 * @property {boolean} following the camera goes with the flock
 * @property {Record<string, string>} camera where a link or a person moved it (fit, zoom, x, y); otherwise it fills the
 *   window
 * @property {boolean} panelOpen
 * @property {boolean} insightOpen what is happening, in figures
 * @property {boolean} hidden everything but the flock
 * @property {'worker' | 'page' | null} thread that draws
 *
 * @typedef {import('./player/recording-source.js').RecordingInfo & {look: Record<string, string>}} Recording `look`:
 *   the one it came with
 *
 * @typedef {object} Opening
 * @property {string} name
 * @property {string | null} host where it comes from; null: this machine
 * @property {number} received
 * @property {number | null} total null: not known
 *
 * @typedef {object} Store
 * @property {() => Readonly<State>} get
 * @property {(patch: Partial<State>) => void} set
 * @property {(listener: (state: Readonly<State>) => void) => () => void} subscribe also calls at once
 */

/**
 * @param {State} initial
 * @returns {Store}
 */
export function createStore(initial) {
  let state = initial;
  /** @type {Set<(state: Readonly<State>) => void>} */
  const listeners = new Set();
  return {
    get: () => state,
    set(patch) {
      state = { ...state, ...patch };
      for (const listener of listeners) listener(state);
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
  };
}
