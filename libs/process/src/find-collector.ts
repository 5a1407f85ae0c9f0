import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collection to run; by itself V8 chooses one when it needs memory. */
export interface Collection {
  readonly type: 'major' | 'minor';
  readonly execution?: 'sync';
  readonly flavor?: 'last-resort';
}

/** Finds V8's collector, which programs reach through a flag alone; undefined where it cannot be had. */
export function findCollector(): ((collection: Collection) => void) | undefined {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  // Contexts that are made from now on need not have it.
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (collect as (collection: Collection) => void) : undefined;
}
