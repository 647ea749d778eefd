import { PlainError } from '../errors.js';
import { decodeLink } from '../link.js';
import { parseScene } from '../scene-file.js';
import { overridesOf, sceneOfLink } from '../scene-links.js';
import { findScene, sceneEntries, scenes } from '../scenes.js';
import { frameOf } from './frames.js';
import { tellingFailures } from './words.js';

// A flock for programs: no picture, every step when it is asked for.

const USUAL_SCENE = 'murmuration';
const OPTIONS = ['scene', 'seed', 'agents', 'params', 'events', 'threads', 'wasmBase'];

/**
 * @typedef {object} SimulationOptions
 * @property {string | object} [scene] a bundled scene's name, a share link or a scene
 * @property {number} [seed]
 * @property {number} [agents]
 * @property {Record<string, string | number>} [params] other values than the scene's
 * @property {{step: number, name: string, value: string | number}[]} [events] in place of the scene's
 * @property {'auto' | 'off'} [threads]
 * @property {string} [wasmBase] where the files of `dist` are
 *
 * What computes, and what knows the tables of links.
 * @typedef {object} Engine
 * @property {(type: string, request?: any) => Promise<any>} call
 * @property {() => Promise<Pick<import('../wasm/reader.js').Reader, 'describe'>>} reader
 * @property {number} sliceMs most that it should be busy at a time
 * @property {() => void} destroy
 *
 * @typedef {Awaited<ReturnType<typeof createSimulation>>} Simulation
 */

/** @param {unknown} value */
const shown = (value) => (typeof value === 'string' ? `“${value}”` : String(value));

/** @param {unknown} value @param {string} name @returns {string} */
function textOf(value, name) {
  const isValue = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
  if (!isValue) throw new PlainError('notAValue', { name, value: shown(value) });
  return String(value);
}

/** @param {Record<string, unknown>} values @returns {Record<string, string>} */
const asTexts = (values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value, name)]));

/**
 * @param {unknown} wanted
 * @param {Engine} engine
 * @returns {Promise<{scene: import('../scenes.js').Scene, overrides: Record<string, string>}>}
 */
async function resolveScene(wanted, engine) {
  if (typeof wanted === 'object' && wanted !== null)
    return { scene: parseScene(JSON.stringify(wanted)), overrides: {} };
  if (typeof wanted === 'string' && wanted.includes('#')) {
    const [{ params, changes }, { look: looks, presets }] = await Promise.all([
      engine.call('describe'),
      engine.reader().then((reader) => reader.describe()),
    ]);
    const linked = decodeLink(wanted, { scenes, params, changes, looks, presets });
    const scene = sceneOfLink(linked, '') ?? findScene(linked.scene);
    if (scene) return { scene: { ...scene, look: linked.look }, overrides: overridesOf(linked) };
  }
  const scene = typeof wanted === 'string' ? findScene(wanted.trim()) : null;
  if (scene) return { scene, overrides: {} };
  throw new PlainError('notAScene', { value: shown(wanted), known: scenes.map(({ name }) => name).join(', ') });
}

/** @param {SimulationOptions} options @param {Engine} engine */
async function entriesFor({ scene: wanted = USUAL_SCENE, seed, agents, params = {}, events }, engine) {
  const { scene, overrides } = await resolveScene(wanted, engine);
  const single = Object.entries({ seed, agents }).filter(([, value]) => value !== undefined);
  if (events !== undefined && !Array.isArray(events)) throw new PlainError('notEvents');
  const withEvents = events ? parseScene(JSON.stringify({ ...scene, boidforge_scene: 1, events })) : scene;
  return sceneEntries(withEvents, { ...overrides, ...asTexts({ ...params, ...Object.fromEntries(single) }) });
}

/**
 * @param {SimulationOptions} options
 * @param {(options: {threads: 'auto' | 'off', wasmBase?: string}) => Promise<Engine>} startEngine
 */
async function begin(options, startEngine) {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new PlainError('unknownOption', { name: unknown, known: OPTIONS.join(', ') });
  const engine = await startEngine({ threads: options.threads ?? 'auto', wasmBase: options.wasmBase });
  try {
    const { params: table } = await engine.call('describe');
    const inForce = await engine.call('create', { entries: await entriesFor(options, engine) });
    return { engine, table, inForce };
  } catch (error) {
    engine.destroy();
    throw error;
  }
}

/**
 * @param {SimulationOptions} options
 * @param {(options: {threads: 'auto' | 'off', wasmBase?: string}) => Promise<Engine>} startEngine
 */
export async function createSimulation(options, startEngine) {
  const { engine, table, inForce } = await tellingFailures(() => begin(options, startEngine));
  /** @type {Record<string, string>} texts */
  let values = inForce;
  let steps = 0;
  let perCall = 1; // steps, as many as a slice has time for
  let disposed = false;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @type {(error: PlainError) => void} */
  let stop = () => {};
  /** @type {Promise<never>} */
  const stopped = new Promise((_, reject) => (stop = reject));
  stopped.catch(() => {});

  /** A worker that was ended never answers. @param {string} type @param {any} [request] */
  const ask = (type, request) => Promise.race([engine.call(type, request), stopped]);

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  function inTurn(work) {
    const turn = last.then(() => {
      if (disposed) throw new PlainError('disposed');
      return work();
    });
    last = turn.catch(() => {});
    return tellingFailures(() => turn);
  }

  /** @param {number} count */
  async function advance(count) {
    for (let left = count; left > 0; ) {
      const now = Math.min(left, perCall);
      const started = performance.now();
      await ask('advance', { count: now });
      const ms = performance.now() - started;
      steps += now;
      left -= now;
      if (ms < engine.sliceMs / 2) perCall = now * 2;
      else if (ms > engine.sliceMs) perCall = Math.max(1, Math.floor(now / 2));
    }
  }

  return {
    /** Steps taken so far. */
    get steps() {
      return steps;
    },

    /** Parameters in force. @returns {Record<string, string | number>} */
    get params() {
      /** @type {(entry: import('../types.js').Parameter) => [string, string | number]} */
      const valueOf = ({ name, type }) => [name, type === 'choice' ? values[name] : Number(values[name])];
      return Object.fromEntries(table.map(valueOf));
    },

    /** @param {number} [count] @returns {Promise<number>} steps taken so far */
    step: (count = 1) =>
      inTurn(async () => {
        if (!Number.isSafeInteger(count) || count < 1) throw new PlainError('notACount', { value: shown(count) });
        await advance(count);
        values = await ask('params');
        return steps;
      }),

    /** The state as it is; its index is -1 before the first step. */
    frame: () => inTurn(async () => frameOf(steps - 1, await ask('record'))),

    /** Sixteen digits, the same wherever the same frame is computed. @returns {Promise<string>} */
    hash: () => inTurn(() => ask('hash')),

    /**
     * From the next step on; several that go only together are given together.
     * @param {string | Record<string, string | number>} name
     * @param {string | number} [value]
     * @returns {Promise<void>}
     */
    set: (name, value) =>
      inTurn(async () => {
        const changes = asTexts(typeof name === 'string' ? { [name]: value } : name);
        await ask('changeAll', { changes, before: values });
        values = { ...values, ...changes };
      }),

    /** Of this flock, with every change so far as an event: it makes the same frames again. @returns {Promise<any>} */
    scene: () => inTurn(async () => JSON.parse(await ask('scene'))),

    /** Free everything. What is still waited for is rejected. */
    dispose() {
      if (disposed) return;
      disposed = true;
      stop(new PlainError('disposed'));
      engine.destroy();
    },
  };
}
