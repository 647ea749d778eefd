// What is inside the element: a poster, the canvas, a still in its place, controls. The style sheet is constructed, so
// that no Content-Security-Policy forbids it.

const STYLE = `
:host {
  display: block;
  position: relative;
  overflow: hidden;
  contain: layout paint;
}
:host([hidden]) { display: none; }
.room { aspect-ratio: 16 / 9; }
.room::before { content: ''; display: block; width: 300px; }
.layer, .layer > canvas, .poster > img, .poster ::slotted(*) {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  object-fit: cover;
  border: 0;
}
.stage, .still { opacity: 0; transition: opacity 0.5s; }
.stage > canvas { display: block; }
[data-shows='flock'] > .stage, [data-shows='still'] > .still { opacity: 1; }
[data-shows='still'] > .stage { transition: none; }
[data-shows='flock'] > .poster, [data-shows='still'] > .poster {
  visibility: hidden;
  transition: visibility 0s 0.5s;
}
.poster[hidden], .still[hidden] { display: none; }
:host([interactive]) .stage { cursor: crosshair; }
.controls {
  position: absolute;
  inset: auto 0 0 0;
  display: flex;
  align-items: center;
  gap: 0.25rem;
  padding: 0.35rem 0.5rem;
  font: 500 0.85rem/1.2 system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
  color: #f4f7fb;
  background: linear-gradient(transparent, rgb(3 6 12 / 0.72));
}
.controls[hidden] { display: none; }
button {
  flex: none;
  display: grid;
  place-items: center;
  width: 2.75rem;
  height: 2.75rem;
  padding: 0;
  border: 0;
  border-radius: 0.6rem;
  color: inherit;
  background: none;
  cursor: pointer;
}
button:hover { background: rgb(255 255 255 / 0.14); }
button:focus-visible, input:focus-visible { outline: 2px solid #7fe3d0; outline-offset: -2px; }
svg { width: 1.4rem; height: 1.4rem; fill: none; stroke: currentColor; stroke-width: 1.9; stroke-linecap: round;
  stroke-linejoin: round; }
svg.icon-filled { fill: currentColor; stroke: none; }
input { flex: 1; min-width: 3rem; height: 2.75rem; margin: 0; accent-color: #7fe3d0; cursor: pointer; }
.space { flex: 1; }
time { padding: 0 0.5rem; text-shadow: 0 0 4px rgb(0 0 0 / 0.8); }
[hidden] { display: none; }
@media (prefers-reduced-motion: reduce) {
  .stage, .still { transition: none; }
}
`;

/** A style sheet can be shared within a document alone. @type {WeakMap<Document, CSSStyleSheet>} */
const sheets = new WeakMap();

/** @param {Document} document @returns {CSSStyleSheet[]} */
function sheetsFor(document) {
  const view = document.defaultView;
  if (!view) return []; // nobody sees it
  const sheet = sheets.get(document) ?? new view.CSSStyleSheet();
  if (!sheets.has(document)) sheet.replaceSync(STYLE);
  sheets.set(document, sheet);
  return [sheet];
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {...Node} children
 */
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

/**
 * What can be seen: the poster before there is a picture and where there can be none; the running flock; its last
 * picture while it has no graphics context.
 * @typedef {'poster' | 'flock' | 'still'} Shown
 */

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} controls
 */
export function createShell(host, controls) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const slot = document.createElement('slot');
  const picture = make('img', '');
  picture.alt = '';
  picture.decoding = 'async';
  picture.setAttribute('part', 'poster');
  const poster = make('div', 'layer poster', slot);
  const stage = make('div', 'layer stage');
  const room = make('div', 'room'); // the element's size where a page gives it none
  const still = /** @type {HTMLCanvasElement} */ (make('canvas', 'layer still'));
  for (const layer of [poster, still]) layer.setAttribute('aria-hidden', 'true');
  const layers = make('div', '', poster, stage, still);
  root.adoptedStyleSheets = sheetsFor(host.ownerDocument);
  root.replaceChildren(room, layers, controls);

  return {
    stage,

    /** It has come into another document. */
    adopt() {
      root.adoptedStyleSheets = sheetsFor(host.ownerDocument);
    },

    /** @param {string} text empty: it is decoration */
    name(text) {
      const wanted = text === '' ? {} : { role: 'img', 'aria-label': text };
      for (const name of ['role', 'aria-label']) stage.removeAttribute(name);
      for (const [name, value] of Object.entries(wanted)) stage.setAttribute(name, value);
    },

    /** @param {string | null} address null: children of the element, or nothing */
    setPoster(address) {
      if (address === null) {
        if (picture.isConnected) poster.replaceChildren(slot);
      } else {
        if (picture.getAttribute('src') !== address) picture.src = address;
        if (!picture.isConnected) poster.replaceChildren(picture);
      }
    },

    /** The host's own attribute is for the page, which may as well remove it. @param {Shown} what */
    show(what) {
      layers.dataset.shows = what;
      if (host.dataset.shows !== what) host.dataset.shows = what;
    },

    /** Keep what the canvas shows, for a while without it. @param {HTMLCanvasElement} canvas */
    keepStill(canvas) {
      const scale = Math.min(1, 1280 / Math.max(canvas.clientWidth, 1));
      still.width = Math.max(1, Math.round(canvas.clientWidth * scale));
      still.height = Math.max(1, Math.round(canvas.clientHeight * scale));
      still.getContext('2d')?.drawImage(canvas, 0, 0, still.width, still.height);
    },

    /** The still's memory goes with it. */
    dropStill() {
      still.width = still.height = 1;
    },
  };
}
