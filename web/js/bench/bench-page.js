import '../../css/bench.css';
import { missingCapability } from '../capabilities.js';
import { errorText, formatNumber, t } from '../strings.js';
import { h, setText } from '../ui/dom.js';
import { createUnsupported } from '../ui/unsupported.js';
import { createBenchClient } from './bench-client.js';
import { createBenchTable } from './bench-table.js';
import { pageCases, warmUpCase } from './page-cases.js';

/**
 * The page at ?bench: how fast the solver is in this browser. It begins by itself and draws no flock meanwhile.
 * @param {HTMLElement} root
 */
export function createBenchPage(root) {
  document.title = `${t('benchTitle')} · ${t('title')}`;
  if (missingCapability() === 'noSimd') {
    root.replaceChildren(createUnsupported(t('error.noSimd')));
    return { destroy() {} };
  }

  const progress = h('progress', { class: 'bench-progress', max: 1, value: 0, 'aria-label': t('benchProgress') });
  const status = h('p', { class: 'bench-status', role: 'status' });
  const runButton = h('button', { type: 'button', class: 'text-button', onclick: () => (client ? cancel() : run()) });
  const copyButton = h('button', { type: 'button', class: 'text-button', onclick: () => copy() }, t('benchCopy'));
  const copied = h('textarea', { class: 'bench-json', rows: 8, readonly: true, 'aria-label': t('benchJson') });
  const tablePlace = h('div');
  copied.hidden = true;
  root.replaceChildren(
    h(
      'main',
      { class: 'bench' },
      h('a', { class: 'bench-back', href: './' }, t('benchBack')),
      h('h1', {}, t('benchTitle')),
      h('p', { class: 'bench-intro' }, t('benchIntro')),
      h('div', { class: 'bench-controls' }, runButton, copyButton),
      progress,
      status,
      copied,
      tablePlace,
    ),
  );

  /** @type {ReturnType<typeof createBenchClient> | null} */
  let client = null;
  /** @type {object[]} */
  let results = [];

  /** @param {string} text */
  function showState(text) {
    setText(status, text);
    setText(runButton, t(client ? 'benchCancel' : 'benchAgain'));
    copyButton.disabled = results.length === 0;
    progress.classList.toggle('bench-progress-idle', client === null);
  }

  /** @param {string} text */
  function stop(text) {
    client?.destroy();
    client = null;
    showState(text);
  }

  const cancel = () => stop(t('benchCancelled', { count: results.length }));

  async function run() {
    const mine = createBenchClient();
    client = mine;
    results = [];
    copied.hidden = true;
    progress.value = 0;
    showState(t('benchWarming'));
    try {
      const cases = pageCases(await mine.threads());
      const table = createBenchTable(cases);
      tablePlace.replaceChildren(table.element);
      await mine.measure(warmUpCase);
      progress.max = cases.length;
      for (const [index, { group, label, bench }] of cases.entries()) {
        showState(t('benchRunning', { number: index + 1, count: cases.length, label }));
        table.begin(index);
        const figures = await mine.measure(bench);
        results.push({ set: group.replace('bench', '').toLowerCase(), label, ...figures });
        table.fill(index, figures);
        progress.value = index + 1;
      }
      stop(t('benchDone', { count: cases.length }));
    } catch (error) {
      stop(errorText(error));
    }
  }

  async function copy() {
    const about = {
      date: new Date().toISOString().slice(0, 10),
      browser: navigator.userAgent,
      cores: navigator.hardwareConcurrency,
      isolated: crossOriginIsolated,
    };
    const json = JSON.stringify({ about, results }, null, 1);
    try {
      await navigator.clipboard.writeText(json);
      setText(status, t('benchCopied', { count: results.length }));
    } catch {
      // Without https there is no clipboard to write to, and a browser may refuse.
      copied.value = json;
      copied.hidden = false;
      copied.select();
      setText(status, t('benchCopyByHand', { bytes: formatNumber(json.length) }));
    }
  }

  run();
  return {
    destroy() {
      client?.destroy();
      root.replaceChildren();
    },
  };
}
