import type { ServedModel } from '../snapshot/snapshot.js';

/** An answer of the cache costs nothing, where an answer of the model costs anything. */
export function costOfHit(model: Pick<ServedModel, 'price'> | undefined): 0 | undefined {
  return model?.price.current ? 0 : undefined;
}
