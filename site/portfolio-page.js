import { THINNED } from './recording.js';
import { document, flock } from './shell.js';

// An example, as somebody's own page could be: nothing of the site's dress, only the package.

const WORKS = [
  {
    picture: 'roost',
    words: ['Roost', '12 October - 3 March', 'The wetland at dusk'],
    title: 'Roost',
    about: 'Posters for a bird observatory, one for each week of the starlings’ winter.',
    year: '2026',
  },
  {
    picture: 'survey',
    words: ['A survey of air', 'Sheet 4 of 9', 'Wind over the karst'],
    title: 'A survey of air',
    about: 'Nine sheets of wind for the weather office’s centenary, drawn to be read from across a room.',
    year: '2025',
  },
  {
    picture: 'harbour',
    words: ['Below the harbour', 'Museum of the sea', 'Open till ten on Fridays'],
    title: 'Below the harbour',
    about: 'Identity and a wall of screens for a museum that is half under water.',
    year: '2025',
  },
  {
    picture: 'furnace',
    words: ['Furnace songs', 'Record sleeve', 'Side A, 33 rpm'],
    title: 'Furnace songs',
    about: 'A sleeve and eleven short films for a choir of steelworkers.',
    year: '2024',
  },
];

/** @param {typeof WORKS[number]} work */
const work = ({ picture, words: [name, line, foot], title, about, year }) => `
          <li>
            <figure>
              <div class="poster ${picture}">
                <img src="../pictures/portfolio-${picture}.webp" width="900" height="1125" loading="lazy" decoding="async"
                  alt="Poster: ${title}" />
                <p aria-hidden="true"><b>${name}</b><span>${line}</span><span>${foot}</span></p>
              </div>
              <figcaption><h3>${title}</h3> <time datetime="${year}">${year}</time><p>${about}</p></figcaption>
            </figure>
          </li>`;

export const portfolioPage = () =>
  document({
    title: 'Ilse Marchetti - drawings that move together',
    description: 'An example portfolio: a flock behind a name, and a recording in an article.',
    root: '../',
    style: 'portfolio',
    scheme: 'light',
    isLive: true,
    body: `    <header class="name">
      ${flock({
        attributes: 'scene="murmuration" agents="1500" look="ink" background="transparent" autoplay',
        alt: 'A flock drawn in blue ink',
        picture: '../pictures/portfolio-name',
        size: [1600, 900],
        sizes: '100vw',
        isSmallToo: false,
        isFirst: true,
      })}
      <nav aria-label="Page"><a href="#work">Work</a><a href="#note">Notes</a><a href="#contact">Contact</a></nav>
      <div>
        <h1>Ilse Marchetti</h1>
        <p>Drawings, posters and moving pictures, about things that move together.</p>
      </div>
    </header>
    <main>
      <section id="work" aria-labelledby="work-name">
        <h2 id="work-name">Selected work</h2>
        <ul class="works">${WORKS.map(work).join('')}
        </ul>
      </section>

      <article id="note" aria-labelledby="note-name">
        <header>
          <p class="kicker">Field note, November</p>
          <h2 id="note-name">How a flock gathers</h2>
        </header>
        <p class="first">For a year I tried to draw the moment before a flock is a flock. Every evening it was over by the
        time I had found a pencil. Birds come in from all sides, each on its own errand, and then there is a crowd with an
        edge and an inside, and nobody gave a sign.</p>
        <p>What helped was to stop looking at the crowd. I picked one bird in twelve and let the rest go. The picture below
        is that: ${THINNED.agents} of five thousand. They start anywhere. Watch the pairs, then the threads; pull the time back and
        watch one pair only.</p>
        <figure class="recording">
          ${flock({
            attributes: 'src="../recordings/gathering.bfs" look="ink" background="transparent" controls loop autoplay',
            alt: 'Four hundred strokes of ink, scattered at first, find one another and draw out into threads',
            picture: '../pictures/portfolio-gathering',
            size: [1280, 720],
            sizes: '(min-width: 64rem) 60rem, 100vw',
            isSmallToo: false,
          })}
          <figcaption>Twenty seconds, one bird in twelve. The bar goes back and forth in time.</figcaption>
        </figure>
        <p>There are three rules and none of them says <em>flock</em>: do not crowd, fly as your neighbours fly, do not be
        left behind. The threads come first because two that agree are easier to agree with than one. I have drawn it
        since with a brush that holds very little ink, so that I have to leave out most of it.</p>
      </article>

      <section id="contact" aria-labelledby="contact-name">
        <h2 id="contact-name">Write to me</h2>
        <p class="large"><a href="mailto:ilse@example.org">ilse@example.org</a></p>
        <p>The studio is above the rope maker’s in the old harbour, Trieste. Fridays are for visitors.</p>
      </section>
    </main>
    <footer>
      <p>Ilse Marchetti is made up: this page is an example of <a href="../">BoidForge</a> in a portfolio. The flock behind the
      name is one element, <code>&lt;boid-forge&gt;</code>; <a href="../docs/embedding.html">how it is done</a>.</p>
    </footer>`,
  });
