/**
 * The sheet Take it away, which is loaded when it is first asked for.
 * @param {Parameters<typeof import('./takeaway.js').createTakeaway>[0] & {root: HTMLElement}} parts
 */
export function createTakeawayLater({ root, ...parts }) {
  /** @type {Promise<Awaited<ReturnType<typeof import('./takeaway.js').createTakeaway>>> | null} */
  let loading = null;

  async function load() {
    const { createTakeaway } = await import('./takeaway.js');
    const sheet = await createTakeaway(parts);
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
