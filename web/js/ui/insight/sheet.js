import '../../../css/insight.css';
import { t } from '../../strings.js';
import { h } from '../dom.js';
import { iconButton } from '../icon-button.js';
import { createCharts } from './charts.js';
import { createFacts } from './facts.js';
import { createHistory } from './history.js';

const OFTEN_MS = 250; // between two looks
const SHARE = 0.03; // of the renderer's time that measuring may take
const USUAL_RADIUS = 30; // for recordings whose scene is not known; boidforge-cli stats has the same

/**
 * What is happening: how ordered, fast and crowded the flock is, and what it runs on. While it is not to be seen it
 * asks for nothing.
 * @param {object} parts
 * @param {import('../../store.js').Store} parts.store
 * @param {import('../../actions.js').Actions} parts.actions
 */
export function createSheet({ store, actions }) {
  const history = createHistory();
  const charts = createCharts();
  const facts = createFacts();
  const element = h(
    'aside',
    { class: 'insight glass', id: 'insight', 'aria-label': t('insight') },
    h(
      'div',
      { class: 'insight-head' },
      h('h2', {}, t('insight')),
      iconButton('close', t('hideInsight'), () => actions.showInsight(false), 'icon-button-small'),
    ),
    h('div', { class: 'insight-body' }, charts.element, facts.element),
  );

  /** @type {import('../../player/insight.js').Insight | null} */
  let latest = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asking = false;
  /** @type {unknown} */
  let flock = null;
  let radius = -1;

  /** @returns {import('../../player/insight.js').Sight} */
  function sight() {
    const { recording } = store.get();
    if (recording) return recording.scene?.sight ?? { radius: USUAL_RADIUS, torus: false };
    const metric = actions.value('metric');
    return {
      radius: Math.max(Number(actions.value('r_ali')), Number(actions.value('r_coh'))),
      torus: metric === 'torus' || (metric === 'auto' && actions.value('numerics') === 'cell'),
    };
  }

  const isSeen = () => {
    const { insightOpen, hidden } = store.get();
    return insightOpen && !hidden && document.visibilityState === 'visible';
  };

  /** Another flock, or other eyes: what was drawn says nothing of it. @param {number} seen */
  function beginAnew(seen) {
    const { recording, world } = store.get();
    const now = recording ?? world;
    if (now === flock && seen === radius) return;
    flock = now;
    radius = seen;
    history.clear();
    charts.label(radius);
  }

  async function look() {
    timer = undefined;
    if (asking || !isSeen()) return;
    asking = true;
    let wait = OFTEN_MS;
    try {
      const wanted = sight();
      const insight = await actions.insight(wanted);
      latest = insight;
      beginAnew(wanted.radius);
      if (insight.stats && insight.stats.counted > 0) history.add(insight.seconds, insight.stats);
      charts.show(history);
      facts.show(store.get(), latest);
      wait = Math.max(OFTEN_MS, insight.tookMs / SHARE);
    } catch {
      wait = OFTEN_MS * 4; // between two flocks there may be nothing to measure
    }
    asking = false;
    timer ??= setTimeout(look, wait);
  }

  function begin() {
    if (isSeen() && !asking) timer ??= setTimeout(look);
  }

  const unsubscribe = store.subscribe((state) => {
    element.hidden = !state.insightOpen;
    if (!isSeen()) return;
    facts.show(state, latest);
    begin();
  });
  document.addEventListener('visibilitychange', begin);

  return {
    element,
    destroy() {
      unsubscribe();
      document.removeEventListener('visibilitychange', begin);
      clearTimeout(timer);
      charts.destroy();
      facts.destroy();
      element.remove();
    },
  };
}
