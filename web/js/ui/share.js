import '../../css/share.css';
import { encodeLink } from '../link.js';
import { linkedOf, tablesOf } from '../scene-links.js';
import { PlainError } from '../errors.js';
import { t } from '../strings.js';
import { h, setText } from './dom.js';
import { iconButton } from './icon-button.js';

const STEPS = 600;

/** @param {string} link */
const commandLines = (link) =>
  [
    `boidforge-cli simulate --scene '${link}' --steps ${STEPS} -o flock.bfs`,
    `boidforge-cli export flock.bfs --scene '${link}' -o flock.mp4 --size 4k`,
  ].join('\n');

/** A system's own sheet is what people of phones know. */
const sharesBySystem = () => typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;

/**
 * The flock as a link: copied, handed to the system, and as lines for the program.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 */
export function createShare({ store, actions }) {
  let wasChanged = false; // the flock while it flew: the link has its settings, and not when each came
  const status = h('p', { class: 'share-status', role: 'status' });
  const address = h('input', { type: 'text', id: 'share-address', readonly: true, spellcheck: 'false' });
  const lines = h('textarea', { id: 'share-lines', readonly: true, rows: '6', spellcheck: 'false', wrap: 'soft' });

  /** @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} done @param {string} selected */
  async function copy(field, done, selected) {
    try {
      await navigator.clipboard.writeText(field.value);
      setText(status, t(done));
    } catch {
      // Without https there is no clipboard to write to, and a browser may refuse.
      field.focus();
      field.select();
      setText(status, t(selected));
    }
  }
  const copyAddress = () => copy(address, wasChanged ? 'shareCopiedChanged' : 'shareCopied', 'shareCopyByHand');
  const copyLines = () => copy(lines, 'shareLinesCopied', 'shareLinesByHand');

  /** @param {string} label @param {() => void} onclick */
  const button = (label, onclick) => h('button', { type: 'button', class: 'text-button', onclick }, label);

  async function shareBySystem() {
    try {
      await navigator.share({ title: t('title'), url: address.value });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return; // the person left it
      show();
    }
  }

  const element = h(
    'dialog',
    { class: 'sheet glass share', 'aria-labelledby': 'share-title' },
    h(
      'div',
      { class: 'sheet-head' },
      h('h2', { id: 'share-title' }, t('shareFlock')),
      iconButton('close', t('close'), () => element.close()),
    ),
    status,
    h('label', { class: 'share-label', for: 'share-address' }, t('shareAddress')),
    h('div', { class: 'share-row' }, address, button(t('shareCopy'), copyAddress)),
    h('label', { class: 'share-label', for: 'share-lines' }, t('shareLines')),
    lines,
    h('div', { class: 'share-row' }, button(t('shareCopyLines'), copyLines)),
  );
  if (typeof navigator.share === 'function') {
    element.querySelector('.share-row')?.append(button(t('shareSystem'), shareBySystem));
  }
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close(); // the backdrop
  });

  function show() {
    if (!element.open) element.showModal();
    copyAddress();
  }

  return {
    element,
    /** Throws where the flock has no link. */
    async open() {
      const state = store.get();
      if (state.recording) throw new PlainError('shareRecording', { name: state.recording.name });
      const linked = linkedOf(state);
      const link = encodeLink(linked, tablesOf(state));
      wasChanged = JSON.parse(await actions.sceneText()).events.length > (linked.events ?? []).length;
      address.value = `${location.origin}${location.pathname}${link}`;
      lines.value = commandLines(link);
      if (sharesBySystem()) await shareBySystem();
      else show();
    },
    destroy: () => element.remove(),
  };
}
