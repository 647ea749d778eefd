// Where the camera is, and what it sees. Places in the picture are shares of its width and height, from the top left;
// lengths in it are shares of its shorter side. The world's y goes up.

/**
 * @typedef {import('../types.js').Camera} Camera
 * @typedef {import('../types.js').Stage} Stage
 * @typedef {{width: number, height: number}} Size of the picture; only their ratio counts
 * @typedef {{x: number, y: number}} Point
 *
 * @typedef {object} CameraMove
 * @property {Point} [pan] shares of the picture's width and height; the world goes along
 * @property {number} [zoom] factor
 * @property {Point} [about] what is there stays there while zooming; the middle by default
 * @property {boolean} [resets] to where it begins, and nothing else
 * @property {boolean} [more] another follows at once
 */

const MOST_ZOOM = 60;

/** Of a camera that follows: nearer than the whole world, whose edges would come into view. */
export const FOLLOW_ZOOM = 1.5;

/** @param {Stage} stage @param {Size} size @returns {{contain: number, cover: number}} pixels a world unit */
function fits(stage, { width, height }) {
  const across = width / stage.world_width;
  const down = height / stage.world_height;
  return { contain: Math.min(across, down), cover: Math.max(across, down) };
}

/**
 * @param {Camera} camera
 * @param {Stage} stage
 * @param {Size} size
 * @returns {number} pixels a world unit
 */
const scaleOf = (camera, stage, size) => fits(stage, size)[camera.fit] * camera.zoom;

/**
 * @param {Point} at in the picture
 * @param {Camera} camera
 * @param {Stage} stage
 * @param {Size} size
 * @returns {Point} from the picture's middle, world units
 */
function fromMiddle(at, camera, stage, size) {
  const scale = scaleOf(camera, stage, size);
  return { x: ((at.x - 0.5) * size.width) / scale, y: ((0.5 - at.y) * size.height) / scale };
}

/** @param {number} value @param {number} extent @returns {number} from 0 to below `extent` */
const wrapped = (value, extent) => {
  const inside = value - Math.floor(value / extent) * extent;
  return inside < extent ? inside : 0;
};

/**
 * The place in the world that is seen at a place in the picture. Of a world that wraps it is the one inside, whichever
 * copy of it is seen.
 * @param {Point} at
 * @param {object} scene
 * @param {Camera} scene.camera
 * @param {Stage} scene.stage
 * @param {Size} scene.size
 * @param {Point} scene.middle what is in the picture's middle, world units
 * @returns {Point} world units
 */
export function toWorld(at, { camera, stage, size, middle }) {
  const off = fromMiddle(at, camera, stage, size);
  const x = middle.x + off.x;
  const y = middle.y + off.y;
  return stage.wraps ? { x: wrapped(x, stage.world_width), y: wrapped(y, stage.world_height) } : { x, y };
}

/**
 * @param {number} length in the picture
 * @param {Camera} camera
 * @param {Stage} stage
 * @param {Size} size
 * @returns {number} world units
 */
export const toWorldLength = (length, camera, stage, size) =>
  (length * Math.min(size.width, size.height)) / scaleOf(camera, stage, size);

/** @param {number} center @param {number} world @param {number} seen @returns {number} so that no edge comes further in than it must */
const within = (center, world, seen) => {
  const room = Math.max(0, (world - seen) / 2);
  return Math.min(room, Math.max(-room, center)) || 0; // no -0
};

/**
 * The camera after a move, nearer than the whole world in view and never beyond the world's edge.
 * @param {Camera} from
 * @param {CameraMove} move
 * @param {Stage} stage
 * @param {Size} size
 * @returns {Camera}
 */
export function movedCamera(from, { pan = { x: 0, y: 0 }, zoom = 1, about = { x: 0.5, y: 0.5 } }, stage, size) {
  const fitted = fits(stage, size);
  const least = fitted.contain / fitted[from.fit];
  const nearer = { ...from, zoom: Math.min(MOST_ZOOM, Math.max(least, from.zoom * zoom)) };
  const old = fromMiddle(about, from, stage, size);
  const now = fromMiddle(about, nearer, stage, size);
  const scale = scaleOf(nearer, stage, size);
  const centerX = from.centerX + old.x - now.x - (pan.x * size.width) / scale;
  const centerY = from.centerY + old.y - now.y + (pan.y * size.height) / scale;
  return {
    ...nearer,
    centerX: within(centerX, stage.world_width, size.width / scale),
    centerY: within(centerY, stage.world_height, size.height / scale),
  };
}
