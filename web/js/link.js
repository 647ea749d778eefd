import { PlainError } from './errors.js';
import { asTexts } from './scene-file.js';
import { errorText, tOr } from './strings.js';

// Links: a scene, its look and a camera in one line of text, as the address has it behind its #. docs/link.md has the
// format; native_cli/scene_link.c reads and writes the same, and tests/links.json holds both to it.

const VERSION = '1';
const MOST = 2000; // characters, the # not counted
const LAST_STEP = 2 ** 31 - 2;
const SHOWN = 60; // of a text in a message

/** The look that leaves the scene's as it is. */
export const PRESET_OF_SCENE = 'scene';

/** What a machine chooses for itself: it never changes a frame. */
const OF_MACHINE = ['level', 'simd', 'threads'];

/**
 * @typedef {import('./types.js').Parameter} Parameter
 * @typedef {Pick<Parameter, 'name' | 'type' | 'choices' | 'min' | 'max' | 'unit' | 'default'>} Entry
 *
 * @typedef {{step: number, name: string, value: string | number}} SceneEvent
 *
 * What the names in a link stand for.
 * @typedef {object} Tables
 * @property {import('./scenes.js').Scene[]} scenes
 * @property {Entry[]} params
 * @property {string[]} changes names of the parameters that events may change
 * @property {Entry[]} looks
 * @property {import('./types.js').Preset[]} presets
 *
 * @typedef {object} Linked
 * @property {string} scene name of the one it starts from; '' for none
 * @property {Record<string, string>} overrides its parameters, density and aspect where they are others
 * @property {string} preset
 * @property {Record<string, string>} look in force; entries absent have their defaults
 * @property {Record<string, string>} camera what is absent is for the one who draws to choose
 * @property {SceneEvent[] | null} events null: the scene's own
 */

/** @type {(name: string, initial: number, min: number, max: number, unit?: string) => Entry} */
const real = (name, initial, min, max, unit = '') => ({
  name,
  type: 'real',
  choices: '',
  default: initial,
  min,
  max,
  unit,
});

/** @type {(name: string, choices: string) => Entry} */
const choice = (name, choices) => ({
  name,
  type: 'choice',
  choices,
  default: choices.split('|')[0],
  min: 0,
  max: 0,
  unit: '',
});

/** The scene's own numbers. */
export const SHAPE = [real('density', 0, 0, 1e6, 'agents per square world unit'), real('aspect', 16 / 9, 0.01, 100)];

const CAMERA = [
  choice('fit', 'contain|cover'),
  real('zoom', 1, 0.1, 100),
  real('x', 0, -1e7, 1e7, 'world units'),
  real('y', 0, -1e7, 1e7, 'world units'),
  choice('follow', 'off|on'),
];

const STEP = { ...real('step', 0, 0, LAST_STEP), type: /** @type {const} */ ('whole') };

/** @param {string} reason @param {Record<string, string>} [values] @returns {PlainError} */
const refusal = (reason, values) => new PlainError(`link.${reason}`, values);

/** @param {string} text */
const short = (text) => text.slice(0, SHOWN);

/** A number as the programs write it. @param {number} number */
function plain(number) {
  if (Object.is(number, -0)) return '-0';
  const [digits, power] = number.toExponential().split('e');
  const exponent = Number(power);
  if (number === 0 || (exponent >= -4 && exponent < 15)) return String(number);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

// ---- Reading ----

/** @param {Entry} entry @param {string} text */
function requireValue({ name, type, choices, min, max, unit }, text) {
  if (type === 'choice') {
    if (!choices.split('|').includes(text)) throw refusal('choice', { name, value: short(text), choices });
    return;
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) throw refusal('number', { name, value: short(text) });
  const number = Number(text);
  if (!Number.isFinite(number)) throw refusal('finite', { name });
  if (type === 'whole' && !Number.isInteger(number)) throw refusal('fraction', { name, value: plain(number) });
  if (number < min || number > max) {
    const range = { min: plain(min), max: plain(max), unit: unit && ` ${tOr(`unitName.${unit}`, unit)}` };
    throw refusal('range', { name, value: plain(number), ...range });
  }
}

/** Whoever passes a link on may have escaped any character of it, the separators too. @param {string} text */
function unescape(text) {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MOST) throw refusal('tooLong', { most: String(MOST), count: String(bytes) });
  let plainText = '';
  for (let at = 0; at < text.length; at++) {
    const place = String(at + 1);
    let character = text[at];
    if (character === '%') {
      const code = text.slice(at + 1, at + 3);
      if (!/^[\da-f]{2}$/i.test(code)) throw refusal('escape', { place });
      character = String.fromCharCode(parseInt(code, 16));
      at += 2;
    }
    if (!/^[\w.+=;-]$/.test(character)) throw refusal('character', { place });
    plainText += character;
  }
  return plainText;
}

/** @param {string} text @returns {{scene: string, parts: Map<string, string>}} */
function split(text) {
  const [version, scene, ...rest] = unescape(text).split(';');
  const isNumber = /^\d+$/.test(version);
  if (isNumber && version !== VERSION) throw refusal('version', { version: version.slice(0, 20), known: VERSION });
  if (!isNumber || scene === undefined) throw refusal('none', { start: `#${VERSION};` });
  /** @type {Map<string, string>} */
  const parts = new Map();
  for (const part of rest) {
    const at = part.indexOf('=');
    if (at < 1) throw refusal('part', { part: short(part) });
    const name = part.slice(0, at);
    if (parts.has(name)) throw refusal('twice', { name: short(name) });
    parts.set(name, part.slice(at + 1));
  }
  return { scene, parts };
}

/**
 * @param {string} name
 * @param {string} value
 * @param {number} number counted from 1
 * @param {Tables} tables
 * @returns {SceneEvent}
 */
function readEvent(name, value, number, { params, changes }) {
  const [, step, of] = /^(0|[1-9]\d{0,14})\.(.*)$/.exec(name) ?? [];
  const entry = params.find((candidate) => candidate.name === of);
  if (!entry) throw refusal('name', { name: short(name) });
  try {
    requireValue(STEP, step);
    if (!changes.includes(of)) throw refusal('fixed', { name: of });
    requireValue(entry, value);
  } catch (error) {
    throw refusal('event', { event: String(number), reason: errorText(error) });
  }
  return { step: Number(step), name: of, value };
}

/** The table that a part's name belongs to, and the name in it. @param {string} name @param {Tables} tables */
function placeOf(name, { params, looks }) {
  const [, group, rest] = /^(look|camera)\.(.*)$/.exec(name) ?? [];
  if (group === 'look') return { group, entry: looks.find((entry) => entry.name === rest) };
  if (group === 'camera') return { group, entry: CAMERA.find((entry) => entry.name === rest) };
  return { group: 'overrides', entry: [...SHAPE, ...params].find((entry) => entry.name === name) };
}

/**
 * @param {string} address of a page, or only its end from the # on
 * @param {Tables} tables
 * @returns {Linked}
 */
export function decodeLink(address, tables) {
  const at = address.indexOf('#');
  const { scene: name, parts } = split(at < 0 ? '' : address.slice(at + 1));
  const scene = tables.scenes.find((candidate) => candidate.name === name);
  if (name !== '' && !scene) throw refusal('scene', { name: short(name) });
  const presetName = parts.get('look') ?? PRESET_OF_SCENE;
  const preset = tables.presets.find((candidate) => candidate.name === presetName);
  if (!preset) throw refusal('look', { name: short(presetName) });

  /** @type {Record<string, Record<string, string>>} */
  const values = { overrides: {}, look: { ...asTexts(scene?.look ?? {}), ...preset.look }, camera: {} };
  /** @type {SceneEvent[]} */
  const events = [];
  for (const [part, value] of parts) {
    if (part === 'look') continue;
    if (/^\d/.test(part)) {
      events.push(readEvent(part, value, events.length + 1, tables));
      continue;
    }
    if (OF_MACHINE.includes(part)) throw refusal('machine', { name: part });
    const { group, entry } = placeOf(part, tables);
    if (!entry) throw refusal('name', { name: short(part) });
    requireValue(entry, value);
    values[group][entry.name] = value;
  }
  const { overrides, look, camera } = values;
  return { scene: name, overrides, preset: presetName, look, camera, events: events.length > 0 ? events : null };
}

// ---- Writing ----

/** "+" is left out of exponents: it means a blank to some programs. @param {Entry} entry @param {string | number} value */
const spelled = ({ type }, value) => (type === 'choice' ? String(value) : plain(Number(value) + 0).replace('+', ''));

/**
 * @param {Linked} linked
 * @param {Tables} tables
 * @returns {string} the link, from its # on
 */
export function encodeLink({ scene: name, overrides, preset, look, camera, events }, tables) {
  const scene = tables.scenes.find((candidate) => candidate.name === name);
  const base = /** @type {Record<string, any>} */ ({ ...scene, ...scene?.params });
  const baseLook = { ...scene?.look, ...tables.presets.find((candidate) => candidate.name === preset)?.look };
  const parts = [VERSION, name];

  /** @param {string} prefix @param {Entry} entry @param {string | number} value */
  const put = (prefix, entry, value) => parts.push(`${prefix}${entry.name}=${spelled(entry, value)}`);
  /** @param {Entry} entry @param {string | number} one @param {string | number} other */
  const differ = (entry, one, other) => spelled(entry, one) !== spelled(entry, other);
  // A size that the density would otherwise fix has to be said even where it is the default.
  const hasDensity = Number(overrides.density ?? base.density ?? 0) > 0;
  /** @param {Entry} entry */
  const isFreeSide = (entry) => hasDensity && /^world_/.test(entry.name) && base[entry.name] === undefined;

  for (const entry of [...SHAPE, ...tables.params]) {
    const value = overrides[entry.name];
    if (value === undefined || OF_MACHINE.includes(entry.name)) continue;
    if (differ(entry, value, base[entry.name] ?? entry.default) || isFreeSide(entry)) put('', entry, value);
  }
  if (preset !== PRESET_OF_SCENE) parts.push(`look=${preset}`);
  for (const entry of tables.looks) {
    const value = look[entry.name] ?? entry.default;
    if (differ(entry, value, baseLook[entry.name] ?? entry.default)) put('look.', entry, value);
  }
  for (const entry of CAMERA) if (entry.name in camera) put('camera.', entry, camera[entry.name]);
  for (const [index, { step, name: of, value }] of (events ?? []).entries()) {
    const entry = tables.params.find((candidate) => candidate.name === of);
    const later = (events ?? []).slice(index + 1).some((event) => event.step === step && event.name === of);
    if (entry && !later) put(`${step}.`, entry, value);
  }

  const link = parts.join(';');
  if (link.length > MOST) throw refusal('cannotHold', { count: String(link.length), most: String(MOST) });
  return `#${link}`;
}
