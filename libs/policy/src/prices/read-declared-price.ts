import { createHash } from 'node:crypto';
import type { LongPromptPrices, ModelPrice } from './model-price.js';

/** The `prices` of a model of gateway.yaml or of a workspace. */
export interface DeclaredPrices {
  readonly input_per_million?: number | undefined;
  readonly output_per_million?: number | undefined;
  /** Left out: as `input_per_million`. */
  readonly cached_input_per_million?: number | undefined;
}

type Source = 'config' | 'workspace';

/** The price that somebody declared; its version is a hash of the values, so that the same prices are the same version. */
export function readDeclaredPrice(declared: DeclaredPrices, source: Source): ModelPrice {
  return new DeclaredPrice(declared, source);
}

/** Most of ten thousand models are never asked: their versions are worked out when one is. */
class DeclaredPrice implements ModelPrice {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  readonly perRequest = 0;
  readonly longPrompts: readonly LongPromptPrices[] = NONE;
  private named: string | undefined = undefined;

  constructor(
    declared: DeclaredPrices,
    private readonly source: Source,
  ) {
    this.input = declared.input_per_million ?? 0;
    this.cachedInput = declared.cached_input_per_million ?? this.input;
    this.output = declared.output_per_million ?? 0;
  }

  get version(): string {
    this.named ??= `${this.source}:${hashOf([this.input, this.cachedInput, this.output])}`;
    return this.named;
  }
}

const NONE: readonly LongPromptPrices[] = [];

function hashOf(prices: readonly number[]): string {
  return createHash('sha256').update(JSON.stringify(prices)).digest('hex').slice(0, 12);
}
