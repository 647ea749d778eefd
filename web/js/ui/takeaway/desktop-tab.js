import { commandLines, lookOptions } from '../../export/commands.js';
import { errorText, t } from '../../strings.js';
import { PlainError } from '../../errors.js';
import { FOLLOW_ZOOM } from '../../player/camera.js';
import { h, setText } from '../dom.js';
import { choiceField } from './fields.js';
import { createSceneButton } from './files-tab.js';
import { PROGRAM_SIZES } from './sizes.js';

/**
 * The lines for boidforge-cli that make the film of the tab Video.
 * @param {import('../takeaway.js').Desk} desk
 * @param {() => import('./video-tab.js').VideoPlan | null} plan
 */
export function createDesktopTab(desk, plan) {
  const size = choiceField(t('take.size'), PROGRAM_SIZES, '4k', show);
  const list = h('ol', { class: 'take-lines' });
  const { recording, following, look } = desk.state();

  /** @param {import('./video-tab.js').VideoPlan} planned */
  function linesFor({ from, last, fps, speed, whole }) {
    const end = Math.ceil(last - 1e-6);
    const { frames } = desk.status();
    const file = recording ? recording.name : `${desk.stem()}.bfs`;
    const follows = following && !whole;
    return commandLines({
      recording: file,
      scene: recording ? null : `${desk.stem()}.json`,
      steps: end + 1,
      film: `${desk.stem()}.mp4`,
      size: size.value,
      fps,
      speed,
      from,
      to: recording && end < frames - 1 ? end : null,
      look: recording ? lookOptions(look, recording.look) : [],
      fit: recording || whole ? 'contain' : 'cover',
      follows,
      zoom: follows ? FOLLOW_ZOOM : 1,
    });
  }

  /** @param {string} line */
  function lineItem(line) {
    const words = line.split(' ').flatMap((word, index) => [index > 0 ? ' ' : '', h('span', {}, word)]);
    const code = h('code', {}, ...words);
    const button = h('button', { type: 'button', class: 'text-button', onclick: copy }, t('take.copy'));
    async function copy() {
      try {
        await navigator.clipboard.writeText(line);
        setText(button, t('take.copied'));
      } catch {
        // Without https there is no clipboard to write to, and a browser may refuse.
        getSelection()?.selectAllChildren(code);
        setText(button, t('take.selected'));
      }
    }
    return h('li', {}, code, button);
  }

  function show() {
    const planned = plan();
    if (!planned) return list.replaceChildren(h('li', {}, errorText(new PlainError('take.planFirst'))));
    list.replaceChildren(...linesFor(planned).map(lineItem));
  }

  return {
    name: 'desktop',
    element: h(
      'div',
      { class: 'take-rows' },
      h('p', { class: 'hint' }, t(recording ? 'take.linesOfRecording' : 'take.linesHint')),
      ...(recording ? [] : [createSceneButton(desk)]),
      size.element,
      list,
    ),
    show,
  };
}
