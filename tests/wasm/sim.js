// The simulation's WebAssembly module under node, for the tests and the benchmark: the flat exports of
// docs/architecture.md. BF_WASM_DIR names another folder of modules.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { becomeWorker } from './web-worker.js';

const build = new URL(`${process.env.BF_WASM_DIR ?? '../../build/wasm'}/`, import.meta.url);

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

export const hasThreads = () => existsSync(new URL('boidforge-sim-threads.wasm', build));

async function load(name) {
  const { default: create } = await import(new URL(`${name}.js`, build).href);
  return create({ wasmBinary: readFileSync(new URL(`${name}.wasm`, build)) });
}

/** The module without threads. */
export const loadSim = async () => wrap(await load('boidforge-sim'));

/** The renderer's module: what it tells without a picture. */
export async function loadView() {
  const module = await load('boidforge-view');
  return { /** @param {string} name */ text: (name) => module.ccall(name, 'string', [], []) };
}

/** The test of the wide type (tests/native/wide_test.c). */
export const loadWideTest = () => load('wide-test');

/** @param {number} threads the most it can have, its own included; at least 2 */
export async function loadThreadedSim(threads) {
  const script = new URL('boidforge-sim-threads.js', build).href;
  const { default: create } = await import(script);
  becomeWorker(script); // as in the page, where the module runs in a worker and may wait
  const module = await create({
    threads,
    wasmBinary: readFileSync(new URL('boidforge-sim-threads.wasm', build)),
    mainScriptUrlOrBlob: script,
    locateFile: (name) => new URL(name, build).href,
  });
  const workers = () => [...module.PThread.unusedWorkers, ...module.PThread.runningWorkers];
  for (const worker of workers()) worker.unref();
  return { ...wrap(module), countWorkers: () => workers().length };
}

function wrap(module) {
  const text = (name, ...args) =>
    module.ccall(
      name,
      'string',
      args.map(() => 'string'),
      args,
    );
  const number = (name, ...args) =>
    module.ccall(
      name,
      'number',
      args.map(() => 'string'),
      args,
    );
  return {
    text,
    /** @param {[string, string, string][]} entries section, name, text */
    create(entries) {
      module._bf_sim_scene_begin();
      for (const entry of entries) {
        if (number('bf_sim_scene_set', ...entry) !== 0) throw new Error(text('bf_sim_error'));
      }
      if (module._bf_sim_create() !== 0) throw new Error(text('bf_sim_error'));
    },
    step: (count = 1) => module._bf_sim_step(count),
    change(name, value) {
      if (number('bf_sim_change', name, String(value)) !== 0) throw new Error(text('bf_sim_error'));
    },
    /** The running world's scene, with every change so far, as JSON. */
    sceneJson() {
      const json = text('bf_sim_scene_json');
      if (!json) throw new Error(text('bf_sim_error'));
      return json;
    },
    hash: () => text('bf_sim_hash'),
    threads: () => module._bf_sim_threads(),
    simd: () => text('bf_sim_simd'),
    memoryBytes: () => (module.wasmMemory ?? module.HEAPU8).buffer.byteLength,
    /** A copy, in memory of its own. */
    record() {
      const memory = (module.wasmMemory ?? module.HEAPU8).buffer;
      return new Uint8Array(new Uint8Array(memory, module._bf_sim_record(), module._bf_sim_record_bytes()));
    },
  };
}

/** The entries of a scene file's JSON. */
export function sceneEntries({ events = [], ...scene }) {
  const values = Object.entries(scene).flatMap(([key, value]) =>
    value !== null && typeof value === 'object'
      ? Object.entries(value).map(([name, inner]) => [key, name, String(inner)])
      : [['', key, String(value)]],
  );
  return [...values, ...events.map(({ step, name, value }) => ['events', name, `${step} ${value}`])];
}
