import { scenes as bundled } from '../scenes.js';

/** The scenes that come with the package; the usual one is the first. */
export const scenes = Object.freeze(
  bundled.map(({ name, title, description, params }) =>
    Object.freeze({ name, title, description, agents: Number(params.agents) }),
  ),
);
