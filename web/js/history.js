// Undo and redo of settings. A step keeps the settings from before it, under the name of what was changed; changes of
// the same name that were asked for in quick succession (arrow keys on a slider) are one step.

const MERGE_MS = 1200;
const MOST_STEPS = 200;

/**
 * @template Settings
 * @typedef {{name: string, settings: Settings, at_ms: number}} Step
 */

/** @template Settings */
export function createHistory() {
  /** @type {Step<Settings>[]} */
  let past = [];
  /** @type {Step<Settings>[]} */
  let future = [];

  /**
   * @param {Step<Settings>[]} from
   * @param {Step<Settings>[]} to
   * @param {Settings} current
   * @param {(settings: Settings) => Promise<void>} apply when it fails, nothing moves
   * @returns {Promise<string | null>} name of the step; null when there was none
   */
  async function move(from, to, current, apply) {
    const step = from.at(-1);
    if (!step) return null;
    await apply(step.settings);
    from.pop();
    to.push({ name: step.name, settings: current, at_ms: -Infinity });
    return step.name;
  }

  return {
    /** @param {string} name of what was changed @param {Settings} before @param {number} at_ms when it was asked for */
    note(name, before, at_ms) {
      const last = past.at(-1);
      if (last && last.name === name && future.length === 0 && at_ms - last.at_ms < MERGE_MS) {
        last.at_ms = at_ms;
        return;
      }
      past = [...past.slice(1 - MOST_STEPS), { name, settings: before, at_ms }];
      future = [];
    },
    /** @param {Settings} current @param {(settings: Settings) => Promise<void>} apply */
    undo: (current, apply) => move(past, future, current, apply),
    /** @param {Settings} current @param {(settings: Settings) => Promise<void>} apply */
    redo: (current, apply) => move(future, past, current, apply),
    /** What undo and redo would take back and bring again; null: nothing. */
    next: () => ({ undoes: past.at(-1)?.name ?? null, redoes: future.at(-1)?.name ?? null }),
    clear() {
      past = [];
      future = [];
    },
  };
}
