import { PlainError } from '../../errors.js';
import { bitrateOf, possibleKinds } from '../../export/codecs.js';
import { canStream, chooseFile } from '../../export/export-client.js';
import { frameInterval } from '../../player/clock.js';
import { errorText, formatBytes, formatNumber, t } from '../../strings.js';
import { h, setText } from '../dom.js';
import { choiceField, mainButton, numberField } from './fields.js';
import { framings } from './picture-tab.js';
import { createSizeField } from './sizes.js';

const RATES = ['24', '30', '60'];
const SPEEDS = ['0.1', '0.25', '0.5', '1', '2', '4', '8'];
const LONGEST_SECONDS = 3600;
const SAME_MOMENT = 1e-6; // of a frame

/**
 * @typedef {object} VideoPlan
 * @property {number} from frame of the first picture
 * @property {number} last moment, in frames
 * @property {number} step frames from picture to picture
 * @property {number} pictures
 * @property {number} fps
 * @property {number} speed
 * @property {boolean} whole
 */

/**
 * A film, picture by picture.
 * @param {import('../takeaway.js').Desk} desk
 */
export function createVideoTab(desk) {
  const { frame, first, frames } = desk.status();
  const { recording } = desk.state();
  const last = Math.max(first, frames - 1);

  const range = choiceField(
    t('take.frames'),
    recording
      ? [['range', t('take.fromTo')]]
      : [
          ['next', t('take.next')],
          ['range', t('take.kept')],
        ],
    recording ? 'range' : 'next',
    changed,
  );
  range.element.hidden = recording !== null;
  const seconds = numberField(t('take.length'), {
    value: 10,
    min: 0.1,
    max: LONGEST_SECONDS,
    step: 'any',
    unit: 's',
    onChange: changed,
  });
  const limits = { min: first, max: last, onChange: changed };
  const from = numberField(t('take.from'), { value: first, ...limits });
  const to = numberField(t('take.to'), { value: last, ...limits });
  const size = createSizeField({ ...desk.sizes(), even: true, usual: '1080p', onChange: changed });
  const framing = choiceField(t('take.framing'), framings(), 'window', changed);
  const fps = choiceField(
    t('take.fps'),
    RATES.map((rate) => [rate, rate]),
    '30',
    changed,
  );
  const speed = choiceField(
    t('speed'),
    SPEEDS.map((value) => [value, t('times', { speed: value })]),
    '1',
    changed,
  );
  const quality = choiceField(
    t('take.quality'),
    ['small', 'good', 'best'].map((value) => [value, t(`take.quality.${value}`)]),
    'good',
    changed,
  );
  const kind = choiceField(t('take.kind'), [], '', changed);
  const summary = h('p', { class: 'take-summary' });
  const memory = h('p', { class: 'hint', hidden: canStream() }, t('take.inMemory'));
  const start = mainButton(t('take.makeVideo'), () => desk.run(make));
  /** @type {import('../../export/codecs.js').VideoKind[] | null} null: being asked for */
  let kinds = null;
  let asked = 0;

  /** @returns {VideoPlan | null} null: what was typed is no range */
  function plan() {
    const rate = Number(fps.value);
    const pace = Number(speed.value);
    const step = pace / (rate * frameInterval(desk.status().dt));
    const common = { step, fps: rate, speed: pace, whole: framing.value === 'whole' };
    if (range.value === 'next') {
      if (seconds.value === null) return null;
      const pictures = Math.max(1, Math.round(seconds.value * rate));
      return { ...common, from: frame, pictures, last: frame + (pictures - 1) * step };
    }
    const start = from.value;
    const end = to.value;
    if (start === null || end === null || end < start) return null;
    return { ...common, from: start, pictures: Math.floor((end - start) / step + SAME_MOMENT) + 1, last: end };
  }

  const shape = () => {
    const sides = size.value;
    if (!sides) return null;
    const chosen = /** @type {import('../../export/codecs.js').Quality} */ (quality.value);
    return { ...sides, fps: Number(fps.value), quality: chosen };
  };

  const chosenKind = () => kinds?.find(({ name }) => name === kind.value) ?? null;

  /** @returns {string} what is wrong; empty: nothing */
  function problem() {
    if (typeof VideoEncoder === 'undefined') return errorText(new PlainError('take.noEncoder'));
    if (!shape()) return errorText(new PlainError('take.size', { most: desk.sizes().longest }));
    if (!plan())
      return errorText(new PlainError(range.value === 'next' ? 'take.length' : 'take.range', { first, last }));
    if (kinds?.length === 0) return errorText(new PlainError('take.noKind', size.value ?? {}));
    return '';
  }

  function show() {
    const wrong = problem();
    const chosen = chosenKind();
    const planned = plan();
    const shaped = shape();
    start.disabled = wrong !== '' || !chosen;
    summary.classList.toggle('problem', wrong !== '');
    if (wrong) return setText(summary, wrong);
    if (!chosen || !planned || !shaped) return setText(summary, '');
    const length = planned.pictures / planned.fps;
    setText(
      summary,
      t('take.videoSummary', {
        count: planned.pictures,
        seconds: formatNumber(Number(length.toFixed(length < 10 ? 1 : 0))),
        size: formatBytes((bitrateOf(chosen, shaped) / 8) * length),
      }),
    );
  }

  async function changed() {
    seconds.element.hidden = range.value !== 'next';
    from.element.hidden = to.element.hidden = range.value === 'next';
    const shaped = shape();
    const ticket = ++asked;
    if (shaped) {
      const found = await possibleKinds(shaped);
      if (ticket !== asked) return;
      kinds = found;
      kind.offer(kinds.map(({ name }) => [name, t(`take.kind.${name}`)]));
    }
    show();
    desk.onPlan();
  }

  /** @param {import('../../export/export-client.js').ExportClient} client */
  async function make(client) {
    const planned = plan();
    const shaped = shape();
    const chosen = chosenKind();
    if (!planned || !shaped || !chosen) throw new PlainError('take.range', { first, last });
    const { from: start, step, pictures, whole } = planned;
    const file = `${desk.stem()}-frames${start}-${Math.ceil(planned.last - SAME_MOMENT)}-${shaped.width}x${shaped.height}.${chosen.file}`;
    const handle = await chooseFile(file, `video/${chosen.file}`);
    const wish = { handle, kind: chosen.name, shape: shaped, whole, from: start, step, pictures };
    return desk.deliverMade(await client.video(wish), handle?.name ?? file, 'take.videoShort');
  }

  changed();
  return {
    name: 'video',
    element: h(
      'div',
      { class: 'take-rows' },
      range.element,
      seconds.element,
      from.element,
      to.element,
      size.element,
      framing.element,
      fps.element,
      speed.element,
      quality.element,
      kind.element,
      summary,
      memory,
      start,
    ),
    show,
    plan,
  };
}
