// Builds the site around the page, from site/, docs/, scenes/ and what was built before:
//   node site/build.js
// BF_SITE_ROOT names another folder to write to, BF_PACKAGE_DIR another built package, BF_CLI another program. The
// folder's play/ is the page and is left alone.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readScenes } from '../gallery/draw.js';
import { documentPages } from './documents.js';
import { readFigures } from './figures.js';
import { galleryPage } from './gallery-page.js';
import { landingPage } from './landing-page.js';
import { portfolioPage } from './portfolio-page.js';
import { firstHash, makeRecording } from './recording.js';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

const out = process.env.BF_SITE_ROOT ?? here('../build/site');
const packaged = join(process.env.BF_PACKAGE_DIR ?? here('../build/package'), 'dist');

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
}

/** @param {string[]} names of style sheets, one after another */
const joinStyles = (names) => names.map((name) => readFileSync(here(name), 'utf8')).join('\n');

if (!existsSync(join(packaged, 'define.js'))) {
  throw new Error(`site: ${packaged} has no define.js; ./forge build makes the package before the site`);
}

mkdirSync(out, { recursive: true });
for (const name of readdirSync(out)) {
  if (name !== 'play') rmSync(join(out, name), { recursive: true });
}
cpSync(packaged, join(out, 'boidforge'), { recursive: true });
cpSync(here('pictures'), join(out, 'pictures'), { recursive: true });
cpSync(here('../docs/images'), join(out, 'docs/images'), { recursive: true });
cpSync(here('../web/icon.svg'), join(out, 'icon.svg'));
write('css/site.css', joinStyles(['../web/css/tokens.css', 'css/site.css', 'css/landing.css', 'css/reading.css']));
write('css/portfolio.css', joinStyles(['css/portfolio.css']));
makeRecording(join(out, 'recordings/gathering.bfs'));

const scenes = readScenes();
write('index.html', landingPage(scenes, readFigures(), firstHash()));
write('gallery/index.html', galleryPage(scenes));
write('portfolio/index.html', portfolioPage());
for (const { path, html } of documentPages()) write(path, html);
