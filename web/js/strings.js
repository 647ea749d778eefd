import { PlainError } from './errors.js';

// The words and numbers of the page in the language that is in force. Each language has its texts in a file of its own
// in texts/, and only the one in force is fetched: at first what the page says, and what only sheets say when one is
// asked for. `{count}` in a text is a gap for a value; `{count|agent|agents}` is
// the word that goes with it: the first for one, the second for many.

/** @typedef {'en' | 'fr'} Language */

/**
 * @typedef {() => Promise<{default: Record<string, string>}>} Load
 *
 * @type {{language: Language, name: string, load: Load, loadSheets: Load}[]}
 */
export const LANGUAGES = [
  {
    language: 'en',
    name: 'English',
    load: () => import('./texts/en.js'),
    loadSheets: () => import('./texts/en-sheets.js'),
  },
  {
    language: 'fr',
    name: 'Français',
    load: () => import('./texts/fr.js'),
    loadSheets: () => import('./texts/fr-sheets.js'),
  },
];

/** @type {Record<string, string>} */
let texts = {};
/** @type {Language} */
let spoken = 'en';

/** @param {Intl.NumberFormatOptions} options */
const numberFormat = (options) => new Intl.NumberFormat(spoken, options);
/** Made when needed: a browser's first takes up to a tenth of a second. @type {Record<string, Intl.NumberFormat>} */
let formats = {};
const shortNumber = () => (formats.short ??= numberFormat({ maximumFractionDigits: 2 }));
const exactNumber = () => (formats.exact ??= numberFormat({ maximumSignificantDigits: 15 }));

/** @param {unknown} code @returns {code is Language} */
export const isLanguage = (code) => LANGUAGES.some(({ language }) => language === code);

/** @param {readonly string[]} wanted what a person reads, best first, as browsers tell it @returns {Language} */
export function bestLanguage(wanted) {
  const codes = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return codes.find(isLanguage) ?? 'en';
}

/** The one in force. */
export const language = () => spoken;

/** @param {Language} code */
const languageOf = (code) => LANGUAGES.find((one) => one.language === code) ?? LANGUAGES[0];

/** From here on every text is in this language. @param {Language} code */
export async function speak(code) {
  const { name, load } = languageOf(code);
  const loaded = await load().catch(() => {
    throw new PlainError('languageNotLoaded', { language: name });
  });
  texts = { ...loaded.default };
  spoken = code;
  formats = {};
}

/** From here on there are the texts of sheets, too. */
export async function speakOfSheets() {
  const { default: sheets } = await languageOf(spoken).loadSheets();
  Object.assign(texts, sheets);
}

/** Whether a number takes the singular. @param {string | number} value */
const isOne = (value) => (spoken === 'fr' ? typeof value === 'number' && Math.abs(value) < 2 : value === 1);

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] for the gaps in braces
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (gap, name, one, many) => {
    const value = values[name];
    if (value === undefined) return gap;
    if (one !== undefined) return isOne(value) ? one : many;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

/** @param {string} name of a parameter, an entry of the look, or what else can be set */
export const labelOf = (name) => tOr(`label.${name}`, sentence(name.replaceAll('_', ' ')));

/** @param {string} text @returns {string} with a capital */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * @param {string} key
 * @param {string} fallback where a table of the core knows more names than this file, or has the words itself
 */
export const tOr = (key, fallback) => (key in texts ? t(key) : fallback);

/** @param {string} text @returns {string} as a search compares it: no capitals, no accents */
export const searchable = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** @param {number} value */
export const formatNumber = (value) => shortNumber().format(value);

/** @param {number} value @returns {string} however small it is */
export const formatExact = (value) => exactNumber().format(value);

/** @param {number} value @param {number} digits after the decimal sign, all of them shown */
export const formatFixed = (value, digits) =>
  numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

const BYTE_UNITS = ['bytes', 'kilobytes', 'megabytes', 'gigabytes', 'terabytes'];

/** @param {number} bytes */
export function formatBytes(bytes) {
  let power = 0;
  let value = bytes;
  while (value >= 1000 && power < BYTE_UNITS.length - 1) {
    value /= 1000;
    power += 1;
  }
  if (power === 0) return t('bytes', { count: bytes });
  return t(BYTE_UNITS[power], { count: formatFixed(value, value < 100 ? 1 : 0) });
}

/**
 * The core tells its reasons in English. Those that a language knows are its own, by their words and with what numbers
 * they hold; the others are passed on as they came.
 * @param {string} message
 */
function coreText(message) {
  /** @type {Record<string, string>} */
  const numbers = {};
  let count = 0;
  const line = message.replace(/-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?/g, (number) => {
    numbers[++count] = formatExact(Number(number));
    return '#';
  });
  return `core.${line}` in texts ? t(`core.${line}`, numbers) : t('error.core', { message });
}

// What Chromium, Firefox, Safari and the bundler say of a part that did not come.
const NOT_LOADED = /dynamically imported module|module script failed|preload CSS/;

/** @param {string} message */
const unexpectedText = (message) =>
  NOT_LOADED.test(message) ? t('error.partNotLoaded') : t('error.unexpected', { message });

/** @param {unknown} error a PlainError, or anything thrown */
export function errorText(error) {
  if (error && typeof error === 'object' && 'code' in error) {
    const { code, values } = /** @type {import('./errors.js').PlainError} */ (error);
    if (code === 'core') return coreText(String(values.message));
    return code === 'unexpected' ? unexpectedText(String(values.message)) : t(`error.${code}`, values);
  }
  return unexpectedText(error instanceof Error ? error.message : String(error));
}
