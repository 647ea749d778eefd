// Text and bytes in and out of a module's memory. Memory growth detaches every view of it, so views are made
// anew for each use and never kept.

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
    bytes: (pointer, length) => new Uint8Array(module.HEAPU8.buffer, pointer, length),
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
