// Starts a worker in the ways that a page may allow: from its address; from a blob that imports it, where the address
// is of another origin; or not at all, where a content security policy forbids both.

const PATIENCE_MS = 15_000; // a worker that may not start says nothing at all in some browsers

/** @typedef {(address: string) => Worker} Start */

/** @type {Start} */
const byAddress = (address) => new Worker(address, { type: 'module' });

/** @type {Start} */
function byBlob(address) {
  const script = new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' });
  const url = URL.createObjectURL(script);
  try {
    return new Worker(url, { type: 'module' });
  } finally {
    setTimeout(() => URL.revokeObjectURL(url), PATIENCE_MS);
  }
}

/** Ways on which nothing was heard, by address: who asks again need not wait again. @type {Set<string>} */
const silent = new Set();

/**
 * @param {Worker} worker that tells when it runs; one that is refused by a policy fails some time after it was made
 * @param {() => void} onSilence
 * @returns {Promise<Worker>}
 */
function confirmed(worker, onSilence) {
  const settled = new AbortController();
  const { signal } = settled;
  /** @type {Promise<Worker>} */
  const answer = new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onSilence();
      reject(new Error('the worker did not start in time'));
    }, PATIENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    worker.addEventListener('message', () => resolve(worker), { signal });
    worker.addEventListener(
      'error',
      (event) => {
        event.preventDefault(); // it is no failure of the page
        reject(new Error('the worker was refused'));
      },
      { signal },
    );
  });
  return answer.finally(() => settled.abort());
}

/**
 * @param {string} address of a script whose first message says that it runs
 * @returns {Promise<Worker | null>} null: there can be none, so its work is to be done on this thread
 */
export async function startWorker(address) {
  for (const start of [byAddress, byBlob]) {
    const way = `${start.name} ${address}`;
    if (silent.has(way)) continue;
    /** @type {Worker | null} */
    let worker = null;
    try {
      worker = start(address);
      return await confirmed(worker, () => silent.add(way));
    } catch {
      worker?.terminate();
    }
  }
  return null;
}
