import { packError } from '../errors.js';
import { Reply, createPeer } from '../rpc.js';
import { loadView } from '../wasm/view-module.js';
import { createPlayer } from './player.js';

/**
 * @typedef {object} Parts
 * @property {HTMLCanvasElement | OffscreenCanvas} canvas
 * @property {MessagePort} simPort
 * @property {number} ringBytes
 * @property {boolean} [alpha] whether the canvas can let through what lies behind it
 * @property {WebAssembly.Module} [viewModule] the renderer's, in place of a download
 */

/** @typedef {Record<string, (player: import('./player.js').Player, request: any) => any>} Extras */

/**
 * Serves one player on a channel: in the render worker, or on the page's own thread where workers cannot draw.
 * The channel is the whole interface, so both work alike.
 * @param {import('../rpc.js').Channel} channel
 * @param {Extras} [extras] what else can be asked for
 * @returns {{start: (parts: Parts) => Promise<any>, destroy: () => void}}
 */
export function createPlayerHost(channel, extras = {}) {
  /** @type {import('./player.js').Player | null} */
  let player = null;
  /** @type {import('../rpc.js').Peer | null} */
  let sim = null;

  const running = () => {
    if (!player) throw new Error('the player was asked before it was started');
    return player;
  };

  /** @param {Parts} parts */
  async function start({ canvas, simPort, ringBytes, alpha, viewModule }) {
    const view = await loadView(canvas, { wasm: viewModule, alpha });
    sim = createPeer(simPort);
    player = createPlayer({
      canvas,
      view,
      sim,
      ringBytes,
      onStatus: (status) => peer.emit('status', status),
      onNotice: (code, values) => peer.emit('notice', { code, values }),
      onProgress: (received, total) => peer.emit('progress', { received, total }),
    });
    watchContext(canvas, player);
    const { look, presets } = view.describe();
    const { params, changes } = await sim.call('describe');
    return { look, presets, params, changes };
  }

  /**
   * The browser may take the graphics context away (a driver's restart, a long sleep) and give it back.
   * @param {HTMLCanvasElement | OffscreenCanvas} canvas
   * @param {import('./player.js').Player} shown
   */
  function watchContext(canvas, shown) {
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault(); // or it is never given back
      if (!shown.isParked()) peer.emit('notice', { code: 'contextLost' });
      /** @type {Promise<void>} */
      const restored = new Promise((resolve) => {
        canvas.addEventListener('webglcontextrestored', () => resolve(), { once: true });
      });
      shown.outlastLostContext(restored).then(
        () => peer.emit('restored'),
        (error) => peer.emit('notice', packError(error)),
      );
    });
  }

  const peer = createPeer(channel, {
    handlers: {
      start,
      openLive: (options) => running().openLive(options),
      openRecording: (options) => running().openRecording(options),
      stopOpening: () => running().stopOpening(),
      play: () => running().play(),
      pause: () => running().pause(),
      step: ({ by }) => running().step(by),
      jump: ({ seconds }) => running().jump(seconds),
      seek: ({ frame, manner }) => running().seek(frame, manner),
      goLive: () => running().goLive(),
      setSpeed: ({ speed }) => running().setSpeed(speed),
      restart: ({ entries }) => running().restart(entries),
      change: (options) => running().change(options),
      drag: ({ drag }) => running().drag(drag),
      scene: () => running().scene(),
      moveCamera: ({ moves }) => running().moveCamera(moves),
      setLook: ({ look, preview }) => running().setLook(look, preview),
      follow: ({ wanted, keeps }) => running().follow(wanted, keeps),
      resize: ({ width, height }) => running().resize(width, height),
      insight: ({ sight }) => running().insight(sight),
      async picture(options) {
        const picture = await running().picture(options);
        return new Reply(picture, [picture.rgba.buffer]);
      },
      park: () => running().park(),
      unpark: () => running().unpark(),
      setTransparent: ({ wanted }) => running().setTransparent(wanted),
      setQuality: ({ adapts }) => running().setQuality(adapts),
      ...Object.fromEntries(
        Object.entries(extras).map(([name, act]) => [name, (/** @type {any} */ request) => act(running(), request)]),
      ),
    },
  });

  return {
    start,
    destroy() {
      player?.destroy();
      sim?.destroy();
      peer.destroy();
    },
  };
}
