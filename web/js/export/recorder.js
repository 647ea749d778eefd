import { PlainError } from '../errors.js';
import { writeRecording } from './recording-file.js';
import { sceneText } from './scene-text.js';

// Frames of a player as a recording, with the scene that they come from.

/**
 * @typedef {object} LookNow
 * @property {Record<string, string>} look in force
 * @property {import('../types.js').Parameter[]} looks
 */

/**
 * The scene in force, of a live flock as it flies, of a recording what it carries.
 * @param {Pick<import('./studio.js').Loan, 'source' | 'sim'>} loan
 * @param {LookNow} now
 * @param {number} [steps]
 */
export async function sceneNow({ source, sim }, { look, looks }, steps) {
  const recorded = 'sceneJson' in source;
  const json = recorded ? source.sceneJson : await sim.call('scene');
  if (json === null) throw new PlainError('noScene');
  return sceneText(/** @type {string} */ (json), { look, looks, steps: recorded ? undefined : steps });
}

/** @param {import('../types.js').Source} source @param {number} from @param {number} to */
async function headerOf(source, from, to) {
  if ('info' in source) {
    const { varies, agents, dt } = /** @type {import('../player/recording-source.js').RecordingSource} */ (
      source
    ).info();
    return { agents: varies ? 0 : agents, dt };
  }
  const bytes = (await source.read(from)).length;
  let varies = false;
  for (let frame = from + 1; frame <= to && !varies; frame++) varies = (await source.read(frame)).length !== bytes;
  return { agents: varies ? 0 : (bytes - 8) / 16, dt: source.dt };
}

/**
 * @param {import('./sink.js').Sink} sink
 * @param {Pick<import('./studio.js').Loan, 'source' | 'sim'>} loan
 * @param {LookNow & {seed: number}} now
 * @param {{from: number, to: number}} range frames, both included
 * @param {Parameters<typeof writeRecording>[4]} control
 * @returns {Promise<number>} frames written
 */
export async function recordFrames(sink, loan, { seed, ...now }, range, control) {
  const header = { seed, ...(await headerOf(loan.source, range.from, range.to)) };
  // Without a scene (a recording of version 1, or more changes than one holds) the frames are still worth having.
  const scene = await sceneNow(loan, now, range.to + 1).catch(() => null);
  return writeRecording(sink, loan.source, { ...header, scene }, range, control);
}
