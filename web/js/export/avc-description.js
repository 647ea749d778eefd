// What Firefox says of the H.264 it makes has the first byte of each parameter set twice. Players that read the
// pictures' own parameter sets pass over it; others refuse the film.

const SETS = [0x1f, 0xff]; // of the byte that counts them: first sequences', then pictures'

/**
 * @param {Uint8Array<ArrayBuffer>} description of a decoder for H.264, as MP4 files have it (avcC)
 * @returns {Uint8Array<ArrayBuffer>} the same, every byte once
 */
export function mendedAvcDescription(description) {
  const mended = [...description.subarray(0, 5)];
  let at = 5;
  let isDoubled = false;
  for (const mask of SETS) {
    const count = description[at++];
    mended.push(count);
    for (let left = count & mask; left > 0; left--) {
      const length = (description[at] << 8) | description[at + 1];
      const set = description.subarray(at + 2, at + 2 + length);
      at += 2 + length;
      // The second byte of a sequence's set is a profile, and none has the number of a first byte.
      if (mask === SETS[0]) isDoubled = set[0] === set[1];
      const whole = isDoubled && set[0] === set[1] ? set.subarray(1) : set;
      mended.push(whole.length >> 8, whole.length & 0xff, ...whole);
    }
  }
  return Uint8Array.from([...mended, ...description.subarray(at)]);
}
