import { PNG } from 'pngjs';

/**
 * @param {Buffer} png
 * @returns {{width: number, height: number, data: Uint8Array}} RGBA
 */
export const decode = (png) => PNG.sync.read(png);

/**
 * @param {{data: Uint8Array | Uint8ClampedArray | number[]}} a
 * @param {{data: Uint8Array | Uint8ClampedArray | number[]}} b
 * @returns {{largest: number, share: number}} the largest difference of a channel, and the share of pixels that
 *   differ by more than 8
 */
export function difference(a, b) {
  let largest = 0;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    let pixel = 0;
    for (let channel = 0; channel < 4; channel++) {
      pixel = Math.max(pixel, Math.abs(a.data[at + channel] - b.data[at + channel]));
    }
    largest = Math.max(largest, pixel);
    if (pixel > 8) differing += 1;
  }
  return { largest, share: differing / (a.data.length / 4) };
}

/**
 * @param {{data: Uint8Array | Uint8ClampedArray | number[]}} a
 * @param {{data: Uint8Array | Uint8ClampedArray | number[]}} b
 * @returns {number} peak signal-to-noise ratio of red, green and blue, in decibels
 */
export function psnr(a, b) {
  let sum = 0;
  for (let at = 0; at < a.data.length; at++) {
    if (at % 4 < 3) sum += (a.data[at] - b.data[at]) ** 2;
  }
  return 10 * Math.log10((255 ** 2 * 0.75 * a.data.length) / sum);
}

/** @param {{data: Uint8Array | Uint8ClampedArray | number[]}} picture @returns {number} share of pixels clearly lit */
export function litShare({ data }) {
  let lit = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (Math.max(data[at], data[at + 1], data[at + 2]) > 60) lit += 1;
  }
  return lit / (data.length / 4);
}
