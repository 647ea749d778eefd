import { errorText, t } from '../../strings.js';
import { PlainError } from '../../errors.js';
import { h, setText } from '../dom.js';
import { choiceField, mainButton } from './fields.js';
import { createSizeField } from './sizes.js';

/** @returns {[string, string][]} what of the world a picture shows */
export const framings = () => [
  ['window', t('take.asShown')],
  ['whole', t('take.wholeWorld')],
];

/**
 * One picture, of the frame shown.
 * @param {import('../takeaway.js').Desk} desk
 */
export function createPictureTab(desk) {
  const size = createSizeField({ ...desk.sizes(), even: false, usual: '4K', onChange: show });
  const framing = choiceField(t('take.framing'), framings(), 'window', show);
  const summary = h('p', { class: 'take-summary' });
  const save = mainButton(t('take.savePicture'), () => desk.run(make));

  const name = (/** @type {{width: number, height: number}} */ { width, height }) =>
    `${desk.stem()}-frame${desk.status().frame}-${width}x${height}.png`;

  function show() {
    const sides = size.value;
    save.disabled = sides === null;
    const most = desk.sizes().longest;
    setText(summary, sides ? name(sides) : errorText(new PlainError('take.size', { most })));
  }

  /** @param {import('../../export/export-client.js').ExportClient} client */
  async function make(client) {
    const sides = size.value;
    if (!sides) throw new PlainError('take.size', { most: desk.sizes().longest });
    const file = name(sides);
    const { blob } = await client.picture({ ...sides, whole: framing.value === 'whole' });
    return desk.deliver(blob, file);
  }

  return {
    name: 'picture',
    element: h('div', { class: 'take-rows' }, size.element, framing.element, summary, save),
    show,
  };
}
