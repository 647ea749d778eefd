// What the package's declarations must accept and refuse; compiled, never run.
import { BoidForgeElement, createSimulation, openRecording, scenes, version } from 'boidforge';
import type { BoidForgeError, Frame, Recording, Scene, Simulation } from 'boidforge';
import 'boidforge/define';

const simulation: Simulation = await createSimulation({
  scene: scenes[0].name,
  seed: 7,
  agents: 500,
  params: { w_coh: 3, boundary: 'wrap' },
  events: [{ step: 10, name: 'w_coh', value: 2 }],
  threads: 'off',
});
const steps: number = await simulation.step();
await simulation.set('w_coh', steps);
await simulation.set({ min_speed: 10, max_speed: 20 });
const frame: Frame = await simulation.frame();
const scene: Scene = await simulation.scene();
const again = await createSimulation({ scene });
const text: string = (await again.hash()) + version + frame.x[0];
simulation.dispose();

const recording: Recording = await openRecording(new URL('https://example.com/flock.bfs'), {
  signal: new AbortController().signal,
  onProgress: (loaded, total) => console.log(loaded, total ?? 'unknown'),
});
for await (const { agents, vx } of recording.frames) console.log(agents, vx.length, text);
console.log(recording.problem?.message, recording.info.world.wraps, recording.ended);
await openRecording(new Uint8Array(8)).catch((error: BoidForgeError) => console.log(error.code));

const element = document.createElement('boid-forge');
element.scene = 'murmuration';
element.style.height = '40vh';
element.params = { w_coh: 2 };
element.playbackRate = 2;
await element.load(new Blob());
await element.play();
const picture: Blob = await element.toBlob({ width: 64, height: 64 });
document.body.append(element, String(picture.size), String(element instanceof BoidForgeElement));

// @ts-expect-error a scene is a text or an object
await createSimulation({ scene: 3 });
// @ts-expect-error no such option
await createSimulation({ speed: 2 });
// @ts-expect-error what is simulated so far is not set
simulation.steps = 3;
// @ts-expect-error a value is a text or a number
await simulation.set('w_coh', true);
// @ts-expect-error not a recording
await openRecording(3);
// @ts-expect-error lazy or eager
element.loading = 'later';
