import { errorText, formatBytes, formatExact, formatNumber, t } from '../strings.js';
import { PlainError } from '../errors.js';
import { problemCode } from '../player/problem.js';
import { h, setText } from './dom.js';
import { amountText } from './opening.js';
import { titleOf } from './scene-words.js';

/**
 * @param {import('../player/recording-source.js').RecordingInfo} recording
 * @param {import('../player/record-index.js').Problem | null} problem
 * @param {number} frames
 * @returns {string | null} what is wrong with the file, for people
 */
export function problemText({ name, origin }, problem, frames) {
  if (!problem) return null;
  const values = { name, frames, offset: problem.offset, origin: origin ?? '' };
  return errorText(new PlainError(problemCode(problem.kind), values));
}

/**
 * @param {import('../store.js').Recording} recording
 * @param {import('../types.js').Status} status
 * @returns {string[][]} terms and values
 */
function factsOf(recording, { frames, loading }) {
  const { origin, scene, varies, agents, dt, seed, stage, guessed } = recording;
  const bytes = recording.bytes ?? loading?.bytes ?? null;
  const rows = [];
  if (origin) rows.push([t('recordingOrigin'), origin]);
  if (scene?.title) rows.push([t('recordingScene'), titleOf(scene)]);
  rows.push([t('recordingFrames'), loading ? t('atLeast', { count: frames }) : formatNumber(frames)]);
  rows.push([t('recordingAgents'), varies ? t('recordingAgentsVary', { count: agents }) : formatNumber(agents)]);
  rows.push([t('recordingStep'), t('seconds', { seconds: formatExact(Number(dt.toPrecision(6))) })]);
  rows.push([t('recordingSeed'), String(seed)]);
  const world = `${formatNumber(stage.world_width)} × ${formatNumber(stage.world_height)}`;
  rows.push([t(guessed ? 'recordingWorldGuessed' : 'recordingWorld'), world]);
  if (bytes !== null) rows.push([t('recordingSize'), formatBytes(bytes)]);
  if (loading) {
    rows.push([t(`loaded.${loading.kind}`), amountText(loading.bytes, loading.total)]);
  }
  return rows;
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

  let shown = '';
  const unsubscribe = store.subscribe(({ recording, status }) => {
    element.hidden = recording === null;
    if (!recording || status?.mode !== 'recording') return;
    const rows = factsOf(recording, status);
    const wrong = problemText(recording, status.problem, status.frames);
    const now = JSON.stringify([recording.name, rows, wrong]);
    if (now === shown) return;
    shown = now;
    setText(name, recording.name);
    name.title = recording.name;
    facts.replaceChildren(...rows.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value))));
    problem.hidden = wrong === null;
    setText(problem, wrong ?? '');
  });

  return { element, destroy: unsubscribe };
}
