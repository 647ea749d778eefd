// Text and bytes in and out of a module's memory. When the memory grows, views of it are detached, or, where threads
// share it, end too early: they are made anew for each use and never kept.

/**
 * @typedef {object} Heap
 * @property {(pointer: number, length: number) => Uint8Array} bytes a view, good until the next call into the module
 * @property {(pointer: number) => string | null} text null for a null pointer
 * @property {(name: string, ...texts: string[]) => number} callWithTexts calls an export whose arguments are texts
 */

/**
 * @param {any} module an Emscripten module
 * @returns {Heap}
 */
export function createHeap(module) {
  return {
    // The module's own view is as old as its last growth by this thread, hence the memory itself where it is shared.
    bytes: (pointer, length) => new Uint8Array((module.wasmMemory ?? module.HEAPU8).buffer, pointer, length),
    text: (pointer) => (pointer ? module.UTF8ToString(pointer) : null),
    callWithTexts: (name, ...texts) =>
      module.ccall(
        name,
        'number',
        texts.map(() => 'string'),
        texts,
      ),
  };
}
