// The lines for boidforge-cli that make what the page would make.

/**
 * @typedef {object} Lines
 * @property {string} recording name of the .bfs file that the film is made of
 * @property {string | null} scene name of the scene file that the recording is made of; null: the recording is there
 * @property {number} steps
 * @property {string} film name of the file
 * @property {string} size
 * @property {number} fps
 * @property {number} speed
 * @property {number} from frame
 * @property {number | null} to frame; null: the last
 * @property {string[]} look options
 * @property {import('../types.js').Camera['fit']} fit
 * @property {boolean} follows
 * @property {number} zoom
 */

const PLAIN = /^[\w@%+=:,./-]+$/;

/** A word as a shell reads it. @param {string} word */
const quoted = (word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** A name must not be taken for an option. @param {string} name */
const file = (name) => quoted(name.startsWith('-') ? `./${name}` : name);

/**
 * @param {Record<string, string>} look
 * @param {Record<string, string>} known that the program would take by itself
 * @returns {string[]} options
 */
export const lookOptions = (look, known) =>
  Object.entries(look)
    .filter(([name, value]) => value !== known[name])
    .map(([name, value]) => `--${name.replaceAll('_', '-')} ${quoted(value)}`);

/** @param {Lines} lines @returns {string[]} */
export function commandLines({ recording, scene, steps, film, size, fps, speed, from, to, look, fit, follows, zoom }) {
  const simulate =
    scene && `boidforge-cli simulate --scene ${file(scene)} --steps ${steps} --format 2 -o ${file(recording)}`;
  const options = [
    `-o ${file(film)}`,
    `--size ${size}`,
    from > 0 || to !== null ? `--frames ${from}:${to ?? ''}` : '',
    `--fps ${fps}`,
    speed === 1 ? '' : `--speed ${speed}`,
    fit === 'cover' ? '--fit cover' : '',
    zoom === 1 ? '' : `--zoom ${zoom}`,
    follows ? '--follow' : '',
    ...look,
  ];
  const draw = `boidforge-cli export ${file(recording)} ${options.filter(Boolean).join(' ')}`;
  return simulate ? [simulate, draw] : [draw];
}
