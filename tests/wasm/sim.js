// The simulation's WebAssembly module under node, for the tests: the flat exports of docs/architecture.md.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const build = new URL(process.env.BF_WASM_DIR ?? '../../build/wasm/', import.meta.url);

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

export async function loadSim() {
  const { default: create } = await import(new URL('boidforge-sim.js', build).href);
  const module = await create({ wasmBinary: readFileSync(new URL('boidforge-sim.wasm', build)) });
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
    step: () => module._bf_sim_step(1),
    hash: () => text('bf_sim_hash'),
    record() {
      const at = module._bf_sim_record();
      return module.HEAPU8.slice(at, at + module._bf_sim_record_bytes());
    },
  };
}

/** The entries of a scene file's JSON. */
export function sceneEntries(scene) {
  return Object.entries(scene).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value).map(([name, inner]) => [key, name, String(inner)])
      : [['', key, Array.isArray(value) ? JSON.stringify(value) : String(value)]],
  );
}
