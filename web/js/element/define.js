// Entry that makes <boid-forge> known to the page.
import { BoidForgeElement } from './element.js';

if (globalThis.customElements && !customElements.get('boid-forge')) {
  customElements.define('boid-forge', /** @type {any} */ (BoidForgeElement));
}

export { BoidForgeElement };
