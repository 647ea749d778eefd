import { createLiveSource } from '../../web/js/player/live-source.js';
import { createPlayer } from '../../web/js/player/player.js';
import { FASTEST, SLOWEST, SPEEDS, neighbourSpeed } from '../../web/js/player/speeds.js';
import { test } from 'node:test';
import { expect } from '@playwright/test';

// The player alone, with a simulation, a renderer and a clock that the test drives: no browser.

const AGENTS = 30_000; // too many to be warmed up, so a flock begins at frame 0
const DT = 0.05;
const FRAME_BYTES = 8 + 16 * AGENTS;

/** Lets every promise that can settle do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/**
 * A simulation whose frames hold their number and come when the test lets them.
 * @param {number} frameBytes
 * @param {number} [stepMs]
 */
function createFakeSim(frameBytes, stepMs = 1) {
  /** @type {(() => void)[]} */
  const waiting = [];
  const sim = {
    asked: 0,
    buffers: 0, // ever made
    frameBytes,
    /** @param {number} count */
    deliver(count = Infinity) {
      for (let i = 0; i < count && waiting.length > 0; i++) waiting.shift()?.();
    },
    peer: {
      /** @param {string} type @param {any} payload @param {any[]} transfer @returns {Promise<any>} */
      call(type, payload, transfer = []) {
        if (type === 'create') {
          const params = { agents: AGENTS, dt: DT, boundary: 'wrap', world_width: 1, world_height: 1 };
          return Promise.resolve(params);
        }
        const number = sim.asked++;
        const moved = structuredClone(payload, { transfer }); // as between workers, the sender's buffer is gone
        const fits = moved.spare?.byteLength === sim.frameBytes;
        if (!fits) sim.buffers += 1;
        const buffer = fits ? moved.spare : new ArrayBuffer(sim.frameBytes);
        new Uint32Array(buffer)[0] = number;
        return new Promise((resolve) => waiting.push(() => resolve({ buffer, stepMs, solver: null })));
      },
      emit() {},
      destroy() {},
    },
  };
  return sim;
}

/** @param {Uint8Array} record */
const numberOf = (record) => new Uint32Array(record.buffer)[0];

/**
 * A live flock on a display whose pictures the test calls for.
 * @param {object} [options]
 * @param {number} [options.stepMs]
 * @param {number} [options.ringFrames]
 */
async function createFlight({ stepMs, ringFrames = 100 } = {}) {
  const sim = createFakeSim(FRAME_BYTES, stepMs);
  /** @type {number[]} frames that the renderer was given, in order */
  const pushed = [];
  let moved = 0;
  /** @type {any} */
  let status = null;
  /** @type {any} */
  const view = new Proxy(
    {
      description: () => 'none',
      hash: (/** @type {Uint8Array} */ record) => String(numberOf(record)),
      warmupFrames: () => 5,
      push: (/** @type {Uint8Array} */ record) => pushed.push(numberOf(record)),
      advance: (/** @type {number} */ from, /** @type {number} */ to) => (moved += to - from),
    },
    { get: (known, name) => /** @type {any} */ (known)[name] ?? (() => {}) },
  );
  /** @type {((now_ms: number) => void)[]} */
  let callbacks = [];
  globalThis.requestAnimationFrame = (callback) => callbacks.push(callback);

  const player = createPlayer({
    canvas: /** @type {any} */ ({ width: 100, height: 100 }),
    view,
    sim: sim.peer,
    ringBytes: ringFrames * FRAME_BYTES,
    onStatus: (told) => (status = told),
    onProgress: () => {},
    onNotice: (code) => {
      throw new Error(code);
    },
  });

  /**
   * Wait for a job, while the simulation answers.
   * @param {Promise<unknown>} job
   */
  async function done(job) {
    let running = true;
    const finished = job.finally(() => (running = false));
    finished.catch(() => {});
    while (running) {
      sim.deliver();
      await settled();
    }
    return finished;
  }

  await done(player.openLive({ entries: [], look: {} }));
  moved = 0;
  return {
    sim,
    player,
    pushed,
    done,
    /** One picture of the display. @param {number} now_ms @param {number} [frames] the simulation delivers before it */
    async picture(now_ms, frames) {
      sim.deliver(frames);
      await settled();
      const due = callbacks;
      callbacks = [];
      for (const callback of due) callback(now_ms);
      await settled();
    },
    moved: () => moved,
    status: () => status,
  };
}

test('the flock moves as far at 30, 60, 144 and 360 pictures a second, at every speed', async () => {
  for (const speed of [SLOWEST, 1, FASTEST]) {
    for (const rate of [30, 60, 144, 360]) {
      const flight = await createFlight();
      await flight.player.setSpeed(speed);
      let from = 0;
      for (let i = 0; i <= 5 * rate; i++) {
        await flight.picture((i * 1000) / rate);
        if (i === rate) from = flight.moved(); // by now enough frames have been asked for
      }
      expect(flight.moved() - from, `${speed} times at ${rate} Hz`).toBeCloseTo((4 * speed) / DT, 3);
      flight.player.destroy();
    }
  }
});

test('after a hidden tab or a stall the flock goes on from where it was', async () => {
  const flight = await createFlight();
  let now = 0;
  const fly = async (/** @type {number} */ pictures) => {
    for (let i = 0; i < pictures; i++) await flight.picture((now += 1000 / 60));
  };
  await fly(61);
  const before = flight.moved();
  await flight.picture((now += 3_600_000)); // an hour
  expect(flight.moved() - before).toBeLessThanOrEqual(2.001);
  const after = flight.moved();
  await fly(60);
  expect(flight.moved() - after).toBeCloseTo(20, 3); // and nothing is caught up with
  expect(flight.sim.asked).toBeLessThan(flight.moved() + 10);
});

test('a simulation too slow for the clock is followed evenly, and named', async () => {
  const flight = await createFlight({ stepMs: 200 }); // five frames a second instead of twenty
  let still = 0;
  let longest = 0;
  for (let i = 0; i <= 600; i++) {
    const before = flight.moved();
    await flight.picture((i * 1000) / 60, i % 12 === 0 ? 1 : 0);
    const by = flight.moved() - before;
    if (i > 120) still += by < 0.01 ? 1 : 0;
    if (i > 120) longest = Math.max(longest, by);
  }
  expect(flight.moved()).toBeGreaterThan(45);
  expect(still).toBeLessThan(480 * 0.1);
  expect(longest).toBeLessThan(0.25); // rushing would be 0.33 a picture
  await new Promise((resolve) => setTimeout(resolve, 120)); // status is told ten times a second of real time
  await flight.picture(10_016, 0);
  expect(flight.status()).toMatchObject({ limit: 'simulation' });
  expect(flight.status().pace).toBeGreaterThan(0.2);
  expect(flight.status().pace).toBeLessThan(0.3);
});

test('nothing is computed while the flock is paused, wherever in the ring it stands', async () => {
  const flight = await createFlight({ ringFrames: 20 });
  for (let i = 0; i <= 300; i++) await flight.picture((i * 1000) / 60);
  await flight.picture(5100, 0); // the frames asked for last are still on their way
  await flight.done(flight.player.pause());
  const { first, frame } = flight.status();
  expect(first).toBeGreaterThan(70);
  const { asked } = flight.sim;
  await flight.done(flight.player.seek(first, 'exact'));
  for (let i = 0; i < 60; i++) await flight.picture(6000 + i * 16);
  expect(flight.sim.asked).toBe(asked);
  expect(flight.status()).toMatchObject({ first, frame: first, frameHash: String(first), behind: frame - first });
  await flight.done(flight.player.step(1));
  await flight.done(flight.player.step(-1));
  expect(flight.status()).toMatchObject({ frame: first, frameHash: String(first) });
  await expect(flight.done(flight.player.step(-1))).rejects.toMatchObject({ code: 'noStepBack' });
});

test('from anywhere in the ring playing runs on into new frames, one after another', async () => {
  const flight = await createFlight({ ringFrames: 30 });
  for (let i = 0; i <= 300; i++) await flight.picture((i * 1000) / 60);
  const newest = flight.status().frames - 1;
  await flight.done(flight.player.seek(newest - 15, 'settle'));
  expect(flight.status().playing).toBe(true);
  expect(flight.status().behind).toBeGreaterThanOrEqual(15);
  const from = flight.pushed.length;
  for (let i = 0; i <= 120; i++) await flight.picture(10_000 + (i * 1000) / 60);
  const seen = flight.pushed.slice(from);
  expect(seen.length).toBeGreaterThan(35);
  for (let i = 1; i < seen.length; i++) expect(seen[i]).toBe(seen[i - 1] + 1);
  await flight.done(flight.player.pause());
  expect(flight.status()).toMatchObject({ behind: 0 });
  expect(flight.status().frames).toBeGreaterThan(newest + 20);
});

test('the picture of a frame is painted from the same frames, however it is reached', async () => {
  const flight = await createFlight();
  for (let i = 0; i <= 300; i++) await flight.picture((i * 1000) / 60);
  await flight.done(flight.player.pause());
  const paintedBy = async (/** @type {Promise<unknown>} */ job) => {
    const from = flight.pushed.length;
    await flight.done(job);
    return flight.pushed.slice(from);
  };
  const trails = [45, 46, 47, 48, 49, 50]; // as many as fade in view
  expect(await paintedBy(flight.player.seek(50, 'exact'))).toEqual(trails);
  await flight.done(flight.player.seek(51, 'exact'));
  expect(await paintedBy(flight.player.step(-1))).toEqual(trails);
  await flight.done(flight.player.seek(90, 'scrub'));
  expect(await paintedBy(flight.player.seek(50, 'settle'))).toEqual(trails);
  await flight.done(flight.player.seek(70, 'exact'));
  expect(await paintedBy(flight.player.jump(-1))).toEqual(trails);
});

test('steps that come faster than pictures are all taken', async () => {
  const flight = await createFlight();
  for (let i = 0; i <= 300; i++) await flight.picture((i * 1000) / 60);
  await flight.done(flight.player.seek(50, 'exact'));
  await flight.done(Promise.all([-1, -1, -1, -1, 1, -1].map((by) => flight.player.step(by))));
  expect(flight.status()).toMatchObject({ frame: 46, frameHash: '46', playing: false });
  await flight.done(Promise.all([1, 1, 1].map((by) => flight.player.step(by))));
  expect(flight.status()).toMatchObject({ frame: 49, frameHash: '49' });
});

test('nothing moves while the bar is being dragged', async () => {
  const flight = await createFlight();
  for (let i = 0; i <= 300; i++) await flight.picture((i * 1000) / 60);
  await flight.done(flight.player.seek(30, 'scrub'));
  for (let i = 0; i < 60; i++) await flight.picture(9000 + i * 16);
  expect(flight.status()).toMatchObject({ frame: 30, playing: true });
  await flight.done(flight.player.seek(30, 'settle'));
  for (let i = 0; i < 60; i++) await flight.picture(20_000 + i * 16);
  await flight.done(flight.player.pause());
  expect(flight.status().frame).toBeGreaterThan(40);
});

test('the ring is as large as its bytes allow, and frames in use stay', async () => {
  for (const capacity of [1, 3, 4, 10, 100]) {
    const sim = createFakeSim(1000);
    const source = createLiveSource(sim.peer, { dt: DT, frameBytes: 1000, ringBytes: capacity * 1000 });
    const held = Math.max(3, capacity); // less is of no use
    let random = 1;
    let at = 0;
    let most = 0;
    const lost = new Set(); // frames in use that went, or came as others
    for (let i = 0; i < 3000; i++) {
      random = (random * 1103515245 + 12345) % 2147483648;
      const kind = random % 10;
      if (kind < 7) at += source.take(at + 1) ? 1 : 0;
      else if (kind === 7) at = source.first + (random % Math.max(1, source.count - source.first));
      else sim.deliver(kind - 7);
      await Promise.resolve();
      source.take(at);
      for (const index of [at, at - 1]) {
        if (index < source.first || index >= source.count) continue;
        if (numberOf(await source.read(index)) !== index) lost.add(index);
      }
      if (at < source.first) lost.add(at);
      most = Math.max(most, sim.asked - source.first);
    }
    expect([...lost]).toEqual([]);
    expect(most).toBe(held);
    expect(sim.buffers).toBeLessThanOrEqual(held);
    expect(source.count).toBeGreaterThan(capacity < 4 ? 100 : 500);
    source.destroy();
  }
});

test('frames that grow push out more of the old ones', async () => {
  const sim = createFakeSim(1000);
  const source = createLiveSource(sim.peer, { dt: DT, frameBytes: 1000, ringBytes: 100_000 });
  let at = 0;
  const fly = async (/** @type {number} */ to) => {
    while (at < to) {
      if (source.take(at)) at += 1;
      sim.deliver();
      await settled();
    }
  };
  await fly(300);
  expect(source.count - source.first).toBe(100);
  sim.frameBytes = 20_000;
  await fly(400);
  expect(source.count - source.first).toBe(5);
  sim.frameBytes = 1000;
  await fly(700);
  expect(source.count - source.first).toBe(100);
});

test('speeds go up and down through the presets, from any speed', () => {
  expect(neighbourSpeed(1, 1)).toBe(2);
  expect(neighbourSpeed(1, -1)).toBe(0.5);
  expect(neighbourSpeed(0.3, 1)).toBe(0.5);
  expect(neighbourSpeed(0.3, -1)).toBe(0.25);
  expect(neighbourSpeed(SPEEDS[0], -1)).toBe(0.05);
  expect(neighbourSpeed(8, 1)).toBe(8);
});
