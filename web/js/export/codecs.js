// The kinds of video that a browser can make. It is asked (VideoEncoder.isConfigSupported) and never assumed; levels
// are the lowest that hold a size and a rate.

/**
 * @typedef {object} VideoKind
 * @property {string} name
 * @property {'mp4' | 'webm'} file
 * @property {'avc' | 'hevc' | 'vp9' | 'av1' | 'vp8'} codec as the muxer calls it
 * @property {number} thrift bits it needs, against H.264
 *
 * @typedef {object} VideoShape
 * @property {number} width even
 * @property {number} height even
 * @property {number} fps
 * @property {Quality} quality
 *
 * @typedef {'small' | 'good' | 'best'} Quality
 */

/** The first that can be had is the usual one. @type {VideoKind[]} */
export const VIDEO_KINDS = [
  { name: 'mp4-h264', file: 'mp4', codec: 'avc', thrift: 1 },
  { name: 'webm-vp9', file: 'webm', codec: 'vp9', thrift: 0.7 },
  { name: 'webm-av1', file: 'webm', codec: 'av1', thrift: 0.6 },
  { name: 'mp4-av1', file: 'mp4', codec: 'av1', thrift: 0.6 },
  { name: 'mp4-hevc', file: 'mp4', codec: 'hevc', thrift: 0.7 },
  { name: 'webm-vp8', file: 'webm', codec: 'vp8', thrift: 1 },
];

/** Bits a pixel of a picture: fine points on black are hard to encode. @type {Record<Quality, number>} */
const BITS = { small: 0.08, good: 0.2, best: 0.45 };

/** What every picture of ours is; tags alone would not make it so. @type {VideoColorSpaceInit} */
export const COLOR_SPACE = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false };

/**
 * By most pixels of a picture and most pixels a second, both in units of 256: the code of a level.
 * @type {Record<'avc' | 'hevc' | 'vp9' | 'av1', [number, number, string][]>}
 */
const LEVELS = {
  avc: [
    [3600, 108_000, '1f'],
    [8192, 245_760, '28'],
    [8704, 522_240, '2a'],
    [36_864, 983_040, '33'],
    [36_864, 2_073_600, '34'],
    [139_264, 4_177_920, '3c'],
    [139_264, 16_711_680, '3e'],
  ],
  hevc: [
    [3600, 129_600, 'L93'],
    [8704, 261_120, 'L120'],
    [8704, 522_240, 'L123'],
    [34_816, 1_044_480, 'L150'],
    [34_816, 2_088_960, 'L153'],
    [139_264, 4_177_920, 'L180'],
    [139_264, 16_711_680, 'L186'],
  ],
  vp9: [
    [3600, 141_312, '31'],
    [8704, 311_296, '40'],
    [8704, 622_592, '41'],
    [34_816, 1_218_560, '50'],
    [34_816, 2_437_120, '51'],
    [139_264, 4_595_712, '60'],
    [139_264, 18_382_848, '62'],
  ],
  av1: [
    [4160, 156_000, '05'],
    [9216, 276_480, '08'],
    [9216, 552_960, '09'],
    [34_816, 1_044_480, '12'],
    [34_816, 2_088_960, '13'],
    [139_264, 4_177_920, '16'],
    [139_264, 16_711_680, '18'],
  ],
};

/** @param {keyof typeof LEVELS} codec @param {VideoShape} shape */
function levelOf(codec, { width, height, fps }) {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const levels = LEVELS[codec];
  const [, , code] = levels.find(([most, rate]) => blocks <= most && blocks * fps <= rate) ?? levels[levels.length - 1];
  return code;
}

/** @param {VideoKind} kind @param {VideoShape} shape @returns {string} as browsers spell it */
function codecText({ codec }, shape) {
  if (codec === 'vp8') return 'vp8';
  const level = levelOf(codec, shape);
  if (codec === 'avc') return `avc1.6400${level}`;
  if (codec === 'hevc') return `hvc1.1.6.${level}.B0`;
  if (codec === 'vp9') return `vp09.00.${level}.08.00.01.01.01.00`;
  return `av01.0.${level}M.08.0.111.01.01.01.0`;
}

/** @param {VideoKind} kind @param {VideoShape} shape @returns {number} bits a second */
export const bitrateOf = ({ thrift }, { width, height, fps, quality }) =>
  Math.round(width * height * fps * BITS[quality] * thrift);

/**
 * @param {VideoKind} kind
 * @param {VideoShape} shape
 * @returns {VideoEncoderConfig}
 */
export function encoderConfig(kind, shape) {
  const { width, height, fps } = shape;
  return {
    codec: codecText(kind, shape),
    width,
    height,
    framerate: fps,
    bitrate: bitrateOf(kind, shape),
    bitrateMode: 'variable',
    latencyMode: 'quality',
    ...(kind.codec === 'avc' && { avc: { format: /** @type {const} */ ('avc') } }),
  };
}

/** @param {VideoShape} shape @returns {Promise<VideoKind[]>} the kinds that this browser can make of it */
export async function possibleKinds(shape) {
  if (typeof VideoEncoder === 'undefined') return [];
  const answers = await Promise.all(
    VIDEO_KINDS.map((kind) =>
      VideoEncoder.isConfigSupported(encoderConfig(kind, shape)).then(
        ({ supported }) => supported === true,
        () => false, // a size that the codec does not know
      ),
    ),
  );
  return VIDEO_KINDS.filter((_, index) => answers[index]);
}
