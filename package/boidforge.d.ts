/** Of the package and of the program it was built with. */
export declare const version: string;

/** The scenes that come with the package; the usual one is the first. */
export declare const scenes: readonly SceneInfo[];

export interface SceneInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly agents: number;
}

/** A scene as in a scene file. */
export interface Scene {
  boidforge_scene: 1;
  name?: string;
  title?: string;
  description?: string;
  /** Agents per square world unit; it gives the world its size. */
  density?: number;
  /** Of the world, width by height, where a density gives its size. */
  aspect?: number;
  params?: Record<string, number | string>;
  look?: Record<string, number | string>;
  events?: SceneEvent[];
  [key: string]: unknown;
}

/** A change of a parameter, which takes place before that step. */
export interface SceneEvent {
  /** Counted from 0. */
  step: number;
  name: string;
  value: number | string;
}

/** What is rejected and thrown: a line for people, and a code that stays. */
export interface BoidForgeError extends Error {
  code: string;
}

export interface Frame {
  /** Frame 0 is what the first step made, in simulations and in recordings; -1 is the start state. */
  index: number;
  agents: number;
  /** World units; agents in the order of their ids, in all four. */
  x: Float32Array;
  y: Float32Array;
  /** World units per second. */
  vx: Float32Array;
  vy: Float32Array;
  /** The frame record (.bfs) that the arrays are parts of. */
  record: Uint8Array;
}

export interface SimulationOptions {
  /** The name of one of `scenes`, a share link or its end from the # on, or a scene. "murmuration" unless it is given. */
  scene?: string | Scene;
  seed?: number;
  agents?: number;
  /** Other values than the scene's. */
  params?: Record<string, number | string>;
  /** In place of the scene's. */
  events?: SceneEvent[];
  /** Threads where the page is cross-origin isolated, in browsers only; "auto" unless it is given. */
  threads?: 'auto' | 'off';
  /** Address of a folder with the files of the package's `dist`, in browsers only. */
  wasmBase?: string;
}

/** A flock that is computed step by step: in a worker in browsers, in the process itself under node. */
export interface Simulation {
  /** Taken so far. */
  readonly steps: number;
  /** Parameters in force. */
  readonly params: Record<string, number | string>;
  /** Take steps, one unless it is given; resolves to those taken so far. */
  step(count?: number): Promise<number>;
  /** The state as it is. */
  frame(): Promise<Frame>;
  /** Of the state: sixteen digits, the same wherever the same flock is computed. */
  hash(): Promise<string>;
  /** Change a parameter from the next step on. */
  set(name: string, value: number | string): Promise<void>;
  /** Change several, all or none, where one may only go with another. */
  set(values: Record<string, number | string>): Promise<void>;
  /** The flock as a scene, with every change as an event: it makes the same frames again, anywhere. */
  scene(): Promise<Scene>;
  /** Free everything; what is still waited for is rejected. */
  dispose(): void;
}

/** Calls are served one after another, in the order in which they are made. */
export declare function createSimulation(options?: SimulationOptions): Promise<Simulation>;

export interface RecordingOptions {
  /** Gives up. */
  signal?: AbortSignal;
  /** Of a download; `total` is null while it is not known. */
  onProgress?: (loaded: number, total: number | null) => void;
  /** Address of a folder with the files of the package's `dist`, in browsers only. */
  wasmBase?: string;
}

/** Why a recording ends before its time. */
export interface RecordingProblem {
  /** The end is missing, it is damaged, or the connection broke. */
  kind: 'cut' | 'corrupt' | 'lost';
  /** In the file, of the first record that is not whole. */
  offset: number;
  message: string;
}

export interface RecordingInfo {
  /** Of the format. */
  version: number;
  /** Of the file; "" where there is none. */
  name: string;
  /** The host it comes from; null: this machine. */
  origin: string | null;
  /** In all; null while it is not known. */
  bytes: number | null;
  /** Whole frames known so far. */
  frames: number;
  /** In the first frame. */
  agents: number;
  /** Whether other frames may have other numbers of agents. */
  varies: boolean;
  /** Seconds a step. */
  dt: number;
  seed: number;
  /** That it carries; null: none. */
  scene: Scene | null;
  /** From the scene or, `guessed`, from where the agents are. */
  world: {
    world_width: number;
    world_height: number;
    wraps: boolean;
    min_speed: number;
    max_speed: number;
    guessed: boolean;
  };
  problem: RecordingProblem | null;
}

/** A recording (.bfs), read piece by piece, also while it is being downloaded. */
export interface Recording {
  /** As far as it is known by now. */
  readonly info: RecordingInfo;
  /** Whether all of its frames are known. */
  readonly ended: boolean;
  /** Why it ends before its time, or null. */
  readonly problem: RecordingProblem | null;
  /** Counted from 0. */
  frame(index: number): Promise<Frame>;
  /** Of a frame: sixteen digits. */
  hash(index: number): Promise<string>;
  /** One after another, waiting for those that are still to come. */
  readonly frames: AsyncIterable<Frame>;
  /** Free everything, and end a download. */
  dispose(): void;
}

/** @param from an address, a file or its bytes; under node also a path */
export declare function openRecording(
  from: string | URL | Blob | ArrayBuffer | Uint8Array,
  options?: RecordingOptions,
): Promise<Recording>;

/** Under node only the name: there is nothing to draw on. */
declare const Base: typeof globalThis extends { HTMLElement: infer Element extends new () => unknown }
  ? Element
  : new () => object;

/** <boid-forge>; it is made known to a page by `import 'boidforge/define'`. Properties are the attributes'. */
export declare class BoidForgeElement extends Base {
  /** The name of one of `scenes`, a share link, or the address of a scene file. */
  scene: string;
  /** Address of a recording, in place of a scene. */
  src: string;
  seed: string;
  agents: string;
  look: string;
  palette: string;
  autoplay: boolean;
  loop: boolean;
  controls: boolean;
  interactive: boolean;
  /** 0.05 to 8. */
  playbackRate: number;
  poster: string;
  alt: string;
  loading: 'lazy' | 'eager';
  quality: 'auto' | 'high' | 'low';
  maxDpr: number | string;
  reducedMotion: 'poster' | 'ignore';
  threads: 'auto' | 'off';
  wasmBase: string;
  /** "transparent" or a colour. */
  background: string;

  /** Simulated seconds since the flock's start. */
  currentTime: number;
  /** Simulated seconds; Infinity for a live flock, NaN before it is known. */
  readonly duration: number;
  readonly paused: boolean;
  /** Settled with the first picture of what is to be shown; rejected when it cannot be. */
  readonly ready: Promise<void>;
  /** Parameters and entries of the look in force; assign some to change them. */
  get params(): Record<string, string>;
  set params(values: Record<string, number | string>);

  play(): Promise<void>;
  pause(): void;
  /** Frames, one forward unless it is given, below 0 back; it stands then. */
  step(by?: number): Promise<void>;
  /** Show something else. */
  load(from: string | URL | Blob | ArrayBuffer | ArrayBufferView | Scene): Promise<void>;
  /** Back to the flock's start. */
  reset(): Promise<void>;
  /** A picture of the frame shown; PNG unless another type is asked for. */
  toBlob(options?: { width?: number; height?: number; type?: string; quality?: number }): Promise<Blob>;
  /** The newest frames as a recording (.bfs), all that are kept unless it is given. */
  record(options?: { frames?: number }): Promise<Blob>;
  /** Free everything. Put into a document again, it starts anew. */
  dispose(): void;
}
