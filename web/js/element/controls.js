import { icon } from '../ui/icons.js';

// The bar over the element's foot: play, start over, the place in a recording, full screen.

/** @typedef {ReturnType<typeof import('./labels.js').labelsFor>} Labels */

/** @param {number} seconds */
function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** @param {HTMLButtonElement} button @param {string} name @param {string} label */
function dress(button, name, label) {
  if (button.dataset.icon !== name) {
    button.dataset.icon = name;
    button.replaceChildren(icon(name));
  }
  button.setAttribute('aria-label', label);
  button.title = label;
}

/**
 * @param {object} acts
 * @param {() => void} acts.toggle
 * @param {() => void} acts.reset
 * @param {(seconds: number) => void} acts.seek
 * @param {() => void} acts.fullScreen
 */
export function createControls(acts) {
  /** @param {() => void} act */
  function button(act) {
    const made = document.createElement('button');
    made.type = 'button';
    made.addEventListener('click', act);
    return made;
  }
  const element = document.createElement('div');
  const play = button(acts.toggle);
  const reset = button(acts.reset);
  const full = button(acts.fullScreen);
  const slider = document.createElement('input');
  const time = document.createElement('time');
  const space = document.createElement('span');
  space.className = 'space';
  slider.type = 'range';
  slider.min = '0';
  slider.step = 'any';
  slider.addEventListener('input', () => acts.seek(Number(slider.value)));
  element.className = 'controls';
  element.setAttribute('part', 'controls');
  element.hidden = true;
  element.append(play, reset, slider, space, time, full);
  full.hidden = !document.fullscreenEnabled;

  return {
    element,
    /** @param {boolean} wanted */
    show(wanted) {
      element.hidden = !wanted;
    },
    /** @param {{labels: Labels, paused: boolean, currentTime: number, duration: number, full: boolean}} state */
    update({ labels, paused, currentTime, duration, full: isFull }) {
      if (element.hidden) return;
      const isRecording = Number.isFinite(duration);
      dress(play, paused ? 'play' : 'pause', paused ? labels.play : labels.pause);
      dress(reset, 'restart', labels.reset);
      dress(full, isFull ? 'leaveFullScreen' : 'fullScreen', isFull ? labels.leaveFullScreen : labels.fullScreen);
      slider.hidden = !isRecording;
      space.hidden = isRecording;
      slider.setAttribute('aria-label', labels.position);
      slider.max = String(isRecording ? duration : 1);
      if (isRecording) {
        slider.value = String(currentTime);
        slider.setAttribute('aria-valuetext', `${clockText(currentTime)} / ${clockText(duration)}`);
      }
      const text = isRecording ? `${clockText(currentTime)} / ${clockText(duration)}` : clockText(currentTime);
      if (time.textContent !== text) time.textContent = text;
    },
  };
}
