/**
 * The sheet What is happening, which is loaded when it is first shown.
 * @param {Parameters<typeof import('./insight/sheet.js').createSheet>[0] & {overlay: HTMLElement,
 *   tell: (error: unknown) => void}} parts
 */
export function createInsightLater({ overlay, tell, ...parts }) {
  const { store, actions } = parts;
  let destroyed = false;
  /** @type {Promise<{destroy: () => void}> | null} */
  let loading = null;

  async function load() {
    const { createSheet } = await import('./insight/sheet.js');
    const sheet = createSheet(parts);
    if (destroyed) sheet.destroy();
    else overlay.append(sheet.element);
    return sheet;
  }

  const unsubscribe = store.subscribe(({ insightOpen }) => {
    if (!insightOpen || loading) return;
    loading = load();
    loading.catch((error) => {
      loading = null; // the next time it may be there
      actions.showInsight(false);
      tell(error);
    });
  });

  return {
    destroy() {
      destroyed = true;
      unsubscribe();
      loading?.then((sheet) => sheet.destroy()).catch(() => {});
    },
  };
}
