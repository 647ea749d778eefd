import { BoidForgeElement } from './boidforge.js';

export { BoidForgeElement };

declare global {
  interface HTMLElementTagNameMap {
    'boid-forge': BoidForgeElement;
  }
}
