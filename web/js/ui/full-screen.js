import { t } from '../strings.js';
import { iconButton, setIcon } from './icon-button.js';

/**
 * The button that fills the screen with the page; hidden where the browser cannot.
 * @param {(promise: Promise<unknown>) => void} watch tells failures
 */
export function createFullScreen(watch) {
  const toggle = () => {
    if (!document.fullscreenEnabled) return;
    watch(document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  };
  const element = iconButton('fullScreen', t('fullScreen'), toggle, 'full-screen-button');
  element.hidden = !document.fullscreenEnabled;

  const changed = () => {
    if (document.fullscreenElement) setIcon(element, 'leaveFullScreen', t('leaveFullScreen'));
    else setIcon(element, 'fullScreen', t('fullScreen'));
  };
  document.addEventListener('fullscreenchange', changed);
  return {
    element,
    toggle,
    destroy: () => document.removeEventListener('fullscreenchange', changed),
  };
}
