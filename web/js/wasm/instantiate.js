/**
 * A compiled module, shared by all who use it, or its bytes (under node); it takes the place of a download.
 * @typedef {WebAssembly.Module | Uint8Array} Wasm
 */

/**
 * @param {(options: any) => Promise<any>} create as Emscripten made it
 * @param {object} options of it, beside the code
 * @param {Wasm} [wasm] absent: fetched from where the options say
 * @returns {Promise<any>} the running module
 */
export function instantiate(create, options, wasm) {
  if (!wasm) return create(options);
  if (!(wasm instanceof WebAssembly.Module)) return create({ ...options, wasmBinary: wasm });
  return new Promise((resolve, reject) => {
    /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance, code: WebAssembly.Module) => void} done */
    const instantiateWasm = (imports, done) => {
      WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm), reject);
      return {};
    };
    create({ ...options, instantiateWasm }).then(resolve, reject);
  });
}
