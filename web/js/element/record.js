import { recordFrames } from '../export/recorder.js';
import { createSink } from '../export/sink.js';

/**
 * The newest frames there are, as a recording in memory.
 * @param {import('../player/player.js').Player} player
 * @param {import('../export/recorder.js').LookNow & {frames: number | null, seed: number}} wish
 * @returns {Promise<Blob | null>}
 */
export const record = (player, { frames, ...now }) =>
  player.lend(async (loan) => {
    const from = Math.max(loan.source.first, frames === null ? 0 : loan.last - frames + 1);
    const sink = await createSink(null, 'application/octet-stream');
    try {
      await recordFrames(sink, loan, now, { from, to: loan.last }, { onProgress: () => {}, stopped: () => false });
      return await sink.finish();
    } catch (error) {
      await sink.abort();
      throw error;
    }
  }, false);
