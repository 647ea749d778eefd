// The element's attributes as settings. A value that cannot be is told in the console and the usual one is taken: a
// page with a typing error still shows a flock.

/** @typedef {[red: number, green: number, blue: number]} Linear 0 to 1 each */

/**
 * @typedef {object} Settings
 * @property {string} scene name, share link or address of a scene file
 * @property {string | null} src address of a recording, in place of a scene
 * @property {string | null} seed
 * @property {string | null} agents
 * @property {string | null} look
 * @property {string | null} palette
 * @property {boolean} autoplay
 * @property {boolean} loop
 * @property {boolean} controls
 * @property {boolean} interactive
 * @property {number} playbackRate
 * @property {string | null} poster
 * @property {string | null} alt
 * @property {'lazy' | 'eager'} loading
 * @property {'auto' | 'high' | 'low'} quality
 * @property {number} maxDpr device pixels per CSS pixel
 * @property {'poster' | 'ignore'} reducedMotion
 * @property {'auto' | 'off'} threads
 * @property {string | null} wasmBase
 * @property {'transparent' | Linear | null} background null: the look's
 */

export const USUAL_SCENE = 'murmuration';
const SLOWEST = 0.05;
const FASTEST = 8;

/** Attributes whose text is taken as it is. */
export const TEXTS = /** @type {const} */ ({
  scene: 'scene',
  src: 'src',
  seed: 'seed',
  agents: 'agents',
  look: 'look',
  palette: 'palette',
  poster: 'poster',
  alt: 'alt',
  background: 'background',
  'wasm-base': 'wasmBase',
});

/** Attributes that are there or not. */
export const SWITCHES = /** @type {const} */ (['autoplay', 'loop', 'controls', 'interactive']);

/** Attributes with a few words to choose from; the first is the usual one. */
export const CHOICES = /** @type {const} */ ({
  loading: ['lazy', 'eager'],
  quality: ['auto', 'high', 'low'],
  'reduced-motion': ['poster', 'ignore'],
  threads: ['auto', 'off'],
});

/** Attributes that are numbers: usual, least, most. */
export const NUMBERS = /** @type {const} */ ({
  'playback-rate': [1, SLOWEST, FASTEST],
  'max-dpr': [2, 0.25, 8],
});

/** What was told of each element: its attributes are read again with every change. @type {WeakMap<Element, Set<string>>} */
const told = new WeakMap();

/** @param {string} line */
export const warn = (line) => console.warn(`<boid-forge>: ${line}`);

/** @param {Element} element @param {string} line */
function warnOnce(element, line) {
  const lines = told.get(element) ?? new Set();
  if (!lines.has(line)) warn(line);
  told.set(element, lines.add(line));
}

export const ATTRIBUTES = [...Object.keys(TEXTS), ...SWITCHES, ...Object.keys(CHOICES), ...Object.keys(NUMBERS)];

/**
 * @param {Element} element
 * @param {keyof typeof CHOICES} name
 */
function choice(element, name) {
  const words = /** @type {readonly string[]} */ (CHOICES[name]);
  const text = element.getAttribute(name);
  if (text === null || words.includes(text)) return text ?? words[0];
  warnOnce(element, `${name} is "${text}", and can be ${words.join(' or ')}; ${words[0]} is taken`);
  return words[0];
}

/**
 * @param {Element} element
 * @param {keyof typeof NUMBERS} name
 */
function number(element, name) {
  const [usual, least, most] = NUMBERS[name];
  const text = element.getAttribute(name);
  if (text === null) return usual;
  const value = text.trim() === '' ? NaN : Number(text);
  if (value >= least && value <= most) return value;
  warnOnce(element, `${name} is "${text}", and can be ${least} to ${most}; ${usual} is taken`);
  return usual;
}

/** IEC 61966-2-1. @param {number} byte */
function linearFromSrgb(byte) {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/**
 * @param {Element} element
 * @param {string | null} text any colour CSS knows, but for names that only a style sheet can resolve
 * @returns {Settings['background']}
 */
function background(element, text) {
  if (text === null || text.trim() === '') return null;
  if (text.trim() === 'transparent') return 'transparent';
  const digits = /^\s*#([0-9a-f]{6})\s*$/i.exec(text)?.[1];
  // The usual spelling; to make a canvas for it would take a tenth of a second where a page has none yet.
  if (digits)
    return /** @type {Linear} */ ([0, 2, 4].map((at) => linearFromSrgb(parseInt(digits.slice(at, at + 2), 16))));
  const context = /** @type {OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D} */ (
    document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  );
  const colours = ['#000', '#fff'].map((before) => {
    context.fillStyle = before; // and it stays where the text is no colour
    context.fillStyle = text;
    return context.fillStyle;
  });
  if (colours[0] !== colours[1]) {
    warnOnce(element, `background is "${text}", and can be transparent or a colour; the look's is taken`);
    return null;
  }
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  if (alpha === 0) return 'transparent';
  return [linearFromSrgb(red), linearFromSrgb(green), linearFromSrgb(blue)];
}

/** @param {Element} element @param {string | null} text address of a folder */
function wasmBase(element, text) {
  if (text === null || text.trim() === '') return null;
  try {
    return new URL(text, document.baseURI).href;
  } catch {
    warnOnce(element, `wasm-base is "${text}", which is no address; the script's own folder is taken`);
    return null;
  }
}

/**
 * @param {Element} element
 * @returns {Settings}
 */
export function readSettings(element) {
  const text = (/** @type {string} */ name) => element.getAttribute(name);
  const words = (/** @type {string} */ name) => text(name)?.trim() || null;
  const isThere = (/** @type {string} */ name) => element.hasAttribute(name);
  return {
    scene: words('scene') ?? USUAL_SCENE,
    src: words('src'),
    seed: words('seed'),
    agents: words('agents'),
    look: words('look'),
    palette: words('palette'),
    autoplay: isThere('autoplay'),
    loop: isThere('loop'),
    controls: isThere('controls'),
    interactive: isThere('interactive'),
    playbackRate: number(element, 'playback-rate'),
    poster: text('poster'),
    alt: text('alt'),
    loading: /** @type {Settings['loading']} */ (choice(element, 'loading')),
    quality: /** @type {Settings['quality']} */ (choice(element, 'quality')),
    maxDpr: number(element, 'max-dpr'),
    reducedMotion: /** @type {Settings['reducedMotion']} */ (choice(element, 'reduced-motion')),
    threads: /** @type {Settings['threads']} */ (choice(element, 'threads')),
    wasmBase: wasmBase(element, text('wasm-base')),
    background: background(element, text('background')),
  };
}
