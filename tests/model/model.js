// The flock model once more, written from docs/model.md alone and sharing nothing with the program; the headings here
// are the page's. Plain and slow on purpose.
import { joinState, startState } from './start.js';

const defaults = {
  agents: 500,
  seed: 0,
  dt: 0.05,
  world_width: 1920,
  world_height: 1080,
  boundary: 'wrap',
  metric: 'auto',
  r_sep: 12,
  r_ali: 30,
  r_coh: 30,
  w_sep: 1.5,
  w_ali: 1,
  w_coh: 1,
  min_speed: 40,
  max_speed: 180,
  max_force: 220,
  pointer_x: 0,
  pointer_y: 0,
  pointer_radius: 0,
  pointer_strength: 500,
  numerics: 'cell',
};

// ---- Arithmetic ----

const f32 = Math.fround;
const add = (a, b) => f32(a + b);
const sub = (a, b) => f32(a - b);
const mul = (a, b) => f32(a * b);
const div = (a, b) => f32(a / b);
const root = (a) => f32(Math.sqrt(a));
const square = (x, y) => add(mul(x, x), mul(y, y));

// ---- Parameters ----

const isTorus = (p) => p.metric === 'torus' || (p.metric === 'auto' && p.numerics === 'cell' && p.boundary === 'wrap');
const largestRadius = (p) => Math.max(p.r_sep, p.r_ali, p.r_coh);

/** Whether the page refuses these parameters, each of which is in its own range. */
export function isRefused(params) {
  const p = { ...defaults, ...params };
  const side = Math.min(p.world_width, p.world_height);
  if (p.numerics === 'classic' && p.pointer_radius > 0) return true;
  if (p.metric === 'torus' && (p.boundary !== 'wrap' || p.numerics === 'classic')) return true;
  if (isTorus(p) && side < 3 * largestRadius(p) * (1 + 2 ** -10)) return true;
  return p.numerics === 'cell' && p.max_speed * p.dt >= side;
}

/**
 * The parameters with the world's sides, where a scene gives a density.
 * @param {object} params without world_width or world_height where these are not set
 */
export function sizeWorld(params, density, aspect = 16 / 9) {
  const p = { ...defaults, ...params };
  const seam = isTorus(p) ? Math.ceil(3 * largestRadius(p) * (1 + 2 ** -10)) : 1;
  const least = Math.max(Math.floor(p.max_speed * p.dt) + 1, seam);
  const height =
    params.world_height ??
    (params.world_width === undefined
      ? Math.sqrt(Math.max(p.agents, 1) / density / aspect)
      : params.world_width / aspect);
  return {
    world_width: Math.max(Math.floor(height * aspect + 0.5), least),
    world_height: Math.max(Math.floor(height + 0.5), least),
    ...params,
  };
}

// ---- One step, `cell` ----

function shapeGrid(p) {
  const along = (side) =>
    largestRadius(p) === 0 ? 4096 : Math.min(Math.max(Math.floor(side / (largestRadius(p) * (1 + 2 ** -10))), 1), 4096);
  let cols = along(p.world_width);
  let rows = along(p.world_height);
  while (cols * rows > 4 * Math.max(p.agents, 16)) {
    if (cols >= rows) cols = Math.floor(cols / 2);
    else rows = Math.floor(rows / 2);
  }
  return { cols, rows };
}

/** The cell `at`, which may lie outside a row of `cells`: its number and how far its agents are shifted, or null. */
function acrossSeam(at, cells, side, torus) {
  if (at >= 0 && at < cells) return { cell: at, shift: 0 };
  if (!torus) return null;
  return at < 0 ? { cell: cells - 1, shift: -f32(side) } : { cell: 0, shift: f32(side) };
}

/** @returns {(i: number) => {j: number, x: number, y: number}[]} candidates of an agent, seen where they are seen */
function cellCandidates(p, state) {
  const { cols, rows } = shapeGrid(p);
  const along = (at, inv, cells) => Math.min(Math.max(Math.trunc(mul(at, inv)), 0), cells - 1);
  const columns = state.px.map((x) => along(x, f32(cols / p.world_width), cols));
  const lines = state.py.map((y) => along(y, f32(rows / p.world_height), rows));
  const cells = new Map();
  for (let j = 0; j < p.agents; j++) {
    const key = lines[j] * cols + columns[j];
    cells.set(key, [...(cells.get(key) ?? []), j]);
  }
  return (i) => {
    const found = [];
    for (const dr of [-1, 0, 1]) {
      for (const dc of [-1, 0, 1]) {
        const row = acrossSeam(lines[i] + dr, rows, p.world_height, isTorus(p));
        const col = acrossSeam(columns[i] + dc, cols, p.world_width, isTorus(p));
        for (const j of (row && col && cells.get(row.cell * cols + col.cell)) ?? []) {
          found.push({ j, x: add(state.px[j], col.shift), y: add(state.py[j], row.shift) });
        }
      }
    }
    return found;
  };
}

const sumInOrder = (terms) => terms.reduce(add, 0);

// ---- One step, `classic` ----

function allCandidates(p, state) {
  const all = state.px.map((x, j) => ({ j, x, y: state.py[j] }));
  return (i) => all.filter(({ j }) => j !== i);
}

function sumInPairs(terms) {
  const n = terms.length;
  if (n < 8) return sumInOrder(terms);
  if (n > 128) {
    const half = Math.floor(n / 2);
    const h = half - (half % 8);
    return add(sumInPairs(terms.slice(0, h)), sumInPairs(terms.slice(h)));
  }
  const r = terms.slice(0, 8);
  const whole = n - (n % 8);
  for (let k = 8; k < whole; k++) r[k % 8] = add(r[k % 8], terms[k]);
  const blocks = add(add(add(r[0], r[1]), add(r[2], r[3])), add(add(r[4], r[5]), add(r[6], r[7])));
  return terms.slice(whole).reduce(add, blocks);
}

// ---- Both ----

/** The rules' parts of an agent's acceleration, one component, before max_force. */
function accelerate(p, state, i, near, axis) {
  const isCell = p.numerics === 'cell';
  const sum = isCell ? sumInOrder : sumInPairs;
  const places = state[`p${axis}`];
  const speeds = state[`v${axis}`];
  const floor = isCell ? f32(p.r_sep * p.r_sep * 2 ** -20) : 2 ** -127;
  const within = (r) => near.filter(({ d2 }) => d2 < f32(r * r) && (!isCell || d2 > 0));
  const separated = within(p.r_sep).filter(({ d2 }) => d2 > 0);
  const aligned = within(p.r_ali);
  const drawn = within(p.r_coh);
  let a = 0;
  if (separated.length > 0) {
    const terms = separated.map((c) => mul(-c[`d${axis}`], div(1, Math.max(c.d2, floor))));
    a = add(a, mul(f32(p.w_sep), sum(terms)));
  }
  if (aligned.length > 0) {
    const mean = div(sum(aligned.map(({ j }) => speeds[j])), f32(aligned.length));
    a = add(a, mul(f32(p.w_ali), sub(mean, speeds[i])));
  }
  if (drawn.length > 0) {
    const mean = div(sum(drawn.map((c) => (isCell ? c[`d${axis}`] : c[axis]))), f32(drawn.length));
    a = add(a, mul(f32(p.w_coh), isCell ? mean : sub(mean, places[i])));
  }
  return a;
}

/** From an agent to the pointer along one axis. */
function towardsPointer(p, at, from, side) {
  if (!isTorus(p)) return sub(f32(at), from);
  const d = sub(f32(at - Math.floor(at / side) * side), from);
  const half = f32(side) / 2;
  if (d > half) return sub(d, f32(side));
  return d < -half ? add(d, f32(side)) : d;
}

/** @returns {[number, number]} the acceleration with the pointer's pull */
function pullToPointer(p, state, i, ax, ay) {
  const dx = towardsPointer(p, p.pointer_x, state.px[i], p.world_width);
  const dy = towardsPointer(p, p.pointer_y, state.py[i], p.world_height);
  const L = root(square(dx, dy));
  if (!(L > 0 && L < f32(p.pointer_radius))) return [ax, ay];
  const pull = mul(f32(p.pointer_strength), sub(1, div(L, f32(p.pointer_radius))));
  return [add(ax, mul(div(dx, L), pull)), add(ay, mul(div(dy, L), pull))];
}

/** @returns {[number, number]} position and velocity inside the world again */
function bound(p, at, v, side) {
  const E = f32(side);
  if (p.boundary === 'reflect') {
    const turned = (x) => (p.numerics === 'cell' ? 0 - x : -x);
    if (at < 0) [at, v] = [turned(at), turned(v)];
    if (at > E) [at, v] = [sub(2 * E, at), turned(v)];
    return [at, v];
  }
  if (p.numerics === 'classic') {
    const rest = at % E;
    return [rest < 0 ? add(rest, E) : rest + 0, v];
  }
  if (at >= E) at = sub(at, E);
  else if (at < 0) at = add(at, E);
  return [at >= E || at < 0 ? 0 : at, v];
}

const scaled = (x, y, k) => [mul(x, k), mul(y, k)];

function moveAgent(p, state, i, candidates) {
  const near = candidates.map(({ j, x, y }) => {
    const dx = sub(x, state.px[i]);
    const dy = sub(y, state.py[i]);
    return { j, x, y, dx, dy, d2: square(dx, dy) };
  });
  let ax = accelerate(p, state, i, near, 'x');
  let ay = accelerate(p, state, i, near, 'y');
  const a2 = square(ax, ay);
  if (a2 > f32(p.max_force * p.max_force)) [ax, ay] = scaled(ax, ay, div(f32(p.max_force), root(a2)));
  if (p.pointer_radius > 0) [ax, ay] = pullToPointer(p, state, i, ax, ay);
  const dt = f32(p.dt);
  let vx = add(state.vx[i], mul(ax, dt));
  let vy = add(state.vy[i], mul(ay, dt));
  const s = root(square(vx, vy));
  if (s > f32(p.max_speed)) [vx, vy] = scaled(vx, vy, div(f32(p.max_speed), s));
  else if (s > 0 && s < f32(p.min_speed)) [vx, vy] = scaled(vx, vy, div(f32(p.min_speed), s));
  const [px, boundVx] = bound(p, add(state.px[i], mul(vx, dt)), vx, p.world_width);
  const [py, boundVy] = bound(p, add(state.py[i], mul(vy, dt)), vy, p.world_height);
  return { px, py, vx: boundVx, vy: boundVy };
}

// ---- Events ----

/** @returns {[object, object]} parameters and state after the events of a step */
function change(params, state, events, step) {
  const due = events.filter((event) => event.step === step);
  const p = { ...params, ...Object.fromEntries(due.map(({ name, value }) => [name, value])) };
  const joined = Array.from({ length: Math.max(p.agents - params.agents, 0) }, (_, k) =>
    joinState(p, params.agents + k),
  );
  const resized = (name) => [...state[name].slice(0, p.agents), ...joined.map((agent) => agent[name])];
  return [p, { px: resized('px'), py: resized('py'), vx: resized('vx'), vy: resized('vy') }];
}

/**
 * The frames of a flock, each as the bytes of its px, py, vx, vy.
 * @param {object} params those that differ from the defaults
 * @param {number} steps
 * @param {{step: number, name: string, value: number}[]} [events]
 * @returns {Buffer[]}
 */
export function computeFrames(params, steps, events = []) {
  let p = { ...defaults, ...params };
  let state = startState(p);
  return Array.from({ length: steps }, (_, step) => {
    [p, state] = change(p, state, events, step);
    const candidatesOf = (p.numerics === 'cell' ? cellCandidates : allCandidates)(p, state);
    const moved = state.px.map((_, i) => moveAgent(p, state, i, candidatesOf(i)));
    const field = (name) => moved.map((agent) => agent[name]);
    state = { px: field('px'), py: field('py'), vx: field('vx'), vy: field('vy') };
    return Buffer.from(Float32Array.from([...state.px, ...state.py, ...state.vx, ...state.vy]).buffer);
  });
}
