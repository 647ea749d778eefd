// What the build of the package knows (package/build.js).
declare module 'boidforge:package' {
  export const version: string;
  /** Addresses of the package's files, which lie beside its scripts. */
  export const files: {
    simWorker: string;
    renderWorker: string;
    simWasm: string;
    viewWasm: string;
    threadsScript: string;
    threadsWasm: string;
    threadsWorker: string;
  };
  /** Addresses of the scenes' pictures, by the scene's name. */
  export const posters: Record<string, string>;
}
