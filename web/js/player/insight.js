// What the flock is like as a whole, and what it all costs, for whoever asks; nothing is measured otherwise.

const MOST_PAIRS = 8_000_000; // looked at for one figure: some tens of milliseconds
const NEWER = 0.3; // weight of the latest picture in the running mean

/**
 * Who counts as a neighbour of an agent.
 * @typedef {object} Sight
 * @property {number} radius world units
 * @property {boolean} torus whether neighbours are seen across the seam, where the world has one
 *
 * @typedef {import('../wasm/reader.js').Stats} Stats
 *
 * @typedef {object} Insight
 * @property {number} frame that the figures are of; -1: nothing is shown
 * @property {number} seconds simulated time of that frame
 * @property {Stats | null} stats
 * @property {number} tookMs for measuring
 * @property {number | null} pictureMs that a picture takes until it is drawn; null before the first
 * @property {{simulation: number, drawing: number, ring: number}} memory bytes
 */

/**
 * @param {object} parts
 * @param {import('../wasm/view-module.js').View} parts.view
 * @param {import('./painter.js').Painter} parts.painter
 * @param {import('../rpc.js').Peer} parts.sim
 */
export function createInsight({ view, painter, sim }) {
  let wanted = false;
  /** @type {number | null} */
  let pictureMs = null;

  /** @param {import('../types.js').Stage | null} stage @param {Sight} sight */
  function measure(stage, { radius, torus }) {
    const { record, frame } = painter;
    if (!record || !stage) return { frame: -1, stats: null, tookMs: 0 };
    const started = performance.now();
    const across = torus && stage.wraps;
    const stats = view.measure(record, { radius, torus: across, stage, mostPairs: MOST_PAIRS });
    return { frame, stats, tookMs: performance.now() - started };
  }

  return {
    /**
     * Before a picture's commands are given: how long they take is looked at once in a while, when somebody asks.
     * What the renderer still has to do from before is not counted.
     * @returns {() => void} to be called when they were given
     */
    pictureBegins() {
      if (!wanted) return () => {};
      wanted = false;
      const began = Promise.all([performance.now(), view.drawn().then(() => performance.now())]);
      return async () => {
        const given = performance.now();
        await view.drawn();
        const done = performance.now();
        const [started, ready] = await began;
        const took = Math.max(given - started, done - ready);
        pictureMs = pictureMs === null ? took : pictureMs + (took - pictureMs) * NEWER;
      };
    },

    /**
     * @param {import('../types.js').Source | null} source
     * @param {import('../types.js').Stage | null} stage
     * @param {Sight} sight
     * @returns {Promise<Insight>}
     */
    async read(source, stage, sight) {
      wanted = true;
      const measured = measure(stage, sight);
      const simulation = await sim.call('memory');
      return {
        ...measured,
        seconds: (measured.frame + 1) * (source?.dt ?? 0),
        pictureMs,
        memory: { simulation, drawing: view.memoryBytes(), ring: source?.heldBytes ?? 0 },
      };
    },
  };
}
