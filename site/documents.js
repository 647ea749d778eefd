// The documents in docs/ as pages, in an order to read them in.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { escape, sitePage } from './shell.js';

const folder = fileURLToPath(new URL('../docs', import.meta.url));

/** @type {{group: string, pages: [file: string, about: string][]}[]} */
const CONTENTS = [
  {
    group: 'Use it',
    pages: [
      ['embedding', 'A flock in a page of your own: the element and the package.'],
      ['cli', 'The program without a screen, by example.'],
      ['export', 'Pictures, films and loops, and what they cost.'],
      ['scenes', 'Flocks as files: parameters, looks, events.'],
      ['link', 'A flock in one line of text.'],
      ['console-api', 'The page, driven from the browser’s console.'],
    ],
  },
  {
    group: 'What it is',
    pages: [
      ['model', 'What is computed, exactly enough to write it again.'],
      ['format', 'Recordings, byte by byte.'],
      ['reproducibility', 'What is promised, how it is tested, how to check it yourself.'],
      ['look', 'How frames become pictures.'],
    ],
  },
  {
    group: 'How it is made',
    pages: [
      ['architecture', 'The parts, and what passes between them.'],
      ['decisions', 'What was chosen, and why.'],
    ],
  },
];

/** Anchors as other places that show these documents make them. @param {string} text */
const anchorOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** @param {string} href @returns {string | null} null: it leads into the sources, which are not on the site */
function addressOf(href) {
  if (/^(https?:|#)/.test(href)) return href;
  const document = /^([a-z-]+)\.md(#.*)?$/.exec(href);
  if (document) return `${document[1]}.html${document[2] ?? ''}`;
  return href.startsWith('images/') ? href : null;
}

/** @param {string} html tables scroll by themselves where they are wider than the page; a cell without words heads nothing */
const withWideTables = (html) =>
  html
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<th[^>]*><\/th>/g, '<td></td>')
    .replaceAll('<th>', '<th scope="col">')
    .replaceAll('<th align', '<th scope="col" align');

/** @param {string} markdown */
function render(markdown) {
  /** @type {{anchor: string, text: string}[]} */
  const sections = [];
  let title = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        const anchor = anchorOf(plain);
        if (depth === 1) title ||= plain;
        if (depth === 2) sections.push({ anchor, text: plain });
        return `<h${depth} id="${anchor}">${text}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === null ? text : `<a href="${escape(address)}">${text}</a>`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escape(text)}\n</code></pre>\n`;
      },
    },
  });
  const html = withWideTables(/** @type {string} */ (marked.parse(markdown)));
  return { title, sections, html };
}

/** @param {string | null} here @param {{anchor: string, text: string}[]} sections */
const contents = (here, sections) =>
  CONTENTS.map(
    ({ group, pages }) => `
          <h2>${group}</h2>
          <ul>${pages
            .map(([file]) => {
              const name = titles[file];
              if (file !== here) return `<li><a href="${file}.html">${name}</a></li>`;
              const inside = sections.map(({ anchor, text }) => `<li><a href="#${anchor}">${text}</a></li>`).join('');
              return `<li><a href="${file}.html" aria-current="page">${name}</a>${inside && `<ul>${inside}</ul>`}</li>`;
            })
            .join('')}</ul>`,
  ).join('');

/** @type {Record<string, string>} */
const titles = {};

const indexPage = () =>
  sitePage({
    title: 'Documentation - BoidForge',
    description: 'How to use BoidForge, what it computes, and how it is made.',
    root: '../',
    here: 'docs/',
    main: `      <header class="lead"><h1>Documentation</h1></header>
      <div class="shelves">${CONTENTS.map(
        ({ group, pages }) => `
        <section>
          <h2>${group}</h2>
          <dl>${pages
            .map(([file, about]) => `<dt><a href="${file}.html">${titles[file]}</a></dt><dd>${escape(about)}</dd>`)
            .join('')}</dl>
        </section>`,
      ).join('')}
      </div>`,
  });

/** @returns {{path: string, html: string}[]} */
export function documentPages() {
  const listed = CONTENTS.flatMap(({ pages }) => pages);
  const missing = readdirSync(folder).filter(
    (name) => name.endsWith('.md') && !listed.some(([file]) => `${file}.md` === name),
  );
  if (missing.length > 0) throw new Error(`site: site/documents.js does not list docs/${missing.join(', docs/')}`);

  const rendered = listed.map(([file, about]) => {
    const document = render(readFileSync(`${folder}/${file}.md`, 'utf8'));
    titles[file] = document.title;
    return { file, about, ...document };
  });
  const pages = rendered.map(({ file, about, title, sections, html }) => ({
    path: `docs/${file}.html`,
    html: sitePage({
      title: `${title} - BoidForge`,
      description: about,
      root: '../',
      here: 'docs/',
      main: `      <div class="reading">
        <article>
          <p class="to-contents"><a href="#contents">All documents</a></p>
${html}
        </article>
        <nav id="contents" aria-label="Documents">${contents(file, sections)}
        </nav>
      </div>`,
    }),
  }));
  return [{ path: 'docs/index.html', html: indexPage() }, ...pages];
}
