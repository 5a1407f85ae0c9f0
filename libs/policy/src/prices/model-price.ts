/** US dollars for a million tokens of one kind. */
export interface KindPrices {
  readonly input: number;
  /** Prompt tokens that the provider read from its cache. */
  readonly cachedInput: number;
  readonly output: number;
}

/** US dollars for a million tokens: those of text, and where they differ those of sound and images. */
export interface TokenPrices extends KindPrices {
  readonly audio?: KindPrices | undefined;
  readonly image?: KindPrices | undefined;
  /** Prompt tokens written to the provider's cache; left out: as those of text. */
  readonly cacheWrite?: number | undefined;
  /** Those that are to stay for an hour; left out: as `cacheWrite`. */
  readonly cacheWriteHour?: number | undefined;
}

/** Prices of requests whose prompt is longer than `above` tokens; they hold for all of the request's tokens. */
export interface LongPromptPrices extends TokenPrices {
  readonly above: number;
}

/** Prices of a tier of service that differ from the standard one; those left out follow the factor. */
export type TierPrices = Partial<KindPrices>;

/** Prices of a model. */
export interface ModelPrice extends TokenPrices {
  /** Names these prices, so that a cost can be traced: `config:<hash>`, `workspace:<hash>` or `<package>@<version>`. */
  readonly version: string;
  /** US dollars for each request, whatever its tokens. */
  readonly perRequest: number;
  /** US dollars for each search that the provider made; left out: nothing. */
  readonly perSearch?: number | undefined;
  /** Tiers of service with prices of their own, by name. */
  readonly tiers?: Readonly<Record<string, TierPrices>> | undefined;
  /** Factors by which other tiers cost more than the standard one, by name; left out: 1. */
  readonly tierFactors?: Readonly<Record<string, number>> | undefined;
  /** By ascending length. */
  readonly longPrompts: readonly LongPromptPrices[];
}
