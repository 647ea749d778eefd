import { HASHED } from './recording.js';
import { commands, escape, flock, sitePage } from './shell.js';

const precise = new Intl.NumberFormat('en', { minimumSignificantDigits: 2, maximumSignificantDigits: 2 });

const FIRST = 'murmuration';

const EMBEDDED = `<script type="module"
  src="boidforge/define.js"></script>

<boid-forge scene="murmuration" autoplay
  alt="A flock of starlings"></boid-forge>`;

const DESKTOP = `./forge run
build/boidforge-cli simulate \\
  --scene murmuration --steps 600 \\
  -o flock.bfs
build/boidforge-cli export flock.bfs \\
  --scene murmuration --size 4k \\
  -o flock.mp4`;

/** @param {string} value @param {string} unit @param {string} what */
const figure = (value, unit, what) => `
          <div>
            <dt>${escape(what)}</dt>
            <dd><strong>${value}</strong> ${unit}</dd>
          </div>`;

/** @param {import('./figures.js').Figures} figures */
const figuresSection = ({ machine, date, formed, million, levels, other }) => `
      <section class="figures" aria-labelledby="figures">
        <h2 id="figures">Measured</h2>
        <dl>${[
          figure(precise.format(formed.wasm), 'ms', 'A step of 5,000 agents in WebAssembly, flocks formed'),
          figure(precise.format(formed.native), 'ms', 'The same step in the program'),
          figure(precise.format(million), 'ms', 'A step of a million agents in the program'),
          figure(
            `${precise.format(other.times)} ×`,
            '',
            `As fast as ${other.name} from npm: 2,000 agents, both under node`,
          ),
        ].join('')}
        </dl>
        <p class="soft">Medians on ${escape(machine)}, ${escape(date)}. With 2,000 agents the fastest level is
        ${precise.format(levels)} times as fast as the plain loop, and gives the same bytes. The
        <a href="docs/architecture.html#benchmark">benchmark</a> is part of the project: <code>./forge bench</code>.</p>
      </section>`;

/** @param {ReturnType<typeof import('../gallery/draw.js').readScenes>} scenes */
const scenesSection = (scenes) => `
      <section aria-labelledby="scenes">
        <h2 id="scenes">Scenes</h2>
        <ul class="cards">${scenes
          .map(
            ({ name, title }) => `
          <li><a href="gallery/#${name}"><img src="pictures/${name}-640.webp" alt="" width="640" height="360"
            loading="lazy" decoding="async" /><span>${escape(title)}</span></a></li>`,
          )
          .join('')}
        </ul>
      </section>`;

/**
 * @param {ReturnType<typeof import('../gallery/draw.js').readScenes>} scenes
 * @param {import('./figures.js').Figures} figures
 * @param {string} hash
 */
export const landingPage = (scenes, figures, hash) =>
  sitePage({
    title: 'BoidForge - a living flock, the same for everyone',
    description:
      'BoidForge computes a flock of thousands exactly and draws it beautifully: in the browser, in a page of your own, ' +
      'or as a film in 4K.',
    root: './',
    isLive: true,
    main: `      <section class="hero">
        ${flock({
          attributes: `scene="${FIRST}" autoplay interactive`,
          alt: 'Thousands of glowing birds gather, stretch into ribbons and part again',
          picture: `pictures/${FIRST}`,
          sizes: '100vw',
          isFirst: true,
        })}
        <div class="words">
          <h1>A living flock, the same for everyone</h1>
          <p>BoidForge computes thousands of birds, fish or sparks and draws them as light. The same scene and seed give
          the same flock on every machine, to the last bit.</p>
          <p class="ways"><a class="button strong" href="play/">Play in the browser</a>
          <a class="button" href="docs/cli.html">Make films on the desktop</a></p>
        </div>
      </section>

      <section class="what" aria-label="What it is">
        <div>
          <h2>Three rules</h2>
          <p>Keep a distance, fly as your neighbours do, stay with them. Nobody leads and nothing is animated by hand; what
          you see comes of every agent looking around, twenty times a simulated second.
          <a href="docs/model.html">The model</a> is written down to the bit.</p>
        </div>
        <div>
          <h2>Computed once, drawn apart</h2>
          <p>One core computes and another draws, and only frames pass between them. So a flock can be kept as a
          <a href="docs/format.html">recording</a>, looked at again, and drawn at any size and rate, from a phone to a
          picture of 65,536 pixels.</p>
        </div>
        <div>
          <h2>The same sixteen digits</h2>
          <p>Every frame has a hash. Frame ${HASHED.step} of ${HASHED.scene}, seed 1, is <code>${hash}</code>: in this browser,
          in the program, with one thread or many. <a href="docs/reproducibility.html">How that is promised and tested</a>.</p>
        </div>
      </section>

      <section class="ways-in" aria-labelledby="ways-in">
        <h2 id="ways-in">Three ways in</h2>
        <div>
          <h3>In the browser</h3>
          <p>The page opens on a flock. Drag it, change its rules while it flies, go back in time, save pictures and films,
          or share it as a <a href="docs/link.html">link</a>: whoever opens it sees the same frames.</p>
          <p><a class="button" href="play/">Open the page</a></p>
        </div>
        <div>
          <h3>On the desktop</h3>
          <p><a href="docs/cli.html">boidforge-cli</a> computes, checks and draws without a screen or a GPU. From the
          sources, on Debian:</p>
          ${commands(DESKTOP)}
        </div>
        <div>
          <h3>In a page of your own</h3>
          <p>The element <code>&lt;boid-forge&gt;</code> sleeps while nobody looks, shows a picture where it cannot fly, and
          lets visitors scroll. See an <a href="portfolio/">example</a>, or <a href="docs/embedding.html">read how</a>.</p>
          ${commands(EMBEDDED)}
        </div>
      </section>
${scenesSection(scenes)}
${figuresSection(figures)}`,
  });
