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
