// A person's pointer in the running flock: parameters of the simulation, changed before a step and at most once a step.

/**
 * @typedef {object} Drag
 * @property {import('./camera.js').Point} at in the picture
 * @property {number} reach share of the picture's shorter side
 * @property {number} pull in strongest turns of an agent; below 0 it scares
 *
 * @typedef {{x: number, y: number, radius: number, strength: number}} Place in world units
 */

const PLACE_DIGITS = 6;
const SIZE_DIGITS = 4;

/** @param {number} value @param {number} digits @returns {string} */
const text = (value, digits) => String(Number(value.toPrecision(digits)));

/**
 * @param {(changes: Record<string, string>) => void} change of the running world
 */
export function createAttraction(change) {
  /** @type {Drag | null} */
  let drag = null;
  /** @type {Record<string, string>} what the world has by now */
  let known = { pointer_radius: '0' };

  /** @param {Record<string, string>} wanted */
  function changeTo(wanted) {
    const changes = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => known[name] !== value));
    known = { ...known, ...changes };
    if (Object.keys(changes).length > 0) change(changes);
  }

  return {
    /** @param {Drag | null} next null: let go */
    set(next) {
      drag = next;
    },
    /** A new world has a pointer of its own, or none. */
    forget() {
      known = { pointer_radius: '0' };
    },
    /** @param {(drag: Drag) => Place} placeOf where a drag is in the world as it is seen now */
    beforeStep(placeOf) {
      if (!drag) return changeTo({ pointer_radius: '0' });
      const { x, y, radius, strength } = placeOf(drag);
      changeTo({
        pointer_x: text(x, PLACE_DIGITS),
        pointer_y: text(y, PLACE_DIGITS),
        pointer_radius: text(radius, SIZE_DIGITS),
        pointer_strength: text(strength, SIZE_DIGITS),
      });
    },
  };
}
