// Whether elements can be seen: one pair of observers and one listener for all of them on a page.

const NEAR = '300px'; // below or above what is shown: time to load

/**
 * @typedef {object} Presence
 * @property {boolean} near the window, or in it
 * @property {boolean} shown in the window, in a tab that is shown
 */

/** @type {Map<Element, {near: boolean, inWindow: boolean, tell: (presence: Presence) => void}>} */
const watched = new Map();
/** @type {IntersectionObserver | null} */
let nearObserver = null;
/** @type {IntersectionObserver | null} */
let windowObserver = null;

/** @param {Element} element */
function tell(element) {
  const state = watched.get(element);
  state?.tell({ near: state.near || state.inWindow, shown: state.inWindow && !document.hidden });
}

const tellAll = () => [...watched.keys()].forEach(tell);

/** @param {'near' | 'inWindow'} what @param {string} rootMargin */
function createObserver(what, rootMargin) {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const state = watched.get(target);
        if (!state || state[what] === isIntersecting) continue;
        state[what] = isIntersecting;
        tell(target);
      }
    },
    { rootMargin },
  );
}

/**
 * @param {Element} element
 * @param {(presence: Presence) => void} onChange
 * @returns {() => void} stop
 */
export function watchPresence(element, onChange) {
  nearObserver ??= createObserver('near', NEAR);
  windowObserver ??= createObserver('inWindow', '0px');
  if (watched.size === 0) document.addEventListener('visibilitychange', tellAll);
  watched.set(element, { near: false, inWindow: false, tell: onChange });
  nearObserver.observe(element);
  windowObserver.observe(element);
  return () => {
    watched.delete(element);
    nearObserver?.unobserve(element);
    windowObserver?.unobserve(element);
    if (watched.size === 0) document.removeEventListener('visibilitychange', tellAll);
  };
}
