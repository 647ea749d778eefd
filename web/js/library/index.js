// Entry of the package in browsers.
import { bytesOf, params, reader, startEngine } from './browser.js';
import { openRecording as open } from './recording.js';
import { createSimulation as create } from './simulation.js';

export { version } from 'boidforge:package';
export { BoidForgeElement } from '../element/element.js';
export { scenes } from './scene-list.js';

/** @param {import('./simulation.js').SimulationOptions} [options] */
export const createSimulation = (options = {}) => create(options, startEngine);

/** @param {unknown} from @param {import('./recording.js').RecordingOptions} [options] */
export const openRecording = (from, options = {}) => open(from, options, { bytesOf, params, reader });
