/** @param {number} byte IEC 61966-2-1 */
const linearFromSrgb = (byte) => (byte <= 10.31475 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

const BYTES = [0xf0, 0xea, 0xde];

/** The colour of the example portfolio's page, which is that of its pictures. */
export const PAPER = {
  css: `#${BYTES.map((byte) => byte.toString(16)).join('')}`,
  linear: BYTES.map(linearFromSrgb),
};
