// How many pixels the picture gets: the canvas's own device pixels, within reason, told when they have settled.

const MOST_RATIO = 2; // finer than this nobody sees in motion
const MOST_PIXELS = 3840 * 2160;
const SETTLE_MS = 120;

/**
 * @param {number} cssWidth
 * @param {number} cssHeight
 * @param {number} ratio device pixels per CSS pixel
 * @param {number} [mostRatio]
 */
export function pictureSize(cssWidth, cssHeight, ratio, mostRatio = MOST_RATIO) {
  const wanted = Math.min(ratio, mostRatio);
  const pixels = cssWidth * cssHeight * wanted * wanted;
  const scale = wanted * Math.min(1, Math.sqrt(MOST_PIXELS / Math.max(1, pixels)));
  return {
    width: Math.max(1, Math.round(cssWidth * scale)),
    height: Math.max(1, Math.round(cssHeight * scale)),
  };
}

/** @param {HTMLElement} element */
export const sizeOf = (element) =>
  pictureSize(element.clientWidth, element.clientHeight, globalThis.devicePixelRatio || 1);

/**
 * @param {HTMLElement} element
 * @param {(width: number, height: number) => void} onSize
 */
export function createSizeWatcher(element, onSize) {
  let last = sizeOf(element);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function settle() {
    const { width, height } = sizeOf(element);
    if (width === last.width && height === last.height) return;
    last = { width, height };
    onSize(width, height);
  }
  function changed() {
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLE_MS);
  }

  const observer = new ResizeObserver(changed);
  observer.observe(element);
  addEventListener('resize', changed); // the pixel ratio can change without the element's size
  return {
    destroy() {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('resize', changed);
    },
  };
}
