import { filmLine } from './film-line.js';
import { commands, escape, flock, sitePage } from './shell.js';

const counted = new Intl.NumberFormat('en');

/** @param {ReturnType<typeof import('../gallery/draw.js').readScenes>[number]} scene @param {number} index */
const sceneSection = ({ name, title, description, params }, index) => `
      <article class="scene" id="${name}">
        ${flock({
          attributes: `scene="${name}" autoplay interactive`,
          alt: `${title}: ${description}`,
          picture: `../pictures/${name}`,
          sizes: '(min-width: 70rem) 62vw, 100vw',
          isFirst: index === 0,
        })}
        <div class="about">
          <h2>${escape(title)}</h2>
          <p>${escape(description)}</p>
          <p class="soft">${counted.format(params.agents)} agents, seed ${params.seed}. Drag across them.</p>
          <p><a class="button" href="../play/#1;${name}">Open ${escape(title)}</a></p>
          <p class="soft">As a film in 4K:</p>
          ${commands(filmLine(name))}
        </div>
      </article>`;

/** @param {ReturnType<typeof import('../gallery/draw.js').readScenes>} scenes */
export const galleryPage = (scenes) =>
  sitePage({
    title: 'Gallery - BoidForge',
    description: 'Every scene of BoidForge, alive while you look at it.',
    root: '../',
    here: 'gallery/',
    isLive: true,
    main: `      <header class="lead">
        <h1>Gallery</h1>
        <p>Each of these flocks is computed in your browser while you look at it, and rests when you do not. Open one to
        change every rule of it; its address is then a <a href="../docs/link.html">link</a> that gives anybody the same
        flock.</p>
      </header>${scenes.map(sceneSection).join('')}`,
  });
