import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import puppeteer from 'puppeteer-core';
import { startFileServer } from '../browser/file-server.js';

// The system's Firefox on a screen of its own, and the built page. BF_FIREFOX and BF_SITE_DIR name others.

const firefox = process.env.BF_FIREFOX ?? '/usr/bin/firefox-esr';
const site = process.env.BF_SITE_DIR ?? fileURLToPath(new URL('../../build/site/play', import.meta.url));

/** The screen, which the page fills; small, since everything on it is drawn without a GPU. */
export const SCREEN = { width: 960, height: 600 };

const PATIENCE_MS = 60_000; // other work may take the machine

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const TYPES = /** @type {Record<string, string>} */ ({
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
});

/** Xvfb, on a display that is free. */
async function startScreen() {
  const { width, height } = SCREEN;
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const end = () => server.kill();
  process.once('exit', end);
  /** @type {string} */
  const number = await new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`Xvfb does not start: ${error.message}`)));
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code} before it had a screen`)));
    setTimeout(() => reject(new Error('Xvfb has no screen after a minute')), PATIENCE_MS).unref();
    /** @type {import('node:stream').Readable} */ (server.stdio[3]).once('data', (line) =>
      resolve(String(line).trim()),
    );
  });
  return {
    display: `:${number}`,
    async stop() {
      process.off('exit', end);
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
    },
  };
}

/** The site's files, at / with the headers of isolation and at /plain/ without them. */
function siteFiles() {
  if (!existsSync(join(site, 'index.html'))) throw new Error(`${site} has no page: build it first`);
  /** @type {Record<string, import('../browser/file-server.js').Manner>} */
  const files = {};
  for (const name of ['index.html', ...readdirSync(join(site, 'assets')).map((asset) => `assets/${asset}`)]) {
    const path = name === 'index.html' ? '' : name;
    const file = { body: readFileSync(join(site, name)), type: TYPES[extname(name)] };
    files[`/${path}`] = { ...file, headers: ISOLATION };
    files[`/plain/${path}`] = file;
  }
  return files;
}

/**
 * @typedef {object} Watched a page of which everything is noted that it should not do
 * @property {import('puppeteer-core').Page} page
 * @property {string[]} faults
 * @property {() => Promise<void>} close
 */

export async function startFirefox() {
  if (!existsSync(firefox)) throw new Error(`${firefox} is missing: install firefox-esr, or name one in BF_FIREFOX`);
  const screen = await startScreen();
  const downloads = mkdtempSync(join(tmpdir(), 'boidforge-firefox-'));
  const server = await startFileServer(siteFiles());
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox,
    headless: false, // without a screen it has no WebGL 2
    defaultViewport: null,
    timeout: PATIENCE_MS,
    args: ['--kiosk', `--width=${SCREEN.width}`, `--height=${SCREEN.height}`],
    env: { ...process.env, DISPLAY: screen.display, LIBGL_ALWAYS_SOFTWARE: '1' },
    extraPrefsFirefox: { 'browser.download.folderList': 2, 'browser.download.dir': downloads },
  });

  /**
   * Like the page of `fixtures.js`: it may write no error or warning, throw nothing, break no rule of its policy and
   * ask only its own origin, but for those named.
   * @param {string[]} origins
   * @returns {Promise<Watched>}
   */
  async function watchedPage(origins) {
    const context = await browser.createBrowserContext(); // what one page keeps on the device, no other finds
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    /** @type {string[]} */
    const faults = [];
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`uncaught: ${error instanceof Error ? error.message : error}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && ![server.origin, ...origins].includes(url.origin)) {
        faults.push(`request: ${url}`);
      }
    });
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`);
    });
    await page.evaluateOnNewDocument(() => {
      addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    return { page, faults, close: () => context.close() };
  }

  return {
    origin: server.origin,
    downloads,
    watchedPage,

    /** What a person would see. Screenshots that the browser makes lack what workers draw. */
    async picture() {
      const size = `${SCREEN.width}x${SCREEN.height}`;
      const grab = ['-f', 'x11grab', '-draw_mouse', '0', '-video_size', size, '-i', screen.display, '-frames:v', '1'];
      const options = { encoding: /** @type {const} */ ('buffer'), maxBuffer: 1 << 26 };
      const { stdout } = await promisify(execFile)(
        'ffmpeg',
        ['-v', 'error', ...grab, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
        options,
      );
      return { ...SCREEN, data: stdout };
    },

    async stop() {
      await browser.close();
      await server.stop();
      await screen.stop();
      rmSync(downloads, { recursive: true });
    },
  };
}
