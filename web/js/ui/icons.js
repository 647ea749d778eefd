// The icons, drawn on a 24 unit grid with round strokes.

const SVG = 'http://www.w3.org/2000/svg';

/** @type {Record<string, string[]>} stroked paths by name */
const STROKES = {
  restart: ['M4.5 12a7.5 7.5 0 1 0 2.4-5.5', 'M4.3 3.8v4.1h4.1'],
  open: [
    'M3.5 18.5v-12a1.5 1.5 0 0 1 1.5-1.5h4l2 2.5h7.5a1.5 1.5 0 0 1 1.5 1.5v9.5a1.5 1.5 0 0 1-1.5 1.5h-13.5a1.5 1.5 0 0 1-1.5-1.5z',
  ],
  takeAway: ['M12 4v10.5', 'M7.8 10.5l4.2 4.2 4.2-4.2', 'M5 19.5h14'],
  sliders: ['M4 7h9', 'M17 7h3', 'M4 17h3', 'M11 17h9', 'M15 4.8v4.4', 'M9 14.8v4.4'],
  help: ['M9.2 9.3a2.8 2.8 0 1 1 4.3 2.4c-.9.6-1.5 1.1-1.5 2.2', 'M12 17.2v.1'],
  hide: ['M3 12c2.2-4 5.3-6 9-6s6.8 2 9 6c-2.2 4-5.3 6-9 6s-6.8-2-9-6z', 'M4.5 4.5l15 15'],
  attract: [
    'M12 10.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 0 1 0-2.8z',
    'M12 2.8v4.4M9.8 5.2l2.2 2.2 2.2-2.2',
    'M12 21.2v-4.4M9.8 18.8l2.2-2.2 2.2 2.2',
    'M2.8 12h4.4M5.2 9.8l2.2 2.2-2.2 2.2',
    'M21.2 12h-4.4M18.8 9.8l-2.2 2.2 2.2 2.2',
  ],
  scare: [
    'M12 10.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 0 1 0-2.8z',
    'M12 7.4v-4.6M9.8 5l2.2-2.2 2.2 2.2',
    'M12 16.6v4.6M9.8 19l2.2 2.2 2.2-2.2',
    'M7.4 12h-4.6M5 9.8l-2.2 2.2 2.2 2.2',
    'M16.6 12h4.6M19 9.8l2.2 2.2-2.2 2.2',
  ],
  pan: [
    'M8 12.5v-6a1.4 1.4 0 0 1 2.8 0v4.5',
    'M10.8 10.5v-5.6a1.4 1.4 0 0 1 2.8 0v5.6',
    'M13.6 10.5v-4.5a1.4 1.4 0 0 1 2.8 0v7',
    'M16.4 9.5a1.3 1.3 0 0 1 2.6 0v5a6.5 6.5 0 0 1-6.5 6.5c-3 0-4.3-1.3-5.8-3.8l-2-3.5c-.8-1.5 1.2-2.6 2.2-1.3l1.1 1.6',
  ],
  undo: ['M9 14.5L4.5 10 9 5.5', 'M4.8 10h9.4a5 5 0 0 1 0 10h-3.2'],
  redo: ['M15 14.5l4.5-4.5L15 5.5', 'M19.2 10H9.8a5 5 0 0 0 0 10H13'],
  reset: ['M5 12a7 7 0 1 1 2.2 5.1', 'M4.6 8v4.2h4.2', 'M12 11.9v.2'],
  share: ['M12 14.5v-10', 'M8 8l4-4 4 4', 'M6.5 11h-1v9h13v-9h-1'],
  chart: ['M4 4v14.5a1.5 1.5 0 0 0 1.5 1.5h14.5', 'M7.5 14.5l3.6-4.2 3 2.5 4.9-6.3'],
  search: ['M10.8 4.5a6.3 6.3 0 1 1 0 12.6a6.3 6.3 0 0 1 0-12.6z', 'M15.5 15.5l4.3 4.3'],
  info: ['M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16z', 'M12 11.3v4.6', 'M12 8v.1'],
  chevron: ['M9.5 6.5l5.5 5.5-5.5 5.5'],
  close: ['M6 6l12 12', 'M18 6L6 18'],
  fullScreen: [
    'M4 9v-3.5a1.5 1.5 0 0 1 1.5-1.5h3.5',
    'M15 4h3.5a1.5 1.5 0 0 1 1.5 1.5v3.5',
    'M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5h-3.5',
    'M9 20h-3.5a1.5 1.5 0 0 1-1.5-1.5v-3.5',
  ],
  leaveFullScreen: ['M9 4v5h-5', 'M15 4v5h5', 'M20 15h-5v5', 'M4 15h5v5'],
  dice: [
    'M6 3.5h12a2.5 2.5 0 0 1 2.5 2.5v12a2.5 2.5 0 0 1-2.5 2.5h-12a2.5 2.5 0 0 1-2.5-2.5v-12a2.5 2.5 0 0 1 2.5-2.5z',
    'M8.5 8.5v.01',
    'M15.5 8.5v.01',
    'M12 12v.01',
    'M8.5 15.5v.01',
    'M15.5 15.5v.01',
  ],
};

/** @type {Record<string, string>} filled paths by name */
const FILLS = {
  play: 'M8 5.2v13.6c0 .8.9 1.3 1.6.8l9.8-6.8c.6-.4.6-1.2 0-1.6L9.6 4.4C8.9 3.9 8 4.4 8 5.2z',
  pause: 'M7 5h3.2v14H7z M13.8 5H17v14h-3.2z',
  stepForward:
    'M5.5 6.2v11.6c0 .7.8 1.1 1.4.7l8.1-5.8c.5-.3.5-1 0-1.4L6.9 5.5c-.6-.4-1.4 0-1.4.7z M16.3 5.5h2.4v13h-2.4z',
  stepBack: 'M18.5 6.2v11.6c0 .7-.8 1.1-1.4.7L9 12.7c-.5-.3-.5-1 0-1.4l8.1-5.8c.6-.4 1.4 0 1.4.7z M5.3 5.5h2.4v13H5.3z',
  flock: 'M12.5 3l8 3.6-6.2 6.2-1.1-3.4z M4 9.5l6.6 3-5.1 5.1-.9-2.8z M13.6 15.1l5.4 2.4-4.2 4.2-.7-2.3z',
};

/**
 * @param {string} name
 * @returns {SVGSVGElement} hidden from screen readers: what holds it has the label
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', FILLS[name] ? 'icon icon-filled' : 'icon');
  for (const outline of FILLS[name] ? [FILLS[name]] : STROKES[name]) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', outline);
    svg.append(path);
  }
  return svg;
}
