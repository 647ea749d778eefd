import { PlainError } from '../../errors.js';
import { chooseFile } from '../../export/export-client.js';
import { errorText, formatBytes, t } from '../../strings.js';
import { h, setText } from '../dom.js';
import { mainButton, numberField } from './fields.js';

/**
 * The recording and the scene as files.
 * @param {import('../takeaway.js').Desk} desk
 */
export function createFilesTab(desk) {
  const { first, frames, agents } = desk.status();
  const { recording } = desk.state();
  const last = Math.max(first, frames - 1);
  const limits = { min: first, max: last, onChange: show };
  const from = numberField(t('take.from'), { value: first, ...limits });
  const to = numberField(t('take.to'), { value: last, ...limits });
  const summary = h('p', { class: 'take-summary' });
  const save = mainButton(t('take.saveRecording'), () => desk.run(makeRecording));
  const carriesScene = !recording || recording.scene !== null;

  function range() {
    const start = from.value;
    const end = to.value;
    return start === null || end === null || end < start ? null : { from: start, to: end };
  }

  function show() {
    const chosen = range();
    save.disabled = chosen === null;
    summary.classList.toggle('problem', chosen === null);
    if (!chosen) return setText(summary, errorText(new PlainError('take.range', { first, last })));
    const count = chosen.to - chosen.from + 1;
    setText(summary, t('take.recordingSummary', { count, size: formatBytes(count * (8 + 16 * agents)) }));
  }

  /** @param {import('../../export/export-client.js').ExportClient} client */
  async function makeRecording(client) {
    const chosen = range();
    if (!chosen) throw new PlainError('take.range', { first, last });
    const file = `${desk.stem()}-frames${chosen.from}-${chosen.to}.bfs`;
    const handle = await chooseFile(file, 'application/octet-stream');
    const made = await client.recording({ handle, ...chosen, ...desk.look(), seed: desk.seed() });
    return desk.deliverMade(made, handle?.name ?? file, 'take.recordingShort');
  }

  const holds = recording ? 'take.recordingCut' : first === 0 ? 'take.recordingWhole' : 'take.recordingKept';
  return {
    name: 'files',
    element: h(
      'div',
      { class: 'take-rows' },
      h('h3', {}, t('take.recording')),
      h('p', { class: 'hint' }, t(holds, { first }), ' ', t(carriesScene ? 'take.withScene' : 'take.withoutScene')),
      from.element,
      to.element,
      summary,
      save,
      h('h3', {}, t('take.scene')),
      h('p', { class: 'hint' }, t(carriesScene ? 'take.sceneHint' : 'take.sceneNone')),
      ...(carriesScene ? [createSceneButton(desk)] : []),
    ),
    show,
  };
}

/** @param {import('../takeaway.js').Desk} desk */
export const createSceneButton = (desk) =>
  mainButton(t('take.saveScene'), () =>
    desk.run(async (client) => {
      const text = await client.scene(desk.look());
      return desk.deliver(new Blob([text], { type: 'application/json' }), `${desk.stem()}.json`);
    }),
  );
