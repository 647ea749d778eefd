import { speakOfSheets } from '../strings.js';
import { createLater } from './later.js';

/**
 * The sheet What is happening, which is loaded when it is first shown.
 * @param {Parameters<typeof import('./insight/sheet.js').createSheet>[0] & {overlay: HTMLElement,
 *   tell: (error: unknown) => void}} parts
 */
export function createInsightLater({ overlay, tell, ...parts }) {
  const { store, actions } = parts;
  const later = createLater(overlay, async () => {
    const [{ createSheet }] = await Promise.all([import('./insight/sheet.js'), speakOfSheets()]);
    return createSheet(parts);
  });

  let asked = false;
  const unsubscribe = store.subscribe(({ insightOpen }) => {
    if (!insightOpen || asked) return;
    asked = true;
    later.load().catch((error) => {
      asked = false;
      actions.showInsight(false);
      tell(error);
    });
  });

  return {
    destroy() {
      unsubscribe();
      later.destroy();
    },
  };
}
