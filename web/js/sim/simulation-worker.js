// Entry of the simulation's worker.
import { createSimulationServer } from './simulation-server.js';

const server = createSimulationServer();
addEventListener('message', ({ data }) => server.serve(data));
postMessage({ kind: 'ready' }); // to who has to know whether a policy let it start
