import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
};

/**
 * A static server as simple as they come.
 * @param {string} folder
 * @param {object} [options]
 * @param {Record<string, string>} [options.headers] of every answer
 * @param {Record<string, string>} [options.types] other than the usual, by the file name's end
 * @param {string[]} [options.asked] takes the names of the files that were asked for
 */
export async function serve(folder, { headers = {}, types = {}, asked = [] } = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(String(request.url), 'http://x').pathname));
    asked.push(path.split('/').pop() ?? '');
    try {
      const body = readFileSync(join(folder, path.endsWith('/') ? `${path}index.html` : path));
      const end = extname(path) || '.html';
      const type = types[end] ?? TYPES[end] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, ...headers }).end(body);
    } catch {
      response.writeHead(404, headers).end('no such file');
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
