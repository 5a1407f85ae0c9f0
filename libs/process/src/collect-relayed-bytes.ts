import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So many bytes of bodies may wait for the collector, whatever the number of bodies. */
const COLLECT_EVERY_BYTES = 8 * 1024 * 1024;

type CollectYoung = (options: { readonly type: 'minor' }) => void;

let collectYoung: CollectYoung | undefined;
let relayed = 0;

/**
 * Counts bytes of a body that was read and passed on. After each 8 MB it has V8 collect its young generation, which takes about a
 * millisecond. The buffers that a body is read into are outside of the heap. By itself, V8 collects them only together with the whole heap,
 * when they have tens of megabytes. docs/performance.md#large-bodies has the figures.
 */
export function noteRelayedBytes(count: number): void {
  relayed += count;
  if (relayed < COLLECT_EVERY_BYTES) return;
  relayed = 0;
  collectYoung ??= findCollector();
  collectYoung({ type: 'minor' });
}

function findCollector(): CollectYoung {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  // Contexts that are made from now on need not have it.
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (collect as CollectYoung) : () => undefined;
}
