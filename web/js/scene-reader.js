import { PlainError } from './errors.js';
import { parseScene } from './scene-file.js';
import { errorText } from './strings.js';

// Scene files from people, who want to know where in the file something is wrong. JSON.parse reads them; what it and
// the core refuse is then looked for by a scanner that keeps places in place of values.

const MOST_BYTES = 2 ** 22; // as much as a recording carries
const DEEPEST = 2; // of the places that are kept: params.agents, events.0

const SPACE = /[ \t\r\n]*/y;
const TEXT_START = /"(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y; // eslint-disable-line no-control-regex
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * @typedef {object} Member
 * @property {number} name where its name begins; of an array's, where it begins itself
 * @property {number} value where its value begins
 *
 * @typedef {object} Places in a text
 * @property {Map<string, Member>} members by their names with dots between them; elements of arrays by their numbers
 * @property {{path: string, at: number} | null} twice the first name that an object has a second time
 * @property {number | null} stopped where it ceases to be JSON
 */

class NotJson extends Error {}

/** @param {string} text @returns {Places} */
export function scanJson(text) {
  /** @type {Places} */
  const places = { members: new Map(), twice: null, stopped: null };
  let at = 0;

  /** @param {RegExp} pattern sticky @returns {string} what it matches here, passed over */
  function pass(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  }

  /** @param {string} sign @returns {boolean} whether it is the next one; then it is passed over */
  function passSign(sign) {
    pass(SPACE);
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  }

  /** @param {boolean} fits */
  function require(fits) {
    if (!fits) throw new NotJson();
  }

  /** @returns {string} */
  function passText() {
    const start = at;
    require(pass(TEXT_START) !== '' && text[at] === '"');
    at += 1;
    return JSON.parse(text.slice(start, at));
  }

  /** @param {string[]} path */
  function passValue(path) {
    pass(SPACE);
    if (text[at] === '"') passText();
    else if (passSign('{')) passMembers(path, '}');
    else if (passSign('[')) passMembers(path, ']');
    else require(pass(PLAIN) !== '');
  }

  /** @param {string[]} path @param {'}' | ']'} end */
  function passMembers(path, end) {
    const seen = new Set();
    if (passSign(end)) return;
    for (let count = 0; ; count++) {
      pass(SPACE);
      const nameAt = at;
      const name = end === '}' ? passText() : String(count);
      if (end === '}') require(passSign(':'));
      pass(SPACE);
      const inner = [...path, name];
      if (seen.has(name)) places.twice ??= { path: inner.join('.'), at: nameAt };
      else if (inner.length <= DEEPEST) places.members.set(inner.join('.'), { name: nameAt, value: at });
      if (end === '}') seen.add(name);
      passValue(inner);
      if (passSign(end)) return;
      require(passSign(','));
    }
  }

  try {
    passValue([]);
    pass(SPACE);
    require(at === text.length);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    places.stopped = at;
  }
  return places;
}

/** The core begins with what it is about, or ends with a name it does not know. @param {string} message */
function subjectOf(message) {
  const event = /^event (\d+)/.exec(message);
  if (event) return { path: `events.${Number(event[1]) - 1}`, isName: false };
  const unknown = / named '([^']*)'/.exec(message);
  return { path: unknown?.[1] ?? /^(\w+):/.exec(message)?.[1] ?? '', isName: unknown !== null };
}

/** What a reason not to fly is about. @param {PlainError} error @returns {{path: string, isName: boolean}} */
function pathOf({ code, values }) {
  if (code === 'core') return subjectOf(String(values.message));
  if (code === 'sceneEvents') return { path: 'events', isName: false };
  if (code === 'sceneEvent') return { path: `events.${Number(values.number) - 1}`, isName: false };
  return { path: String(values.name ?? ''), isName: code === 'sceneUnknown' };
}

/** @param {Places} places @param {PlainError} error @returns {number | null} */
function offsetOf({ members, twice, stopped }, error) {
  if (error.code === 'sceneJson') return stopped;
  if (error.code === 'link.twice') return twice?.at ?? null;
  const { path, isName } = pathOf(error);
  const member = members.get(path) ?? members.get(`params.${path}`) ?? members.get(`look.${path}`);
  return member ? (isName ? member.name : member.value) : null;
}

/**
 * @param {unknown} error why the scene of this text cannot fly
 * @param {string} text
 * @param {Places} [places]
 * @returns {unknown} the same with the line and the column of what it is about, where it is about something there
 */
function located(error, text, places = scanJson(text)) {
  if (!(error instanceof PlainError)) return error;
  const offset = offsetOf(places, error);
  if (offset === null) return error;
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  const column = lines[lines.length - 1].length + 1;
  const place = { line: String(lines.length), column: String(column) };
  return new PlainError('sceneAt', { reason: errorText(error), ...place });
}

/**
 * @param {string} text
 * @returns {import('./scenes.js').Scene}
 */
export function readScene(text) {
  try {
    const scene = parseScene(text);
    const { twice } = scanJson(text); // as the programs, which take no second value for the first
    if (twice) throw new PlainError('link.twice', { name: twice.path });
    return scene;
  } catch (error) {
    throw located(error, text);
  }
}

/**
 * @param {File} file
 * @returns {Promise<{scene: import('./scenes.js').Scene, inPlace: (error: unknown) => unknown}>} `inPlace`: a reason
 *   of the core not to fly it, with its place in the file
 */
export async function readSceneFile(file) {
  if (file.size > MOST_BYTES) throw new PlainError('sceneTooLarge', { megabytes: MOST_BYTES / 2 ** 20 });
  let text;
  try {
    text = await file.text();
  } catch {
    throw new PlainError('fileUnreadable');
  }
  const read = readScene(text);
  const stem = file.name.replace(/\.json$/i, '').toLowerCase();
  const name = read.name || stem.replace(/[^a-z0-9]+/g, '-').slice(0, 40) || 'scene';
  const scene = { ...read, name, title: read.title || name };
  return { scene, inPlace: (error) => located(error, text) };
}
