const CODES = { cut: 'recordingCut', corrupt: 'recordingCorrupt', lost: 'recordingLost' };

/** @param {import('./record-index.js').Problem['kind']} kind @returns {string} of the line that tells it */
export const problemCode = (kind) => CODES[kind];
