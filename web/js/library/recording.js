import { PlainError } from '../errors.js';
import { openRecording as openSource } from '../player/recording-source.js';
import { frameOf } from './frames.js';
import { ownText, tellingFailures } from './words.js';

// A recording for programs: frames by number or one after another, also while it is still being downloaded.

const GROWTH_MS = 50; // between two looks at whether the next frame is here

/**
 * @typedef {object} Tools
 * @property {(from: unknown, options: RecordingOptions) => Promise<import('../player/bytes.js').Bytes>} bytesOf
 * @property {(wasmBase?: string) => Promise<import('../wasm/reader.js').Reader>} reader
 * @property {(wasmBase?: string) => Promise<import('../types.js').Parameter[]>} params
 *
 * @typedef {object} RecordingOptions
 * @property {string} [wasmBase] where the files of `dist` are
 * @property {AbortSignal} [signal] gives up
 * @property {(loaded: number, total: number | null) => void} [onProgress] of a download
 *
 * @typedef {Awaited<ReturnType<typeof openRecording>>} Recording
 */

/** @param {unknown} from @param {RecordingOptions} options @param {Tools} tools */
async function begin(from, options, tools) {
  const [reader, params] = await Promise.all([tools.reader(options.wasmBase), tools.params(options.wasmBase)]);
  const bytes = await tools.bytesOf(from, options);
  let source;
  try {
    source = await openSource(bytes, reader, { params, onGrowth() {} });
    const header = reader.readHeader(await bytes.read(0, 32));
    return { reader, source, version: header.version, world: await source.findStage() };
  } catch (error) {
    (source ?? bytes).destroy();
    throw error;
  }
}

/**
 * @param {unknown} from
 * @param {RecordingOptions} options
 * @param {Tools} tools
 */
export async function openRecording(from, options, tools) {
  const { reader, source, version, world } = await tellingFailures(() => begin(from, options, tools));
  let disposed = false;

  function requireLife() {
    if (disposed) throw new PlainError('disposed');
  }

  /** @param {number} index */
  async function read(index) {
    requireLife();
    const record = await source.read(index);
    requireLife();
    return record;
  }

  /** @returns {{kind: 'cut' | 'corrupt' | 'lost', offset: number, message: string} | null} */
  function problem() {
    const found = source.problem;
    if (!found) return null;
    return { ...found, message: ownText(found.kind, { offset: found.offset, frames: source.count }) };
  }

  /** @param {number} index */
  const frame = async (index) => frameOf(index, /** @type {ArrayBuffer} */ ((await read(index)).slice().buffer));

  async function* frames() {
    for (let index = 0; ; index++) {
      requireLife();
      while (index >= source.count && !source.ended) {
        await new Promise((resolve) => setTimeout(resolve, GROWTH_MS));
        requireLife();
      }
      if (index >= source.count) return;
      yield await frame(index);
    }
  }

  return {
    /** What is known of it by now: `frames` grows while it is being downloaded. */
    get info() {
      const { name, origin, bytes, frames: count, agents, varies, dt, seed, guessed } = source.info();
      const scene = source.sceneJson === null ? null : JSON.parse(source.sceneJson);
      const known = { version, name, origin, bytes, frames: count, agents, varies, dt, seed, scene };
      return { ...known, world: { ...world, guessed }, problem: problem() };
    },

    /** Whether all of its frames are known. */
    get ended() {
      return source.ended;
    },

    /** Why it ends before its time, or null. */
    get problem() {
      return problem();
    },

    /** @param {number} index counted from 0 */
    frame: (index) => tellingFailures(() => frame(index)),

    /** @param {number} index @returns {Promise<string>} sixteen digits */
    hash: (index) => tellingFailures(async () => reader.hash(await read(index))),

    /** One after another, waiting for those that are still to come. */
    frames: {
      async *[Symbol.asyncIterator]() {
        const iterator = frames();
        for (;;) {
          const { value, done } = await tellingFailures(() => iterator.next());
          if (done) return;
          yield value;
        }
      },
    },

    /** Free everything, and end a download. */
    dispose() {
      disposed = true;
      source.destroy();
    },
  };
}
