// Entry of the element's render worker.
import { createPlayerHost } from '../player/player-host.js';
import { record } from './record.js';

createPlayerHost(/** @type {import('../rpc.js').Channel} */ (/** @type {unknown} */ (globalThis)), { record });
postMessage({ kind: 'ready' }); // to who has to know whether a policy let it start
