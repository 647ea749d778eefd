import { PlainError } from '../errors.js';
import { createPeer } from '../rpc.js';
import { VIDEO_KINDS } from './codecs.js';
import { encodePng } from './png.js';
import { recordFrames, sceneNow } from './recorder.js';
import { createSink } from './sink.js';
import { createStudio } from './studio.js';

// What is taken away is made where the flock is drawn, one thing at a time, and the player waits meanwhile.

/**
 * @typedef {'cancel' | 'keep'} Stop `keep`: what is done so far becomes a file
 *
 * @typedef {object} Progress
 * @property {'trails' | 'picture' | 'video' | 'frames' | 'closing'} phase
 * @property {number} done
 * @property {number} of
 *
 * @typedef {object} PictureWish
 * @property {number} [frame] the one shown
 * @property {number} width
 * @property {number} height
 * @property {boolean} whole
 *
 * @typedef {object} VideoWish
 * @property {FileSystemFileHandle | null} handle
 * @property {string} kind
 * @property {import('./codecs.js').VideoShape} shape
 * @property {boolean} whole
 * @property {number} from frame of the first picture
 * @property {number} step frames from picture to picture
 * @property {number} pictures
 *
 * Without `from` and `to` all frames there are.
 * @typedef {import('./recorder.js').LookNow & {handle: FileSystemFileHandle | null, seed: number, from?: number, to?: number}} RecordingWish
 *
 * What became of it.
 * @typedef {object} Made
 * @property {Blob | null} blob null: it is in the file that was chosen
 * @property {number} done pictures or frames
 * @property {number} of
 * @property {'whole' | 'stopped' | 'memory'} end
 */

const FILM_MARGIN = 2 ** 26; // bytes of memory that a film's last pictures and its index may need

/**
 * @param {import('../rpc.js').Channel} channel
 * @param {import('../player/player.js').Player} player
 */
export function createExportHost(channel, player) {
  /** @type {Stop | null} */
  let stop = null;
  const stopped = () => stop !== null;

  /** @param {Progress['phase']} phase @param {number} done @param {number} of */
  const tell = (phase, done, of) => peer.emit('progress', { phase, done, of });

  function requireNotCancelled() {
    if (stop === 'cancel') throw new PlainError('stopped');
  }

  /**
   * @param {import('./sink.js').Sink} sink
   * @param {() => Promise<Omit<Made, 'blob'>>} work
   * @param {() => Promise<void>} [drop]
   * @returns {Promise<Made>}
   */
  async function into(sink, work, drop = async () => {}) {
    try {
      const made = await work();
      return { ...made, blob: await sink.finish() };
    } catch (error) {
      await drop().catch(() => {});
      await sink.abort();
      throw error;
    }
  }

  /** @param {PictureWish} wish @param {import('./studio.js').Loan} loan */
  async function makePicture({ frame, width, height, whole }, loan) {
    const studio = createStudio(loan, { width, height, whole, stopped });
    const painted = await studio.paint(frame ?? loan.shown, (done, of) => tell('trails', done, of));
    const rgba = painted ? studio.pixels() : null;
    const blob = rgba && (await encodePng({ width, height, rgba }, (share) => tell('picture', share, 1), stopped));
    if (!blob) throw new PlainError('stopped');
    return { blob };
  }

  /** @param {VideoWish} wish @param {import('./studio.js').Loan} loan @returns {Promise<Made>} */
  async function makeVideo({ handle, kind, shape, whole, from, step, pictures }, loan) {
    const { createFilm } = await import('./film.js');
    const videoKind = VIDEO_KINDS.find(({ name }) => name === kind) ?? VIDEO_KINDS[0];
    const sink = await createSink(handle, `video/${videoKind.file}`);
    /** @type {import('./film.js').Film | null} */
    let film = null;
    return into(
      sink,
      async () => {
        film = await createFilm(sink, videoKind, shape);
        const studio = createStudio(loan, { ...shape, whole, stopped });
        await studio.paint(from, (done, of) => tell('trails', done, of));
        let done = 0;
        while (done < pictures && !stopped() && sink.left() > FILM_MARGIN) {
          if (done > 0) await studio.moveTo(from + done * step);
          await film.add(studio.filmPixels());
          done += 1;
          tell('video', done, pictures);
        }
        requireNotCancelled();
        if (done === 0) throw new PlainError('stopped');
        tell('closing', done, pictures);
        await film.finish();
        return { done, of: pictures, end: done === pictures ? 'whole' : stopped() ? 'stopped' : 'memory' };
      },
      async () => film?.drop(),
    );
  }

  /** @param {RecordingWish} wish @param {import('./studio.js').Loan} loan @returns {Promise<Made>} */
  async function makeRecording({ handle, seed, from = 0, to = Infinity, ...now }, loan) {
    const range = { from: Math.max(from, loan.source.first), to: Math.min(to, loan.last) };
    const of = range.to - range.from + 1;
    const sink = await createSink(handle, 'application/octet-stream');
    return into(sink, async () => {
      const onProgress = (/** @type {number} */ done) => tell('frames', done, of);
      const done = await recordFrames(sink, loan, { seed, ...now }, range, { onProgress, stopped });
      requireNotCancelled();
      return { done, of, end: done === of ? 'whole' : stopped() ? 'stopped' : 'memory' };
    });
  }

  /**
   * @template Wish, Result
   * @param {(wish: Wish, loan: import('./studio.js').Loan) => Promise<Result>} make
   * @param {boolean} draws
   * @returns {(wish: Wish) => Promise<Result>}
   */
  const job = (make, draws) => (wish) => {
    stop = null;
    return player.lend((loan) => make(wish, loan), draws);
  };

  const peer = createPeer(channel, {
    handlers: {
      longestSide: () => player.lend(async ({ view }) => view.longestSide(), false),
      picture: job(makePicture, true),
      video: job(makeVideo, true),
      recording: job(makeRecording, false),
      scene: job((/** @type {import('./recorder.js').LookNow} */ now, loan) => sceneNow(loan, now), false),
    },
    onEvent: (type, payload) => {
      if (type === 'stop') stop = payload;
    },
  });
  return peer;
}
