/** What the process of a service does whatever it serves. It needs Node's own modules only, so that an old Node can load it. */
export * from './collect-relayed-bytes.js';
export * from './find-bundle.js';
export * from './hand-over-to-newer-node.js';
export * from './keep-tick-shape.js';
export * from './release-start-memory.js';
export * from './run-with-flags.js';
export * from './stop-on-signals.js';
export * from './use-compile-cache.js';
export * from './worker-processes.js';
