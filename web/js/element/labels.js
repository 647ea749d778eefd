// What the element's controls say, in the language of the page around them.

const english = {
  play: 'Play',
  pause: 'Pause',
  reset: 'Start over',
  position: 'Position',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  flock: 'A flock in flight',
};

/** @type {typeof english} */
const french = {
  play: 'Lire',
  pause: 'Pause',
  reset: 'Recommencer',
  position: 'Position',
  fullScreen: 'Plein écran',
  leaveFullScreen: 'Quitter le plein écran',
  flock: 'Une nuée en vol',
};

/** @param {Element} element @returns {string} */
function languageOf(element) {
  const holder = element.closest('[lang]');
  if (holder) return holder.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageOf(root.host) : '';
}

/** @param {Element} element */
export function labelsFor(element) {
  return /^fr\b/i.test(languageOf(element)) ? french : english;
}
