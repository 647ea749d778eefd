import {
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WebMOutputFormat,
} from 'mediabunny';
import { PlainError } from '../errors.js';
import { mendedAvcDescription } from './avc-description.js';
import { COLOR_SPACE, encoderConfig } from './codecs.js';

// Pictures in, a video file out. The browser encodes; the muxer only packs. Pictures wait for the encoder, and the
// encoder's packets for the file, so memory is the same for any length.

const MOST_QUEUED = 2; // pictures the encoder has not taken yet; one of 4K is 12 MB
const KEY_SECONDS = 2; // how far apart a player can seek
const CHUNK_BYTES = 2 ** 22;

/**
 * @typedef {object} Film
 * @property {(pixels: Uint8Array<ArrayBuffer>) => Promise<void>} add the next picture, as the renderer stores it for films
 * @property {() => Promise<void>} finish everything is in the sink then, which is to be finished too
 * @property {() => Promise<void>} drop
 */

/** @param {AllowSharedBufferSource} source @returns {Uint8Array<ArrayBuffer>} a copy */
const bytesOf = (source) =>
  ArrayBuffer.isView(source)
    ? Uint8Array.from(new Uint8Array(source.buffer, source.byteOffset, source.byteLength))
    : Uint8Array.from(new Uint8Array(source));

/**
 * Some browsers do not say the colours that they were told, or are wrong in what else they say.
 * @param {VideoDecoderConfig} config
 * @param {import('./codecs.js').VideoKind} kind
 * @returns {VideoDecoderConfig}
 */
function mendedConfig(config, { codec }) {
  const mended = { ...config, colorSpace: COLOR_SPACE };
  if (codec === 'avc' && config.description) mended.description = mendedAvcDescription(bytesOf(config.description));
  return mended;
}

/**
 * @param {import('./sink.js').Sink} sink
 * @param {import('./codecs.js').VideoKind} kind
 * @param {import('./codecs.js').VideoShape} shape
 * @returns {Promise<Film>}
 */
export async function createFilm(sink, kind, shape) {
  const { width, height, fps } = shape;
  const output = new Output({
    format: kind.file === 'mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
    target: new StreamTarget(new WritableStream({ write: ({ data, position }) => sink.write(data, position) }), {
      chunked: true,
      chunkSize: CHUNK_BYTES,
    }),
  });
  const track = new EncodedVideoPacketSource(kind.codec);
  output.addVideoTrack(track, { frameRate: fps });
  await output.start();

  let pictures = 0;
  /** @type {unknown} */
  let failure = null;
  let wake = () => {};
  /** @type {Promise<void>} */
  let packed = Promise.resolve();

  /** @param {unknown} error */
  function fail(error) {
    failure ??= error;
    wake();
  }

  /** @param {EncodedVideoChunk} chunk @param {EncodedVideoChunkMetadata} [meta] */
  function pack(chunk, meta) {
    const config = meta?.decoderConfig && mendedConfig(meta.decoderConfig, kind);
    packed = packed.then(async () => {
      if (failure === null) await track.add(EncodedPacket.fromEncodedChunk(chunk), { ...meta, decoderConfig: config });
    });
    packed.catch(fail);
  }

  const encoder = new VideoEncoder({
    output: pack,
    error: ({ message }) =>
      fail(new PlainError('encoderFailed', { picture: pictures, reason: message.replace(/\.$/, '') })),
  });
  encoder.addEventListener('dequeue', () => wake());
  encoder.configure(encoderConfig(kind, shape));

  function check() {
    if (failure !== null) throw failure;
  }

  async function room() {
    while (failure === null && encoder.encodeQueueSize >= MOST_QUEUED) {
      await new Promise((resolve) => {
        wake = () => resolve(undefined);
      });
    }
    await packed;
    check();
  }

  /** @param {number} picture */
  const moment = (picture) => Math.round((picture * 1e6) / fps);

  return {
    async add(pixels) {
      await room();
      const frame = new VideoFrame(pixels, {
        format: 'I420',
        codedWidth: width,
        codedHeight: height,
        timestamp: moment(pictures),
        duration: moment(pictures + 1) - moment(pictures),
        colorSpace: COLOR_SPACE,
      });
      encoder.encode(frame, { keyFrame: pictures % (KEY_SECONDS * fps) === 0 });
      frame.close();
      pictures += 1;
    },
    async finish() {
      await encoder.flush().catch(fail);
      await packed;
      check();
      encoder.close();
      await output.finalize();
    },
    async drop() {
      failure ??= new PlainError('stopped');
      if (encoder.state !== 'closed') encoder.close();
      await output.cancel();
    },
  };
}
