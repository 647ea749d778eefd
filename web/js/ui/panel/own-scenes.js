import { isStopped } from '../../errors.js';
import { errorText, labelOf, searchable, t } from '../../strings.js';
import { h, setText } from '../dom.js';
import { createCard } from './scene-row.js';

const PICTURE = { width: 320, height: 180 };
const MOST_NAME = 60; // characters
const REALLY_MS = 4000; // to think it over

/** @param {{width: number, height: number, rgba: Uint8ClampedArray<ArrayBuffer>}} picture @returns {string} address */
function pictureAddress({ width, height, rgba }) {
  const canvas = h('canvas', { width, height });
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  return canvas.toDataURL('image/webp', 0.8);
}

/**
 * The scenes a person kept, and the way to keep what flies.
 * @param {object} parts
 * @param {import('../../store.js').Store} parts.store
 * @param {import('../../actions.js').Actions} parts.actions
 * @param {(name: string) => void} parts.choose
 * @returns {import('./row.js').Row}
 */
export function createOwnScenesRow({ store, actions, choose }) {
  const cards = h('div', { class: 'cards', role: 'radiogroup', 'aria-labelledby': 'title-own-scenes' });
  const name = h('input', {
    type: 'text',
    class: 'own-name',
    maxlength: MOST_NAME,
    autocomplete: 'off',
    'aria-describedby': 'message-own-scenes',
    oninput: () => complain(''),
  });
  const submit = h('button', { type: 'submit', class: 'text-button' });
  const cancel = h(
    'button',
    { type: 'button', class: 'text-button', onclick: () => rename(false) },
    t('ownSceneCancel'),
  );
  const form = h('form', { class: 'own-form', onsubmit: keep }, name, submit, cancel);
  const renameButton = h(
    'button',
    { type: 'button', class: 'text-button', onclick: () => rename(true) },
    t('ownSceneRename'),
  );
  const deleteButton = h('button', { type: 'button', class: 'text-button', onclick: drop });
  const tools = h('div', { class: 'own-tools' }, renameButton, deleteButton);
  const message = h('p', { class: 'row-message', id: 'message-own-scenes', role: 'alert', hidden: true });
  let renames = false;
  let busy = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let doubting;

  const current = () => store.get().opened.find((scene) => scene.own && scene.name === store.get().scene);

  /** @param {string} text */
  function complain(text) {
    setText(message, text);
    message.hidden = text === '';
  }

  /** @param {boolean} wanted */
  function rename(wanted) {
    renames = wanted;
    name.value = wanted ? (current()?.title ?? '') : '';
    complain('');
    show();
    if (wanted) name.select();
    else renameButton.focus();
  }

  /** @param {() => Promise<void> | void} work told here when it is refused */
  async function attempt(work) {
    if (busy) return;
    busy = true;
    try {
      await work();
      name.value = '';
      renames = false;
      complain('');
    } catch (error) {
      if (!isStopped(error)) complain(errorText(error));
    }
    busy = false;
    show();
  }

  /** @param {SubmitEvent} event */
  function keep(event) {
    event.preventDefault();
    const title = name.value.trim();
    const scene = current();
    if (title === '') {
      complain(t('ownSceneNameless'));
      name.focus();
    } else if (renames && scene) attempt(() => actions.renameScene(scene.name, title));
    else attempt(async () => actions.keepScene(title, pictureAddress(await actions.picture(PICTURE))));
  }

  /** Once to ask, once more to do it. */
  function drop() {
    const scene = current();
    if (scene && doubting) attempt(() => actions.deleteScene(scene.name));
    clearTimeout(doubting);
    doubting = doubting ? undefined : setTimeout(forgetDoubt, REALLY_MS);
    show();
  }

  function forgetDoubt() {
    doubting = undefined;
    show();
  }

  /** @param {import('../../scenes.js').Scene} scene */
  function card(scene) {
    const { art, element } = createCard(scene, choose);
    const picture = scene.own?.picture;
    if (picture) art.after(h('img', { class: 'poster is-loaded', alt: '', src: picture }));
    return element;
  }

  /** @type {unknown} */
  let shown = null;
  function show() {
    const { opened, scene } = store.get();
    if (shown !== opened) {
      shown = opened;
      const focused = cards.contains(document.activeElement);
      cards.replaceChildren(...opened.filter(({ own }) => own).map(card));
      if (focused) /** @type {HTMLElement | null} */ (cards.querySelector(`[value="${scene}"]`))?.focus();
    }
    cards.hidden = cards.childElementCount === 0;
    for (const input of cards.querySelectorAll('input')) input.checked = input.value === scene;
    const isOwn = current() !== undefined;
    if (!isOwn) renames = false;
    tools.hidden = !isOwn || renames;
    cancel.hidden = !renames;
    const label = t(renames ? 'ownSceneNew' : 'ownSceneName');
    name.placeholder = label;
    name.setAttribute('aria-label', label);
    setText(submit, t(renames ? 'ownSceneRename' : 'ownSceneKeep'));
    setText(deleteButton, t(doubting ? 'ownSceneReally' : 'ownSceneDelete'));
  }
  const unsubscribe = store.subscribe(({ opened }) => {
    if (opened !== shown) show();
  });

  return {
    name: 'own_scenes',
    live: true,
    words: searchable(`${labelOf('own_scenes')} ${t('ownSceneKeepWords')}`),
    element: h(
      'div',
      { class: 'row', 'data-name': 'own_scenes' },
      h('h2', { class: 'row-label', id: 'title-own-scenes' }, labelOf('own_scenes')),
      cards,
      tools,
      form,
      message,
    ),
    isChanged: () => false,
    show,
    destroy() {
      unsubscribe();
      clearTimeout(doubting);
    },
  };
}
