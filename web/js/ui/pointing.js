import { PlainError } from '../errors.js';
import { h } from './dom.js';
import { createGestures } from './gestures.js';

const SETTLED_PULL = 3; // from here on the ring is as strong as it gets

/**
 * The person's pointer on the flock: attracting and scaring with a ring that shows it, and the camera's moves.
 * @param {object} parts
 * @param {HTMLCanvasElement} parts.canvas
 * @param {import('../store.js').Store} parts.store
 * @param {import('../actions.js').Actions} parts.actions
 * @param {(error: unknown) => void} parts.tell
 * @param {() => void} parts.onTap
 */
export function createPointing({ canvas, store, actions, tell, onTap }) {
  const ring = h('div', { class: 'pointer-ring', 'aria-hidden': 'true', hidden: true });

  // ---- The camera: one call at a time, with all that came meanwhile ----

  /** @type {import('../player/camera.js').CameraMove[]} */
  let moves = [];
  let moving = false;

  /** @param {import('../player/camera.js').CameraMove} move */
  async function moveCamera(move) {
    moves.push(move);
    if (moving) return;
    moving = true;
    try {
      while (moves.length > 0) {
        const all = moves;
        moves = [];
        await actions.moveCamera(all);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    } catch (error) {
      tell(error);
    } finally {
      moving = false;
    }
  }

  // ---- Attracting and scaring ----

  /** @param {PointerEvent} event @returns {import('./gestures.js').Purpose} */
  function purposeOf({ button, altKey, shiftKey }) {
    const { recording, pointer, world } = store.get();
    const mode = pointer.pointer_mode;
    if (recording || mode === 'off' || button === 1 || altKey) return 'pan';
    if (world?.numerics === 'classic') {
      tell(new PlainError('pointerClassic'));
      return 'refused';
    }
    const other = shiftKey || button === 2;
    return (mode === 'scare') !== other ? 'scare' : 'attract';
  }

  /** @param {import('../player/camera.js').Point | null} at @param {'attract' | 'scare'} purpose */
  function drag(at, purpose) {
    ring.hidden = at === null;
    if (!at) {
      actions.drag(null).catch(tell);
      return;
    }
    const { pointer_reach, pointer_pull } = store.get().pointer;
    const reach = Number(pointer_reach) / 100;
    const pull = Number(pointer_pull);
    const { left, top, width, height } = canvas.getBoundingClientRect();
    ring.classList.toggle('scares', purpose === 'scare');
    ring.style.setProperty('--x', `${left + at.x * width}px`);
    ring.style.setProperty('--y', `${top + at.y * height}px`);
    ring.style.setProperty('--reach', `${reach * Math.min(width, height)}px`);
    ring.style.setProperty('--pull', String(Math.min(1, Math.sqrt(pull / SETTLED_PULL))));
    actions.drag({ at, reach, pull: purpose === 'scare' ? -pull : pull }).catch(tell);
  }

  const gestures = createGestures({
    canvas,
    purposeOf,
    onDrag: drag,
    onCamera: moveCamera,
    onTap,
    onDoubleTap: () => actions.resetCamera().catch(tell),
  });

  return {
    element: ring,
    destroy() {
      gestures.destroy();
      ring.remove();
    },
  };
}
