import { createHash } from 'node:crypto';
import type { ModelPrice } from './model-price.js';

/** The `prices` of a model of gateway.yaml or of a workspace. */
export interface DeclaredPrices {
  readonly input_per_million?: number | undefined;
  readonly output_per_million?: number | undefined;
  /** Left out: as `input_per_million`. */
  readonly cached_input_per_million?: number | undefined;
}

/** The price that somebody declared; its version is a hash of the values, so that the same prices are the same version. */
export function readDeclaredPrice(declared: DeclaredPrices, source: 'config' | 'workspace'): ModelPrice {
  const { input_per_million: input = 0, output_per_million: output = 0 } = declared;
  const cachedInput = declared.cached_input_per_million ?? input;
  const hash = createHash('sha256')
    .update(JSON.stringify([input, cachedInput, output]))
    .digest('hex');
  return { version: `${source}:${hash.slice(0, 12)}`, input, cachedInput, output, perRequest: 0, longPrompts: [] };
}
