// Entry of the package under node: the same library, and of the element only its name.
import { ownText } from './words.js';
import { bytesOf, params, reader, startEngine } from './node.js';
import { openRecording as open } from './recording.js';
import { createSimulation as create } from './simulation.js';

export { version } from 'boidforge:package';
export { scenes } from './scene-list.js';

/** @param {import('./simulation.js').SimulationOptions} [options] */
export const createSimulation = (options = {}) => create(options, startEngine);

/** @param {unknown} from @param {import('./recording.js').RecordingOptions} [options] */
export const openRecording = (from, options = {}) => open(from, options, { bytesOf, params, reader });

export class BoidForgeElement {
  constructor() {
    throw Object.assign(new Error(ownText('needsBrowser', {})), { code: 'needsBrowser' });
  }
}
