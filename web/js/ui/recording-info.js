import { errorText, formatBytes, formatNumber, t } from '../strings.js';
import { PlainError } from '../errors.js';
import { h } from './dom.js';

/**
 * @param {import('../player/recording-source.js').RecordingInfo} recording
 * @returns {string | null} what is wrong with the file, for people
 */
export function problemText(recording) {
  const { problem, name, frames } = recording;
  if (!problem) return null;
  const code = problem.kind === 'cut' ? 'recordingCut' : 'recordingCorrupt';
  return errorText(new PlainError(code, { name, frames, offset: problem.offset }));
}

/**
 * The part of the panel that tells about the recording being played.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 * @param {(promise: Promise<unknown>) => void} parts.watch
 */
export function createRecordingInfo({ store, actions, watch }) {
  const facts = h('dl', { class: 'facts' });
  const name = h('p', { class: 'file-name' });
  const problem = h('p', { class: 'problem' });
  const element = h(
    'section',
    { class: 'recording', 'aria-label': t('recording') },
    h('h2', {}, t('recording')),
    name,
    facts,
    problem,
    h('button', { type: 'button', class: 'text-button', onclick: () => watch(actions.backToLive()) }, t('backToLive')),
  );

  /** @type {unknown} */
  let shown = null;
  const unsubscribe = store.subscribe(({ recording }) => {
    element.hidden = recording === null;
    if (!recording || shown === recording) return;
    shown = recording;
    name.textContent = recording.name;
    name.title = recording.name;
    const { stage } = recording;
    const rows = [
      [t('recordingFrames'), formatNumber(recording.frames)],
      [
        t('recordingAgents'),
        recording.varies ? t('recordingAgentsVary', { count: recording.agents }) : formatNumber(recording.agents),
      ],
      [t('recordingStep'), t('seconds', { seconds: String(Number(recording.dt.toPrecision(6))) })],
      [t('recordingSeed'), String(recording.seed)],
      [t('recordingWorld'), `${formatNumber(stage.world_width)} × ${formatNumber(stage.world_height)}`],
      [t('recordingSize'), formatBytes(recording.bytes)],
    ];
    facts.replaceChildren(...rows.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value))));
    const text = problemText(recording);
    problem.hidden = text === null;
    problem.textContent = text;
  });

  return { element, destroy: unsubscribe };
}
