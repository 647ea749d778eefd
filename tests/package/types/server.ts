// On a server there is no DOM, and no types of it.
import { BoidForgeElement, createSimulation, openRecording } from 'boidforge';
import 'boidforge/define';

const simulation = await createSimulation({ scene: '#1;murmuration;agents=300' });
export const hash: string = await simulation.hash();
export const info = (await openRecording('flock.bfs')).info;
export type Element = BoidForgeElement;
