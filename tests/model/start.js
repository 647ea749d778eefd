// The start state of docs/model.md, written from that page alone.

/** @param {number[]} words four */
function spreadWords(words) {
  let c = 0x43b0d7e5;
  let m = 0x931e8875;
  const hash = (v) => {
    v ^= c;
    c = Math.imul(c, m);
    v = Math.imul(v, c);
    return v ^ (v >>> 16);
  };
  const mix = (x, y) => {
    const r = (Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y)) | 0;
    return r ^ (r >>> 16);
  };
  const pool = words.map(hash);
  for (let s = 0; s < 4; s++) {
    for (let t = 0; t < 4; t++) {
      if (t !== s) pool[t] = mix(pool[t], hash(pool[s]));
    }
  }
  c = 0x8b51f9dd;
  m = 0x58f38ded;
  const w = Array.from({ length: 8 }, (_, i) => BigInt(hash(pool[i % 4]) >>> 0));
  return [0, 1, 2, 3].map((k) => (w[2 * k + 1] << 32n) + w[2 * k]);
}

/** @returns {(lo: number, hi: number) => number} */
function makeUniform(seed, second = 0) {
  const wide = (x) => BigInt.asUintN(128, x);
  const v = spreadWords([seed, second, 0, 0]);
  const multiplier = (2549297995355413924n << 64n) + 4865540595714422341n;
  const increment = wide(2n * ((v[2] << 64n) + v[3]) + 1n);
  const next = (state) => wide(state * multiplier + increment);
  let state = next(next(0n) + (v[0] << 64n) + v[1]);
  return (lo, hi) => {
    state = next(state);
    const folded = (state >> 64n) ^ BigInt.asUintN(64, state);
    const turn = state >> 122n;
    const draw = BigInt.asUintN(64, (folded >> turn) | (folded << (64n - turn)));
    return lo + (hi - lo) * (Number(draw >> 11n) * 2 ** -53);
  };
}

/** 1/n!, then -1/(n-2)!, 1/(n-4)! and so on to the one of `last`, as a polynomial in z. */
function series(n, last, z) {
  const factorial = (k) => (k < 2 ? 1 : k * factorial(k - 1));
  let sum = 1 / factorial(n);
  for (let k = n - 2, sign = -1; k >= last; k -= 2, sign = -sign) sum = sum * z + sign / factorial(k);
  return sum;
}

/** @returns {[number, number]} sine and cosine */
export function sinCos(x) {
  const q = Math.floor(x * (0x145f306dc9c883 * 2 ** -53) + 0.5);
  const a = x - q * (0x1921fb544 * 2 ** -32);
  const b = q * (0x10b4611a6 * 2 ** -66);
  const h = a - b;
  const l = a - h - b - q * (0x13198a2e037073 * 2 ** -121);
  const high = h + l;
  const low = h - high + l;
  const z = high * high;
  const scaled = high * 134217729;
  const e = scaled - (scaled - high);
  const t = high - e;
  const lost = e * e - z + 2 * e * t + t * t;
  const s = high + (high * z * series(17, 3, z) + low * (1 - 0.5 * z));
  const d = 1 - 0.5 * z;
  const c = d + (1 - d - 0.5 * z + (z * z * series(16, 4, z) - (high * low + 0.5 * lost)));
  return [
    [s, c],
    [c, -s],
    [-s, -c],
    [-c, s],
  ][q % 4];
}

const placed = (p, x, side) => (p.numerics === 'cell' && Math.fround(x) === Math.fround(side) ? 0 : Math.fround(x));

export function startState(p) {
  const uniform = makeUniform(p.seed);
  const run = (lo, hi) => Array.from({ length: p.agents }, () => uniform(lo, hi));
  const place = (side) => run(0, side).map((x) => placed(p, x, side));
  const px = place(p.world_width);
  const py = place(p.world_height);
  const headings = run(0, 6.283185307179586).map(sinCos);
  const speeds = run(p.min_speed, p.max_speed);
  const vx = headings.map(([, cosine], i) => Math.fround(speeds[i] * cosine));
  const vy = headings.map(([sine], i) => Math.fround(speeds[i] * sine));
  return { px, py, vx, vy };
}

/** The start state of an agent that an event adds. */
export function joinState(p, id) {
  const uniform = makeUniform(p.seed, id);
  const px = placed(p, uniform(0, p.world_width), p.world_width);
  const py = placed(p, uniform(0, p.world_height), p.world_height);
  const [sine, cosine] = sinCos(uniform(0, 6.283185307179586));
  const speed = uniform(p.min_speed, p.max_speed);
  return { px, py, vx: Math.fround(speed * cosine), vy: Math.fround(speed * sine) };
}
