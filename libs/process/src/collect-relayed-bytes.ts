import { type Collection, findCollector } from './find-collector.js';

/** So many bytes of bodies may wait for the collector, whatever the number of bodies. */
const COLLECT_EVERY_BYTES = 8 * 1024 * 1024;

/**
 * More may wait while longer bodies are in use: of two collections one must find them unused, or V8 takes them for old, and leaves them
 * to a collection of the whole heap. At 64 MB V8 begins that itself.
 */
const MOST_WAITING_BYTES = 40 * 1024 * 1024;

let collect: ((collection: Collection) => void) | undefined;
let relayed = 0;
let held = 0;

/**
 * Counts bytes of a body that was read and passed on. After each 8 MB or more it has V8 collect its young generation, which takes about a
 * millisecond. The buffers that a body is read into are outside of the heap. By itself, V8 collects them only together with the whole heap,
 * when they have tens of megabytes. docs/performance.md#large-bodies has the figures.
 */
export function noteRelayedBytes(count: number): void {
  relayed += count;
  if (relayed < Math.max(COLLECT_EVERY_BYTES, Math.min(2 * held, MOST_WAITING_BYTES))) return;
  relayed = 0;
  collect ??= findCollector() ?? (() => undefined);
  collect({ type: 'minor' });
}

/** The same for the bytes of a body that stay in use until what is returned is called, once. */
export function holdBytes(count: number): () => void {
  held += count;
  return () => {
    held -= count;
    noteRelayedBytes(count);
  };
}
