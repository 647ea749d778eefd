import { PlainError } from '../errors.js';

/**
 * Style sheets that did not come. The bundler asks for each one only once, so they are asked for again here.
 * @type {Set<HTMLLinkElement>}
 */
const lost = new Set();

/** @param {Event} event */
function noteLost({ target }) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
}

/** @param {HTMLLinkElement} link that was lost @returns {Promise<void>} */
function askAgain(link) {
  return new Promise((resolve, reject) => {
    const again = /** @type {HTMLLinkElement} */ (link.cloneNode());
    again.onload = () => resolve();
    again.onerror = () => reject(new PlainError('partNotLoaded'));
    lost.delete(link);
    link.replaceWith(again);
  });
}

/**
 * A sheet that is loaded when it is first asked for.
 * @template {{element: HTMLElement, destroy: () => void}} Sheet
 * @param {HTMLElement} root
 * @param {() => Promise<Sheet>} make
 */
export function createLater(root, make) {
  let destroyed = false;
  /** @type {Promise<Sheet> | null} */
  let loading = null;
  /** @type {Sheet | null} */
  let loaded = null;

  async function begin() {
    document.head.addEventListener('error', noteLost, true); // the same listener for every sheet
    await Promise.all([...lost].map(askAgain));
    const sheet = await make();
    if (destroyed) sheet.destroy();
    else root.append(sheet.element);
    loaded = sheet;
    return sheet;
  }

  return {
    /** @returns {Promise<Sheet>} */
    load() {
      loading ??= begin();
      loading.catch(() => {
        loading = null; // the next time it may be there
      });
      return loading;
    },
    /** Once it is there. */
    get sheet() {
      return loaded;
    },
    destroy() {
      destroyed = true;
      loading?.then((sheet) => sheet.destroy()).catch(() => {});
    },
  };
}
