// Mouse, pen and fingers on the picture, as what they mean: a drag of one pointer, a move of the camera, taps. Whatever
// ends a touch ends what it does: a pointer that is lost leaves nothing behind.

/**
 * @typedef {import('../player/camera.js').Point} Point
 * @typedef {import('../player/camera.js').CameraMove} CameraMove
 * @typedef {{x: number, y: number}} Finger in CSS pixels of the window
 *
 * What a press is for: `pan` moves the camera, `refused` nothing.
 * @typedef {'attract' | 'scare' | 'pan' | 'refused'} Purpose
 *
 * @typedef {object} GestureParts
 * @property {HTMLElement} canvas
 * @property {(event: PointerEvent) => Purpose} purposeOf a press of one pointer, asked once it is more than a tap
 * @property {(at: Point | null, purpose: 'attract' | 'scare') => void} onDrag shares of the canvas; null: let go
 * @property {(move: CameraMove) => void} onCamera
 * @property {() => void} onTap
 * @property {() => void} onDoubleTap
 */

const SLOP_PX = 5; // a hand trembles
const HOLD_MS = 140; // longer than a tap
const DOUBLE_MS = 350;
const DOUBLE_PX = 30;
const WHEEL_STEP = 0.0016; // of a pixel of scrolling, in powers of e
const PINCH_STEP = 0.01; // the same of a trackpad's pinch, which comes as a wheel with Ctrl
const LINE_PX = 16;
const MOST_WHEEL_PX = 240; // at once
const WHEEL_ENDS_MS = 160;

/** @param {GestureParts} parts */
export function createGestures({ canvas, purposeOf, onDrag, onCamera, onTap, onDoubleTap }) {
  /** @type {Map<number, Finger>} */
  const fingers = new Map();
  /** @type {{event: PointerEvent, purpose: Purpose | null, timer: ReturnType<typeof setTimeout>} | null} */
  let press = null;
  let spent = false; // after two fingers, the one that stays does nothing
  /** @type {{at: number, x: number, y: number} | null} */
  let lastTap = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let wheelEnds;

  /** @param {{x: number, y: number}} place @returns {Point} */
  function shareOf({ x, y }) {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return { x: (x - left) / width, y: (y - top) / height };
  }

  /** @param {number} x @param {number} y pixels @returns {Point} */
  const shareBy = (x, y) => ({ x: x / canvas.clientWidth, y: y / canvas.clientHeight });

  /** @returns {{middle: Point, apart: number}} of the first two fingers */
  function pinch() {
    const [one, other] = [...fingers.values()];
    return {
      middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
      apart: Math.max(1, Math.hypot(other.x - one.x, other.y - one.y)),
    };
  }

  /** The press turns out to be no tap. */
  function begin() {
    if (!press || press.purpose) return;
    clearTimeout(press.timer);
    press.purpose = purposeOf(press.event);
    if (press.purpose === 'pan') canvas.classList.add('is-panned');
    dragTo(press.event.pointerId);
  }

  /** @param {number} id */
  function dragTo(id) {
    const finger = fingers.get(id);
    const purpose = press?.purpose;
    if (finger && (purpose === 'attract' || purpose === 'scare')) onDrag(shareOf(finger), purpose);
  }

  /** Ends what one pointer does. */
  function endPress() {
    if (!press) return;
    clearTimeout(press.timer);
    const { purpose } = press;
    press = null;
    canvas.classList.remove('is-panned');
    if (purpose === 'pan') onCamera({});
    else if (purpose === 'attract' || purpose === 'scare') onDrag(null, purpose);
  }

  /** Ends everything. */
  function endAll() {
    const pinched = fingers.size > 1;
    fingers.clear();
    spent = false;
    endPress();
    if (pinched) onCamera({});
  }

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button > 2) return;
    if (fingers.size > 0 && event.pointerType === 'mouse') return; // another button of the same mouse
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    canvas.setPointerCapture(event.pointerId);
    if (fingers.size > 1) {
      endPress();
      spent = true;
      lastTap = null;
      return;
    }
    press = { event, purpose: null, timer: setTimeout(begin, HOLD_MS) };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    if (event.pointerType === 'mouse' && event.buttons === 0) return endAll(); // let go where nobody told us
    const before = fingers.size > 1 ? pinch() : null;
    const byX = event.clientX - finger.x;
    const byY = event.clientY - finger.y;
    if (press && !press.purpose) {
      const { clientX, clientY } = press.event;
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < SLOP_PX) return;
    }
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (before) {
      const now = pinch();
      onCamera({
        zoom: now.apart / before.apart,
        about: shareOf(before.middle),
        pan: shareBy(now.middle.x - before.middle.x, now.middle.y - before.middle.y),
        more: true,
      });
      return;
    }
    begin();
    if (press?.purpose === 'pan') onCamera({ pan: shareBy(byX, byY), more: true });
    else dragTo(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!fingers.has(event.pointerId)) return;
    const pinched = fingers.size > 1;
    fingers.delete(event.pointerId);
    if (pinched && fingers.size < 2) onCamera({});
    if (spent) {
      if (fingers.size === 0) spent = false;
      return;
    }
    const isTap = press !== null && press.purpose === null && event.button === 0;
    endPress();
    if (isTap) tap(event);
  }

  /** @param {PointerEvent} event */
  function tap({ clientX: x, clientY: y, timeStamp: at }) {
    const again = lastTap && at - lastTap.at < DOUBLE_MS && Math.hypot(x - lastTap.x, y - lastTap.y) < DOUBLE_PX;
    lastTap = again ? null : { at, x, y };
    if (again) onDoubleTap();
    else onTap();
  }

  /** @param {PointerEvent} event */
  function lose(event) {
    if (fingers.has(event.pointerId)) endAll();
  }

  /** @param {WheelEvent} event */
  function wheel(event) {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX);
    const bounded = Math.min(MOST_WHEEL_PX, Math.max(-MOST_WHEEL_PX, pixels));
    const zoom = Math.exp(-bounded * (event.ctrlKey ? PINCH_STEP : WHEEL_STEP));
    onCamera({ zoom, about: shareOf({ x: event.clientX, y: event.clientY }), more: true });
    clearTimeout(wheelEnds);
    wheelEnds = setTimeout(() => onCamera({}), WHEEL_ENDS_MS);
  }

  /** @param {Event} event the browser's own menu, scrolling by the middle button, zooming by two fingers */
  const keepToOurselves = (event) => {
    if (!(event instanceof MouseEvent) || event.type === 'contextmenu' || event.button === 1) event.preventDefault();
  };
  const whenHidden = () => {
    if (document.hidden) endAll();
  };

  /** @type {[EventTarget, string, any][]} */
  const listeners = [
    [canvas, 'pointerdown', down],
    [canvas, 'pointermove', move],
    [canvas, 'pointerup', up],
    [canvas, 'pointercancel', lose],
    [canvas, 'lostpointercapture', lose],
    [canvas, 'wheel', wheel],
    [canvas, 'contextmenu', keepToOurselves],
    [canvas, 'mousedown', keepToOurselves],
    [canvas, 'gesturestart', keepToOurselves],
    [globalThis, 'blur', endAll],
    [document, 'visibilitychange', whenHidden],
  ];
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener, { passive: false });

  return {
    destroy() {
      endAll();
      clearTimeout(wheelEnds);
      for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
    },
  };
}
