import { findScene, sceneEntries } from '../scenes.js';
import { t } from '../strings.js';
import { titleOf } from '../ui/scene-words.js';

// What ?bench runs: those of bench/cases.js that a browser can, with fewer steps.

/**
 * @typedef {object} PageCase
 * @property {string} group key of its heading in strings.js
 * @property {string} label
 * @property {import('./measure.js').BenchCase} bench
 */

/** Brings the engine's compiler to its best code; never shown. @type {import('./measure.js').BenchCase} */
export const warmUpCase = { params: { agents: 5000 }, neighbours: 14, steps: 300 };

/** @param {number} threads that the simulation can have @returns {PageCase[]} */
export function pageCases(threads) {
  const murmuration = /** @type {import('../scenes.js').Scene} */ (findScene('murmuration'));
  /** @param {number} agents @param {number} steps @param {object} [params] */
  const spread = (agents, steps, params = {}) => ({ params: { agents, ...params }, neighbours: 14, steps, warmUp: 10 });
  /** @param {number} count */
  const agentsLabel = (count) => t('readoutAgents', { count });
  const counts = [...new Set([1, 2, 4, 8, 16].filter((count) => count < threads).concat(threads))];

  return [
    ...[1000, 10000, 100000, 1000000].map((agents) => ({
      group: 'benchSize',
      label: agentsLabel(agents),
      bench: spread(agents, Math.min(Math.max(3e6 / agents, 8), 500)),
    })),
    ...[3, 14, 70].map((neighbours) => ({
      group: 'benchCrowding',
      label: t('benchNeighbours', { count: neighbours }),
      bench: { ...spread(50000, 30), neighbours },
    })),
    ...['naive', 'vector', 'grid', 'native'].map((level) => ({
      group: 'benchLevels',
      label: t(`benchLevel.${level}`),
      bench: spread(2000, 50, { level }),
    })),
    {
      group: 'benchMore',
      label: t('benchScene', { title: titleOf(murmuration), agents: Number(murmuration.params.agents) }),
      bench: {
        params: {},
        scene: sceneEntries(murmuration, {}),
        sceneName: murmuration.name,
        warmUp: 2000,
        steps: 200,
      },
    },
    {
      group: 'benchMore',
      label: t('benchClassic', { agents: agentsLabel(10000) }),
      bench: spread(10000, 50, { numerics: 'classic' }),
    },
    ...(threads > 1 ? counts : []).map((count) => ({
      group: 'benchThreads',
      label: t('benchThreadCount', { count }),
      bench: spread(100000, 30, { threads: count }),
    })),
  ];
}
