// Entry of the page's render worker.
import { createPlayerHost } from './player-host.js';
import { takeAway } from './take-away.js';

createPlayerHost(/** @type {import('../rpc.js').Channel} */ (/** @type {unknown} */ (globalThis)), { takeAway });
postMessage({ kind: 'ready' }); // to who has to know whether a policy let it start
