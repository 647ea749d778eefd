/**
 * Pictures, films and files of the flock, asked for over a port of their own.
 * @param {import('./player.js').Player} player
 * @param {{port: MessagePort}} request
 */
export async function takeAway(player, { port }) {
  const { createExportHost } = await import('../export/export-host.js');
  createExportHost(port, player);
}
