// What every page of the site has: head, ways through the site, foot.

/** @param {string | number} text */
export const escape = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const NOTHING_ELSE = "object-src 'none'; base-uri 'none'; form-action 'none'";

/** Pages to read run no script at all; the others run the package and nothing else. */
const READING = `default-src 'none'; style-src 'self'; img-src 'self'; ${NOTHING_ELSE}`;
const LIVE =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  `worker-src 'self'; ${NOTHING_ELSE}`;

/**
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.description
 * @param {string} page.root from the page to the site's root: './' or '../'
 * @param {string} page.body
 * @param {string} [page.style] name of its style sheet
 * @param {string} [page.scheme]
 * @param {boolean} [page.isLive] it has flocks
 */
export const document = ({ title, description, root, body, style = 'site', scheme = 'dark light', isLive = false }) =>
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${isLive ? LIVE : READING}" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="${scheme}" />
    <meta name="description" content="${escape(description)}" />
    <title>${escape(title)}</title>
    <link rel="icon" type="image/svg+xml" href="${root}icon.svg" />
    <link rel="stylesheet" href="${root}css/${style}.css" />${
      isLive ? `\n    <script type="module" src="${root}boidforge/define.js"></script>` : ''
    }
  </head>
  <body>
${body}
  </body>
</html>
`;

/** @type {[path: string, name: string][]} */
const WAYS = [
  ['gallery/', 'Gallery'],
  ['docs/', 'Docs'],
  ['portfolio/', 'Example'],
];

/**
 * A page in the site's own dress.
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.description
 * @param {string} page.root
 * @param {string} page.main
 * @param {string} [page.here] path of the way it belongs to
 * @param {boolean} [page.isLive]
 */
export function sitePage({ title, description, root, main, here, isLive }) {
  const ways = WAYS.map(
    ([path, name]) => `<a href="${root}${path}"${path === here ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  const body = `    <a class="skip" href="#main">To the content</a>
    <header class="top">
      <a class="brand" href="${root}"><img src="${root}icon.svg" alt="" width="28" height="28" />BoidForge</a>
      <nav aria-label="Site">${ways.join('')}<a class="way-in" href="${root}play/">Play</a></nav>
    </header>
    <main id="main">
${main}
    </main>
    <footer class="foot">
      <p>BoidForge, under the MIT licence. This site asks nothing of other servers, and works without scripts.</p>
      <nav aria-label="Foot">${ways.join('')}<a href="${root}play/">Play</a></nav>
    </footer>`;
  return document({ title, description, root, body, isLive });
}

/**
 * A flock, and its picture for as long as there is none. Without scripts the picture stays.
 * @param {object} flock
 * @param {string} flock.attributes of the element
 * @param {string} flock.alt
 * @param {string} flock.picture address without its end
 * @param {string} flock.sizes how wide it is shown
 * @param {[number, number]} [flock.size]
 * @param {boolean} [flock.isSmallToo] the picture is there in 640 x 360
 * @param {boolean} [flock.isFirst] it is what a visitor sees first
 */
export function flock({
  attributes,
  alt,
  picture,
  sizes,
  size: [width, height] = [1280, 720],
  isSmallToo = true,
  isFirst,
}) {
  const sources = isSmallToo ? ` srcset="${picture}-640.webp 640w, ${picture}.webp ${width}w" sizes="${sizes}"` : '';
  const order = isFirst ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"';
  return (
    `<boid-forge ${attributes} alt="${escape(alt)}">` +
    `<img src="${picture}.webp"${sources} width="${width}" height="${height}" ${order} alt="${escape(alt)}" />` +
    '</boid-forge>'
  );
}

/** A command to copy. @param {string} text */
export const commands = (text) => `<pre tabindex="0"><code>${escape(text)}</code></pre>`;
