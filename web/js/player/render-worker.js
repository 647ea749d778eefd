// Entry of the render worker.
import { createPlayerHost } from './player-host.js';

createPlayerHost(/** @type {import('../rpc.js').Channel} */ (/** @type {unknown} */ (globalThis)));
postMessage({ kind: 'ready' }); // to who has to know whether a policy let it start
