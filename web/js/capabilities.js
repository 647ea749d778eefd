// A function that makes a 128-bit vector and drops it: only an engine with SIMD accepts it.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
]);

/** @returns {string | null} code of what is missing for good, or null; WebGL 2 proves itself when it starts */
export function missingCapability() {
  if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(SIMD_PROBE)) return 'noSimd';
  if (typeof WebGL2RenderingContext === 'undefined') return 'noWebGL2';
  return null;
}

export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @returns {'auto' | 'off'} what the page's address says of threads */
export const threadsWanted = () => (new URLSearchParams(location.search).get('threads') === 'off' ? 'off' : 'auto');

const RING_MB = 96;

/** @returns {number} bytes for frames of a live flock that can be gone back to; `?ring=MB` in the address says how many */
export function ringBytes() {
  const wanted = Number(new URLSearchParams(location.search).get('ring') ?? RING_MB);
  return (wanted > 0 ? wanted : RING_MB) * 2 ** 20;
}
