import { t } from '../strings.js';
import { h } from './dom.js';

/** What is shown instead of everything when the flock cannot fly. @param {string} text */
export const createUnsupported = (text) =>
  h('main', { class: 'unsupported' }, h('h1', {}, t('unsupportedTitle')), h('p', {}, text));
