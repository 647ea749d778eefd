// A PNG of exactly the pixels it is given: a canvas would make one only up to a size, and some browsers put noise
// into what they let a page read from it.

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const RGB = 2;
const PAETH = 4;
const ROWS = 64; // filtered before others get a turn

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** @param {Uint8Array} bytes */
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ CRC_TABLE[(value ^ byte) & 255];
  return ~value >>> 0;
}

/** @param {string} name @param {Uint8Array | number[]} content */
function chunk(name, content) {
  const bytes = new Uint8Array(12 + content.length);
  const numbers = new DataView(bytes.buffer);
  numbers.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(content, 8);
  numbers.setUint32(8 + content.length, crc(bytes.subarray(4, 8 + content.length)));
  return bytes;
}

/** Which of its three neighbours foretells a value best. @param {number} left @param {number} up @param {number} corner */
function foretold(left, up, corner) {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/**
 * Rows as a PNG has them: the filter's number, then each value less what its neighbours foretell.
 * @param {Uint8ClampedArray} rgba
 * @param {number} width
 * @param {number} first
 * @param {number} count
 */
function filteredRows(rgba, width, first, count) {
  const rows = new Uint8Array(count * (1 + 3 * width));
  let to = 0;
  for (let row = first; row < first + count; row++) {
    rows[to++] = PAETH;
    for (let column = 0; column < width; column++) {
      const at = 4 * (row * width + column);
      for (let channel = at; channel < at + 3; channel++) {
        const left = column > 0 ? rgba[channel - 4] : 0;
        const up = row > 0 ? rgba[channel - 4 * width] : 0;
        const corner = column > 0 && row > 0 ? rgba[channel - 4 * width - 4] : 0;
        rows[to++] = rgba[channel] - foretold(left, up, corner);
      }
    }
  }
  return rows;
}

/**
 * @param {{width: number, height: number, rgba: Uint8ClampedArray}} picture opaque, top row first
 * @param {(share: number) => void} onProgress
 * @param {() => boolean} stopped
 * @returns {Promise<Blob | null>} null: stopped
 */
export async function encodePng({ width, height, rgba }, onProgress, stopped) {
  const header = new Uint8Array(13);
  const numbers = new DataView(header.buffer);
  numbers.setUint32(0, width);
  numbers.setUint32(4, height);
  header.set([8, RGB], 8);

  const packed = new CompressionStream('deflate');
  const writer = packed.writable.getWriter();
  /** @type {Uint8Array[]} */
  const parts = [];
  const collected = packed.readable.pipeTo(
    new WritableStream({ write: (part) => void parts.push(chunk('IDAT', part)) }),
  );
  for (let row = 0; row < height; row += ROWS) {
    if (stopped()) {
      await Promise.allSettled([writer.abort(), collected]);
      return null;
    }
    await writer.write(filteredRows(rgba, width, row, Math.min(ROWS, height - row)));
    onProgress(row / height);
  }
  await writer.close();
  await collected;
  const content = [new Uint8Array(SIGNATURE), chunk('IHDR', header), chunk('sRGB', [0]), ...parts, chunk('IEND', [])];
  return new Blob(/** @type {BlobPart[]} */ (content), { type: 'image/png' });
}
