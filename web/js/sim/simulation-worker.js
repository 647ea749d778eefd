// Entry of the simulation's worker. A message brings the port on which a player asks for frames; a second one
// comes when the page had to start another player.
import { createSimulationHost } from './simulation-host.js';

/** @type {{destroy: () => void} | null} */
let host = null;

addEventListener('message', ({ data }) => {
  host?.destroy();
  host = createSimulationHost(data.port);
});
