import { createServer } from 'node:http';

/**
 * @typedef {object} Manner how a file is served
 * @property {Pick<Buffer, 'length' | 'subarray'>} body a file too large for memory reads what is asked of it
 * @property {boolean} [ranges] answers ranges
 * @property {boolean} [cors] lets other origins read it
 * @property {number} [status]
 * @property {string} [type]
 * @property {Record<string, string>} [headers] more of them
 * @property {string} [to] redirects there
 * @property {number} [bytesPerSecond]
 * @property {number} [cutAfter] bytes of an answer, as often as `cuts` says
 * @property {number} [cuts]
 * @property {boolean} [chunked] does not say how long it is
 * @property {() => string} [version]
 */

const PIECE_MS = 20;

/**
 * @param {import('node:http').ServerResponse} response
 * @param {Buffer} part
 * @returns {Promise<void>} it is on its way, or nobody reads it: a connection that is cut loses what still waits here
 */
const send = (response, part) =>
  new Promise((resolve) => {
    response.write(part, () => resolve());
  });

/**
 * A server of files that can do what servers do, and what they should not.
 * @param {Record<string, Manner>} files by path
 */
export async function startFileServer(files) {
  /** @type {{path: string, range: string | null, sent: number}[]} */
  const requests = [];

  const server = createServer(async (request, response) => {
    const path = new URL(String(request.url), 'http://x').pathname;
    const file = files[path];
    const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const note = { path, range: request.headers.range ?? null, sent: 0 };
    requests.push(note);
    if (!file) return response.writeHead(404).end();
    if (file.cors !== false) response.setHeader('Access-Control-Allow-Origin', '*');
    if (file.cors !== false) response.setHeader('Access-Control-Expose-Headers', 'Content-Range, ETag');
    response.setHeader('Content-Type', file.type ?? 'application/octet-stream');
    for (const [name, value] of Object.entries(file.headers ?? {})) response.setHeader(name, value);
    if (file.version) response.setHeader('ETag', `"${file.version()}"`);
    if (file.to) return response.writeHead(302, { Location: file.to }).end();
    if (file.status) return response.writeHead(file.status).end('no');

    const { body } = file;
    let from = 0;
    let to = body.length;
    if (file.ranges && asked) {
      from = Number(asked[1]);
      if (asked[2] !== '') to = Math.min(to, Number(asked[2]) + 1);
      if (from >= body.length) return response.writeHead(416).end();
      response.setHeader('Content-Range', `bytes ${from}-${to - 1}/${body.length}`);
      response.statusCode = 206;
    }
    if (!file.chunked) response.setHeader('Content-Length', to - from);
    const cut = file.cutAfter !== undefined && (file.cuts ?? 0) > 0 && to - from > file.cutAfter;
    if (cut) file.cuts = Number(file.cuts) - 1;
    const end = cut ? from + Number(file.cutAfter) : to;
    const piece = file.bytesPerSecond ? Math.ceil((file.bytesPerSecond * PIECE_MS) / 1000) : 2 ** 16;
    for (let at = from; at < end && !response.destroyed; at += piece) {
      const part = body.subarray(at, Math.min(end, at + piece));
      note.sent += part.length;
      await send(response, part);
      if (file.bytesPerSecond) await new Promise((resolve) => setTimeout(resolve, PIECE_MS));
    }
    if (cut) response.destroy();
    else response.end();
  });

  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    /** @param {string} path */
    sent: (path) => requests.filter((one) => one.path === path).reduce((sum, { sent }) => sum + sent, 0),
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}
