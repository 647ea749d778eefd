import { findScene, posterOf, scenes } from '../../scenes.js';
import { labelOf, searchable, t } from '../../strings.js';
import { h, setText } from '../dom.js';
import { descriptionOf, titleOf } from '../scene-words.js';

const POSTERS_AFTER_MS = 250;

/** A scene to choose. @param {import('../../scenes.js').Scene} scene @param {(name: string) => void} choose */
export function createCard(scene, choose) {
  const { name, look } = scene;
  const input = h('input', {
    type: 'radio',
    name: 'scene',
    value: name,
    class: 'visually-hidden',
    onchange: () => choose(name),
  });
  const art = h('span', { class: `card-art palette-${look.palette ?? 'neon'}` });
  return {
    input,
    art,
    element: h('label', { class: 'card' }, input, art, h('span', { class: 'card-title' }, titleOf(scene))),
  };
}

/**
 * The scenes as pictures. They are fetched when the flock flies, and only where somebody sees them.
 * @param {object} parts
 * @param {import('../../store.js').Store} parts.store
 * @param {import('../../actions.js').Actions} parts.actions
 * @param {(name: string) => void} parts.choose
 * @returns {import('./row.js').Row}
 */
export function createSceneRow({ store, actions, choose }) {
  const cards = scenes.map((scene) => ({ ...createCard(scene, choose), poster: posterOf(scene.name) }));
  const text = h('p', { class: 'scene-text' });
  const group = h(
    'div',
    { class: 'cards', role: 'radiogroup', 'aria-labelledby': 'title-scene' },
    ...cards.map(({ element }) => element),
  );

  function showPosters() {
    for (const { art, poster } of cards) {
      if (!poster) continue;
      const picture = h('img', { class: 'poster', alt: '', width: 320, height: 180, loading: 'lazy' });
      picture.addEventListener('load', () => picture.classList.add('is-loaded'), { once: true });
      picture.src = poster;
      art.after(picture);
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stopWaiting = store.subscribe(({ status, panelOpen }) => {
    if (timer || !panelOpen || !status || status.frame < 0) return;
    timer = setTimeout(() => {
      stopWaiting();
      showPosters();
    }, POSTERS_AFTER_MS);
  });

  return {
    name: 'scene',
    live: true,
    words: searchable([labelOf('scene'), ...scenes.map(titleOf)].join(' ')),
    element: h(
      'div',
      { class: 'row', 'data-name': 'scene' },
      h('h2', { class: 'row-label', id: 'title-scene' }, t('label.scene')),
      group,
      text,
    ),
    isChanged: () => false,
    show() {
      const { scene } = store.get();
      for (const { input } of cards) input.checked = input.value === scene;
      const now = actions.scene();
      const title = titleOf(now);
      const description = descriptionOf(now);
      const known = now.own ? 'sceneOwn' : 'sceneFromFile';
      setText(text, findScene(scene) ? description : t(known, { title, description }).trim());
    },
    destroy() {
      stopWaiting();
      clearTimeout(timer);
    },
  };
}
