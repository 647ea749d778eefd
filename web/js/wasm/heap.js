// Text and bytes in and out of a module's memory. Memory growth detaches every view of it, so views are made
// anew for each use and never kept.

/**
 * @typedef {object} Heap
 * @property {(pointer: number, length: number) => Uint8Array} bytes a view, good until the next call into the module
 * @property {(pointer: number) => string | null} text UTF-8 up to its terminator; null for a null pointer
 * @property {(texts: string[], use: (...pointers: number[]) => any) => any} withTexts lends copies for one call
 */

/**
 * @param {any} module an Emscripten module
 * @returns {Heap}
 */
export function createHeap(module) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  /** @param {string} text */
  const copyIn = (text) => {
    const encoded = encoder.encode(text);
    const pointer = module._malloc(encoded.length + 1);
    if (!pointer) throw new Error('out of memory');
    module.HEAPU8.set(encoded, pointer);
    module.HEAPU8[pointer + encoded.length] = 0;
    return pointer;
  };

  return {
    bytes(pointer, length) {
      return new Uint8Array(module.HEAPU8.buffer, pointer, length);
    },
    text(pointer) {
      if (!pointer) return null;
      const end = module.HEAPU8.indexOf(0, pointer);
      return decoder.decode(module.HEAPU8.subarray(pointer, end));
    },
    withTexts(texts, use) {
      const pointers = texts.map(copyIn);
      try {
        return use(...pointers);
      } finally {
        for (const pointer of pointers) module._free(pointer);
      }
    },
  };
}
