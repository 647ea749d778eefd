/**
 * A sheet that is loaded when it is first asked for.
 * @template {{element: HTMLElement, open: () => void | Promise<void>, destroy: () => void}} Sheet
 * @param {HTMLElement} root
 * @param {() => Promise<Sheet>} make
 */
export function createLater(root, make) {
  /** @type {Promise<Sheet> | null} */
  let loading = null;

  async function load() {
    const sheet = await make();
    root.append(sheet.element);
    return sheet;
  }

  return {
    async open() {
      loading ??= load();
      loading.catch(() => {
        loading = null; // the next time it may be there
      });
      await (await loading).open();
    },
    destroy: () => loading?.then((sheet) => sheet.destroy()),
  };
}
