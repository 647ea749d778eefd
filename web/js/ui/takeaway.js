import '../../css/takeaway.css';
import { PlainError, isStopped } from '../errors.js';
import { createExportClient, download } from '../export/export-client.js';
import { errorText, formatBytes, t } from '../strings.js';
import { sizeOf } from './canvas-size.js';
import { h, setText } from './dom.js';
import { iconButton } from './icon-button.js';
import { createDesktopTab } from './takeaway/desktop-tab.js';
import { createFilesTab } from './takeaway/files-tab.js';
import { createPictureTab } from './takeaway/picture-tab.js';
import { createProgress } from './takeaway/progress.js';
import { createVideoTab } from './takeaway/video-tab.js';

/**
 * What the tabs work with.
 * @typedef {object} Desk
 * @property {() => Readonly<import('../store.js').State>} state
 * @property {() => import('../types.js').Status} status
 * @property {() => {window: {width: number, height: number}, longest: number}} sizes
 * @property {() => string} stem of file names
 * @property {() => import('../export/recorder.js').LookNow} look
 * @property {() => number} seed
 * @property {(work: Work) => void} run
 * @property {(blob: Blob, name: string) => string} deliver tells what was saved
 * @property {(made: import('../export/export-client.js').Made, name: string, short: string) => string} deliverMade
 * @property {() => void} onPlan the film that the tab Video would make has changed
 *
 * @typedef {(client: import('../export/export-client.js').ExportClient) => Promise<string>} Work tells what came of it
 */

/**
 * The sheet with which a flock is taken away. The flock stands still while it is open.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 * @param {HTMLCanvasElement} parts.canvas
 * @param {ReturnType<typeof import('./toasts.js').createToasts>} parts.toasts
 */
export async function createTakeaway({ store, actions, canvas, toasts }) {
  const progress = createProgress((how) => client.stop(how));
  const client = await createExportClient(actions.takeAway, progress.tell);
  const longest = await client.longestSide();
  let busy = false;
  let goesOn = false; // playing, when the sheet is closed
  let chosen = 'picture';
  /** @type {import('../store.js').Recording | null | undefined} that the tabs are about; null: the live flock */
  let about;
  /** @type {{name: string, element: HTMLElement, show: () => void}[]} */
  let tabs = [];

  const list = h('div', {
    class: 'segments take-tabs',
    role: 'tablist',
    'aria-label': t('takeAway'),
    onkeydown: moveTab,
  });
  const body = h('div', { class: 'take-body' });
  const said = h('p', { class: 'take-said', role: 'status' });
  const problem = h('p', { class: 'take-said problem', role: 'alert' });
  const element = h(
    'dialog',
    { class: 'sheet glass takeaway', 'aria-labelledby': 'takeaway-title', onclose: closed },
    h(
      'div',
      { class: 'sheet-head' },
      h('h2', { id: 'takeaway-title' }, t('takeAway')),
      iconButton('close', t('close'), () => element.close()),
    ),
    list,
    said,
    problem,
    body,
    progress.element,
  );
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close(); // the backdrop
  });

  /** @type {Desk} */
  const desk = {
    state: store.get,
    status() {
      const { status } = store.get();
      if (!status) throw new PlainError('nothingShown');
      return status;
    },
    sizes: () => ({ window: sizeOf(canvas), longest }),
    stem() {
      const { recording, scene, world } = store.get();
      return recording ? recording.name.replace(/\.bfs$/i, '') : `${scene}-seed${world?.seed ?? 0}`;
    },
    look: () => ({ look: store.get().look, looks: store.get().looks }),
    seed() {
      const { recording, world } = store.get();
      return Number(recording ? recording.seed : (world?.seed ?? 0));
    },
    run,
    deliver(blob, name) {
      download(blob, name);
      return t('take.saved', { name, size: formatBytes(blob.size) });
    },
    deliverMade({ blob, done, of, end }, name, short) {
      if (blob) download(blob, name);
      const saved = blob ? t('take.saved', { name, size: formatBytes(blob.size) }) : t('take.written', { name });
      if (end === 'whole') return saved;
      return `${saved} ${t(end === 'memory' ? `${short}.memory` : short, { done, of })}`;
    },
    onPlan: () => tabs.find(({ name }) => name === 'desktop')?.show(),
  };

  /** @param {BeforeUnloadEvent} event the browser asks before a page with unfinished work is left */
  const beforeLeaving = (event) => event.preventDefault();

  /** @param {Work} work */
  async function run(work) {
    if (busy) return;
    busy = true;
    addEventListener('beforeunload', beforeLeaving);
    setText(said, '');
    setText(problem, '');
    list.hidden = body.hidden = true;
    progress.begin();
    try {
      const text = await work(client);
      setText(said, text);
      if (!element.open) toasts.info(text);
    } catch (error) {
      if (!isStopped(error)) {
        const text = errorText(error);
        setText(problem, text);
        if (!element.open) toasts.error(text);
      } else setText(said, t('take.cancelled'));
    }
    busy = false;
    removeEventListener('beforeunload', beforeLeaving);
    progress.end();
    list.hidden = body.hidden = false;
    if (element.open) document.getElementById(`take-tab-${chosen}`)?.focus();
  }

  /** @param {string} name */
  function choose(name) {
    setText(said, '');
    setText(problem, '');
    chosen = name;
    for (const tab of tabs) {
      const isChosen = tab.name === name;
      tab.element.hidden = !isChosen;
      const button = /** @type {HTMLElement} */ (document.getElementById(`take-tab-${tab.name}`));
      button.setAttribute('aria-selected', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      if (isChosen) tab.show();
    }
  }

  /** @param {KeyboardEvent} event */
  function moveTab({ key }) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!by) return;
    const at = tabs.findIndex(({ name }) => name === chosen);
    choose(tabs[(at + by + tabs.length) % tabs.length].name);
    document.getElementById(`take-tab-${chosen}`)?.focus();
  }

  /** The tabs as the flock is now. */
  function build() {
    about = store.get().recording;
    const video = createVideoTab(desk);
    tabs = [createPictureTab(desk), video, createFilesTab(desk), createDesktopTab(desk, video.plan)];
    list.replaceChildren(
      ...tabs.map(({ name }) =>
        h(
          'button',
          {
            type: 'button',
            class: 'segment',
            id: `take-tab-${name}`,
            role: 'tab',
            'aria-controls': `take-panel-${name}`,
            onclick: () => choose(name),
          },
          t(`take.tab.${name}`),
        ),
      ),
    );
    for (const { name, element: panel } of tabs) {
      panel.id = `take-panel-${name}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', `take-tab-${name}`);
    }
    body.replaceChildren(...tabs.map(({ element: panel }) => panel));
    choose(chosen);
  }

  /** Something else may be dropped on the page meanwhile. */
  const unsubscribe = store.subscribe(({ recording }) => {
    if (element.open && !busy && recording !== about) build();
  });

  function closed() {
    if (goesOn) actions.play();
    goesOn = false;
  }

  return {
    element,
    async open() {
      if (element.open) return;
      goesOn = store.get().status?.playing ?? false;
      const paused = actions.pause();
      if (!busy) {
        await paused;
        build();
      }
      element.showModal();
    },
    isBusy: () => busy,
    destroy() {
      unsubscribe();
      client.destroy();
      element.remove();
    },
  };
}
