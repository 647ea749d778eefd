import { bestLanguage, speak } from './strings.js';

/** @param {Document} page @param {import('./strings.js').Language} language */
export async function speakOn(page, language) {
  await speak(language);
  page.documentElement.lang = language;
}

/**
 * What a person chose here, else what their browser asks for, else English.
 * @param {Document} page
 * @param {import('./strings.js').Language | null} chosen
 * @param {readonly string[]} wanted
 */
export async function speakAtStart(page, chosen, wanted) {
  const language = chosen ?? bestLanguage(wanted);
  try {
    await speakOn(page, language);
  } catch {
    await speakOn(page, language === 'en' ? 'fr' : 'en'); // any words are better than none
  }
}
