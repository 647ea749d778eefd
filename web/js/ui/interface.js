import { errorText, speakOfSheets, t, tOr } from '../strings.js';
import { PlainError, isStopped } from '../errors.js';
import { isSceneFile } from '../scene-file.js';
import { createAnnouncer } from './announcer.js';
import { createDropZone } from './drop-zone.js';
import { createFileChooser } from './file-chooser.js';
import { createFullScreen } from './full-screen.js';
import { createInsightLater } from './insight-later.js';
import { createKeyboard } from './keyboard.js';
import { createOpening } from './opening.js';
import { createLater } from './later.js';
import { createPanel } from './panel.js';
import { createPointing } from './pointing.js';
import { stepText } from './panel/head.js';
import { createUndoKeys } from './panel/undo-keys.js';
import { createReadout } from './readout.js';
import { titleOf } from './scene-words.js';
import { problemText } from './recording-info.js';
import { createTransport } from './transport.js';
import { createWakeLock } from './wake-lock.js';

const ZOOM_STEP = 1.25; // of a key

/**
 * Everything over the canvas.
 * @param {object} parts
 * @param {HTMLElement} parts.root
 * @param {HTMLCanvasElement} parts.canvas
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 * @param {ReturnType<typeof import('./toasts.js').createToasts>} parts.toasts
 * @param {() => void} parts.onForget what this device remembers
 * @param {(wanted: import('../strings.js').Language) => Promise<void>} parts.onLanguage
 * @param {Set<string>} parts.unfolded ids of the panel's sections that a person unfolded
 */
export function createInterface({ root, canvas, store, actions, toasts, onForget, onLanguage, unfolded }) {
  /** @param {unknown} error */
  function tell(error) {
    if (isStopped(error)) return;
    toasts.error(errorText(error));
  }

  /** @param {Promise<unknown>} promise */
  const watch = (promise) => {
    promise.catch((error) => {
      tell(error);
      panel.refresh();
    });
  };

  /**
   * @param {unknown} error
   * @param {string} code of the sentence around its reason
   * @param {string} name
   * @param {import('./toasts.js').Offer} [offer]
   */
  function tellReason(error, code, name, offer) {
    if (isStopped(error)) return;
    const reason = errorText(error).replace(/\.$/, '');
    toasts.error(errorText(new PlainError(code, { name, reason })), offer);
  }

  /** @param {import('../store.js').Recording} recording */
  function tellOpened(recording) {
    const { name, frames, agents, sceneProblem } = recording;
    const problem = problemText(recording, recording.problem, frames);
    if (problem) toasts.error(problem);
    else if (recording.origin) toasts.info(t('openedFrom', { name, origin: recording.origin }));
    else toasts.info(t('opened', { name, frames, agents }));
    if (sceneProblem) tellReason(sceneProblem, 'sceneOfRecording', name);
  }

  /** @param {File} file */
  async function open(file) {
    toasts.clear();
    if (await isSceneFile(file)) {
      try {
        const scene = await actions.openScene(file);
        toasts.info(t('openedScene', { title: titleOf(scene) }));
      } catch (error) {
        tellReason(error, 'cannotOpenScene', file.name);
        panel.refresh();
      }
      return;
    }
    try {
      tellOpened(await actions.load(file));
    } catch (error) {
      tellReason(error, 'cannotPlay', file.name);
    }
  }

  /** @param {string} address of a recording */
  async function openAddress(address) {
    toasts.clear();
    try {
      tellOpened(await actions.load(address));
    } catch (error) {
      tellReason(error, 'cannotPlay', address, { label: t('tryAgain'), act: () => openAddress(address) });
    }
  }

  const choice = createLater(root, async () => {
    const { createFileChoice } = await import('./file-choice.js');
    return createFileChoice(open);
  });
  /** @param {File[]} files */
  function openOneOf(files) {
    if (files.length === 1) open(files[0]);
    else watch(choice.load().then((sheet) => sheet.offer(files)));
  }
  const chooser = createFileChooser(openOneOf);
  const opening = createOpening({ store, onStop: () => watch(actions.stopLoading()) });
  const help = createLater(root, async () => {
    const [{ createHelp }] = await Promise.all([import('./help.js'), speakOfSheets()]);
    return createHelp(() => {
      onForget();
      toasts.info(t('forgotten'));
    });
  });
  const wakeLock = createWakeLock(store);
  const announcer = createAnnouncer({
    store,
    title: () => store.get().recording?.name ?? titleOf(actions.scene()),
  });
  const takeaway = createLater(root, async () => {
    const [{ createTakeaway }] = await Promise.all([import('./takeaway.js'), speakOfSheets()]);
    return createTakeaway({ canvas, store, actions, toasts });
  });
  const share = createLater(root, async () => {
    const [{ createShare }] = await Promise.all([import('./share.js'), speakOfSheets()]);
    return createShare({ store, actions });
  });
  const openTakeaway = () => watch(takeaway.load().then((sheet) => sheet.open()));
  const openShare = () => watch(share.load().then((sheet) => sheet.open()));
  const toggleHelp = () => watch(help.load().then((sheet) => sheet.toggle()));
  async function undo() {
    const name = await actions.undo();
    toasts.info(name ? t('undone', { what: stepText(name) }) : t('nothingToUndo'));
  }

  async function redo() {
    const name = await actions.redo();
    toasts.info(name ? t('redone', { what: stepText(name) }) : t('nothingToRedo'));
  }

  const steps = { onUndo: () => watch(undo()), onRedo: () => watch(redo()) };
  const panel = createPanel({ store, actions, watch, onLanguage, unfolded, ...steps });
  const undoKeys = createUndoKeys(steps);
  const fullScreen = createFullScreen(watch);
  const transport = createTransport({
    store,
    actions,
    watch,
    onOpen: () => chooser.open(),
    onShare: openShare,
    onTakeAway: openTakeaway,
    onPointer: () => watch(nextPointerMode()),
    onHelp: toggleHelp,
    fullScreen: fullScreen.element,
  });
  const narrow = matchMedia('(max-width: 640px)');
  /** On a narrow window the controls lie where the sheet does, and over it. */
  function showInsight() {
    const { insightOpen, panelOpen } = store.get();
    const covered = narrow.matches && panelOpen;
    if (covered) actions.showPanel(false);
    actions.showInsight(covered || !insightOpen);
  }
  const readout = createReadout(store, showInsight);
  const dropZone = createDropZone({ onFiles: openOneOf, onRefused: tell });

  function hideAll() {
    const hidden = !store.get().hidden;
    actions.hideAll(hidden);
    if (hidden) toasts.info(t('hiddenHint'));
  }

  async function nextPalette() {
    const name = await actions.nextPalette();
    toasts.info(t('paletteNow', { name: tOr(`palette.${name}`, name) }));
  }

  async function nextPointerMode() {
    const mode = await actions.nextPointerMode();
    toasts.info(t(`pointerNow.${mode}`));
  }

  async function resetCamera() {
    await actions.resetCamera();
    toasts.info(t('cameraReset'));
  }

  async function toggleFollow() {
    const following = !store.get().following;
    await actions.follow(following);
    toasts.info(t(following ? 'followOn' : 'followOff'));
  }

  async function toEnd() {
    const { recording, status } = store.get();
    if (recording) await actions.seek((status?.frames ?? 1) - 1, 'settle');
    else if (status && status.behind > 0) await actions.goLive();
  }

  const keyboard = createKeyboard({
    ' ': () => watch(actions.toggle()),
    ArrowRight: () => watch(actions.step(1)),
    ArrowLeft: () => watch(actions.step(-1)),
    'Shift+ArrowRight': () => watch(actions.jump(1)),
    'Shift+ArrowLeft': () => watch(actions.jump(-1)),
    ArrowUp: () => watch(actions.changeSpeed(1)),
    ArrowDown: () => watch(actions.changeSpeed(-1)),
    1: () => watch(actions.setSpeed(1)),
    Home: () => watch(actions.seek(0, 'settle')),
    End: () => watch(toEnd()),
    r: () => watch(actions.restart()),
    c: () => watch(nextPalette()),
    f: () => watch(toggleFollow()),
    p: () => watch(nextPointerMode()),
    '+': () => watch(actions.zoomBy(ZOOM_STEP)),
    '=': () => watch(actions.zoomBy(ZOOM_STEP)),
    '-': () => watch(actions.zoomBy(1 / ZOOM_STEP)),
    0: () => watch(resetCamera()),
    'Shift+f': fullScreen.toggle,
    i: showInsight,
    o: () => chooser.open(),
    e: openTakeaway,
    h: hideAll,
    s: openShare,
    '/': () => panel.search(),
    '?': toggleHelp,
  });

  /** Hidden controls come back on a tap, since a phone has no H key. */
  const reveal = () => {
    if (store.get().hidden) actions.hideAll(false);
  };
  const pointing = createPointing({ canvas, store, actions, tell, onTap: reveal });

  const overlay = document.createElement('div');
  overlay.className = 'overlay';
  root.append(announcer.element);
  overlay.append(readout.element, panel.element, transport.element);
  const insight = createInsightLater({ overlay, tell, store, actions });
  toasts.element.append(opening.element);
  root.append(pointing.element, overlay, dropZone.element, chooser.element);

  const unsubscribe = store.subscribe(({ hidden, status, recording }) => {
    if (overlay.hidden !== hidden) toasts.clear(); // they go with the controls, and do not come back
    overlay.hidden = hidden;
    const agents = t('readoutAgents', { count: status?.agents ?? 0 });
    const label = recording ? `${recording.name}, ${agents}` : agents;
    if (canvas.getAttribute('aria-label') !== label) canvas.setAttribute('aria-label', label);
  });

  return {
    tell,
    openAddress,
    focusLanguage: panel.focusLanguage,
    /** Whether something is under way that would not survive it. */
    isBusy: () => takeaway.sheet?.isBusy() ?? false,
    destroy() {
      unsubscribe();
      for (const part of [
        keyboard,
        undoKeys,
        pointing,
        dropZone,
        insight,
        wakeLock,
        announcer,
        readout,
        transport,
        fullScreen,
        panel,
        help,
        takeaway,
        share,
        choice,
        chooser,
        opening,
      ])
        part.destroy();
      overlay.remove();
    },
  };
}
