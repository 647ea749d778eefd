import { PlainError } from '../errors.js';

// Bytes from an address. Where the server sends ranges, only what is looked at is fetched, piece by piece. Where it
// does not, one download runs from the beginning to the end and plays meanwhile; what has come is kept in a Blob
// made of parts, which browsers move to the disk. A connection that breaks is taken up again where it broke.

const HEAD_BYTES = 2 ** 16; // asked for first: it tells what the server can
const PART_BYTES = 2 ** 22; // of a download, made into a Blob together
const SILENCE_MS = 15_000; // without a byte: the connection is taken for broken
const WAITS_MS = [500, 1000, 2000, 4000]; // before each further try

/**
 * @typedef {import('./bytes.js').Bytes} Bytes
 *
 * @typedef {object} Place a request's answer, and where it begins
 * @property {Response} response
 * @property {number} from
 * @property {number | null} total
 */

/** @param {string} url @returns {string} */
function nameOf(url) {
  const last = new URL(url).pathname.split('/').pop() || 'recording.bfs';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** @param {number} ms @param {AbortSignal} signal */
const pause = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve(undefined)), { once: true });
  });

/** @param {Response} response @returns {{from: number, total: number | null} | null} what a part says of itself */
function contentRange(response) {
  const found = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');
  return found && { from: Number(found[1]), total: found[2] === '*' ? null : Number(found[2]) };
}

/** @param {Response} response @returns {number | null} */
function contentLength(response) {
  const text = response.headers.get('content-length');
  return text === null || response.headers.has('content-encoding') ? null : Number(text);
}

/** @param {Response} response @returns {string} what changes when the file does */
const versionOf = ({ headers }) => headers.get('etag') ?? headers.get('last-modified') ?? '';

/**
 * What is asked of one address.
 * @param {string} url
 * @param {AbortSignal} signal ends everything
 */
function createLine(url, signal) {
  const { origin, host } = new URL(url);
  const ownOrigin = globalThis.location?.origin;

  /** @type {string | null} */
  let version = null;

  /** @param {Response} response */
  function check(response) {
    if (response.url !== '' && origin !== 'null') {
      const answered = new URL(response.url).origin;
      if (answered !== origin && answered !== ownOrigin) {
        throw new PlainError('addressRedirected', { host, other: answered, url: response.url });
      }
    }
    if (response.status === 416) return;
    if (!response.ok) throw new PlainError('addressStatus', { host, status: response.status });
    if ((response.headers.get('content-type') ?? '').startsWith('text/html')) {
      throw new PlainError('addressIsAPage', { host });
    }
    version ??= versionOf(response);
    if (version !== versionOf(response)) throw new PlainError('addressChanged', { host });
  }

  /**
   * @param {number} from
   * @param {number} [to] exclusive; absent: to the end
   * @returns {Promise<Place & {body: ReadableStreamDefaultReader<Uint8Array>, stop: () => void}>}
   */
  async function ask(from, to) {
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    signal.addEventListener('abort', stop, { once: true, signal: stopping.signal });
    const timer = setTimeout(stop, SILENCE_MS);
    const whole = from === 0 && to === undefined;
    try {
      const response = await fetch(url, {
        headers: whole ? {} : { Range: `bytes=${from}-${to === undefined ? '' : to - 1}` },
        signal: stopping.signal,
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
      check(response);
      const isPart = response.status === 206;
      // Other origins may keep what a part says of itself to themselves: then it is the one that was asked for.
      const said = isPart ? contentRange(response) : { from: 0, total: contentLength(response) };
      const place = said ?? { from, total: null };
      const body = (response.body ?? new Blob([]).stream()).getReader();
      return { response, ...place, body, stop };
    } catch (error) {
      stop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * The next piece of an answer, in time.
   * @param {{body: ReadableStreamDefaultReader<Uint8Array>, stop: () => void}} answer
   */
  async function next({ body, stop }) {
    const timer = setTimeout(stop, SILENCE_MS);
    try {
      return await body.read();
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Do it again after a pause, while it fails for reasons that may pass.
   * @param {() => Promise<void>} work
   * @param {() => boolean} progressed since it was last asked
   */
  async function persist(work, progressed) {
    for (let tries = 0; ; tries++) {
      try {
        await work();
        return;
      } catch (error) {
        if (signal.aborted || isFinal(error)) throw error;
        if (progressed()) tries = 0;
        if (tries >= WAITS_MS.length) throw error;
        await pause(WAITS_MS[tries], signal);
        if (signal.aborted) throw error;
      }
    }
  }

  /** @param {unknown} error */
  const isFinal = (error) =>
    error instanceof PlainError && !(error.code === 'addressStatus' && Number(error.values.status) >= 500);

  /** @param {unknown} error @returns {PlainError} */
  function inWords(error) {
    if (error instanceof PlainError) return error;
    return new PlainError(origin === ownOrigin ? 'addressSilent' : 'addressRefused', { host });
  }

  return { host, origin: origin === 'null' ? host : origin, ask, next, persist, inWords };
}

/**
 * @param {string} url
 * @param {AbortSignal} signal gives up
 * @param {(received: number, total: number | null) => void} onProgress while the download runs
 * @returns {Promise<Bytes & {asDownload: () => Bytes}>} `asDownload`: the same from beginning to end, for who cannot
 *   do with pieces
 */
export async function addressBytes(url, signal, onProgress) {
  const stopping = new AbortController();
  signal.addEventListener('abort', () => stopping.abort(), { once: true });
  const line = createLine(url, stopping.signal);
  try {
    // Nothing has been shown yet: a person waits, and is told at once.
    const answer = await line.ask(0, HEAD_BYTES);
    const canRange = answer.response.status === 206 && answer.from === 0 && answer.total !== null;
    if (canRange || answer.response.status === 416) return rangedBytes(url, line, stopping, answer, onProgress);
    const usable = answer.response.status === 200 ? answer : null;
    if (!usable) answer.stop();
    const download = downloadBytes(url, line, stopping, usable, onProgress);
    return Object.assign(download, { asDownload: () => download });
  } catch (error) {
    stopping.abort();
    throw line.inWords(error);
  }
}

/**
 * @param {string} url
 * @param {ReturnType<typeof createLine>} line
 * @param {AbortController} stopping
 * @param {Awaited<ReturnType<ReturnType<typeof createLine>['ask']>>} answer to the question for the head
 * @param {(received: number, total: number | null) => void} onProgress
 * @returns {Promise<Bytes & {asDownload: () => Bytes}>}
 */
async function rangedBytes(url, line, stopping, answer, onProgress) {
  const total = answer.response.status === 416 ? 0 : Number(answer.total);

  /**
   * @param {Uint8Array<ArrayBuffer>} target
   * @param {number} from
   * @param {typeof answer} [given] already asked for
   */
  async function fill(target, from, given) {
    let filled = 0;
    let before = 0;
    await line.persist(
      async () => {
        const part = given ?? (await line.ask(from + filled, from + target.length));
        given = undefined;
        try {
          if (part.response.status !== 206 || part.from !== from + filled || (part.total ?? total) !== total) {
            throw new PlainError('addressChanged', { host: line.host });
          }
          while (filled < target.length) {
            const { done, value } = await line.next(part);
            if (done) throw new TypeError('the answer ends early');
            const piece = value.subarray(0, target.length - filled);
            target.set(piece, filled);
            filled += piece.length;
          }
        } finally {
          part.stop();
        }
      },
      () => before < (before = filled),
    );
    return target;
  }

  const head = new Uint8Array(Math.min(total, HEAD_BYTES));
  if (head.length > 0) await fill(head, 0, answer);

  return {
    name: nameOf(url),
    origin: line.origin,
    total,
    here: total,
    ended: true,
    seekable: true,
    lost: null,
    async read(from, count) {
      const end = Math.min(total, from + count);
      if (end <= head.length) return head.slice(from, end);
      try {
        return await fill(new Uint8Array(Math.max(0, end - from)), from);
      } catch (error) {
        throw line.inWords(error);
      }
    },
    more: () => Promise.resolve(),
    asDownload: () => downloadBytes(url, line, stopping, null, onProgress),
    destroy: () => stopping.abort(),
  };
}

/**
 * @param {string} url
 * @param {ReturnType<typeof createLine>} line
 * @param {AbortController} stopping
 * @param {Awaited<ReturnType<ReturnType<typeof createLine>['ask']>> | null} answer with the whole file, if there is one
 * @param {(received: number, total: number | null) => void} onProgress
 * @returns {Bytes}
 */
function downloadBytes(url, line, stopping, answer, onProgress) {
  let stored = new Blob([]);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  let pieces = [];
  let here = 0;
  /** @type {number | null} */
  let total = answer?.total ?? null;
  let ended = false;
  /** @type {number | null} */
  let lost = null;
  /** @type {(() => void)[]} */
  let waiting = [];

  function tell() {
    onProgress(here, total);
    const told = waiting;
    waiting = [];
    for (const resolve of told) resolve();
  }

  /** @param {Uint8Array<ArrayBuffer>} piece */
  function keep(piece) {
    pieces.push(piece);
    here += piece.length;
    if (here - stored.size >= PART_BYTES) {
      stored = new Blob([stored, ...pieces]);
      pieces = [];
    }
    tell();
  }

  async function download() {
    const part = answer ?? (await line.ask(here));
    answer = null;
    try {
      total = part.total ?? total;
      let skip = here - part.from; // a server that knows no ranges begins again
      if (skip < 0 || part.response.status === 416) throw new PlainError('addressChanged', { host: line.host });
      for (;;) {
        const { done, value } = await line.next(part);
        if (done) break;
        const piece = /** @type {Uint8Array<ArrayBuffer>} */ (value.subarray(Math.min(skip, value.length)));
        skip -= value.length - piece.length;
        if (piece.length > 0) keep(piece);
      }
    } finally {
      part.stop();
    }
    if (total !== null && here < total) throw new TypeError('the answer ends early');
  }

  let before = 0;
  line
    .persist(download, () => before < (before = here))
    .catch(() => {
      lost = here;
    })
    .finally(() => {
      ended = true;
      total = lost === null ? here : total;
      tell();
    });

  return {
    name: nameOf(url),
    origin: line.origin,
    get total() {
      return total;
    },
    get here() {
      return here;
    },
    get ended() {
      return ended;
    },
    seekable: false,
    get lost() {
      return lost;
    },
    async read(from, count) {
      const all = from + count > stored.size ? new Blob([stored, ...pieces]) : stored;
      try {
        return new Uint8Array(await all.slice(from, from + count).arrayBuffer());
      } catch {
        throw new PlainError('downloadUnreadable');
      }
    },
    more: () => (ended ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    destroy() {
      stopping.abort();
      stored = new Blob([]);
      pieces = [];
      waiting = [];
    },
  };
}
