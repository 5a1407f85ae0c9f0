import { createHash } from 'node:crypto';
import type { KindPrices, LongPromptPrices, ModelPrice, TierPrices } from './model-price.js';
import { NO_FACTORS, type PriceFactors } from './price-factors.js';
import { pricesOfTier } from './prices-of-tier.js';

/** Tiers of service that may have prices of their own. */
const PRICED_TIERS = ['batch', 'flex', 'priority'] as const;

type PricedTier = (typeof PRICED_TIERS)[number];
type PricesOfTiers = {
  readonly [Name in `${PricedTier}_${'input' | 'output' | 'cached_input'}_per_million`]?: number | undefined;
};

/** The `prices` of a model of gateway.yaml or of a workspace. */
export interface DeclaredPrices extends PricesOfTiers {
  readonly input_per_million?: number | undefined;
  readonly output_per_million?: number | undefined;
  /** Left out: as `input_per_million`. */
  readonly cached_input_per_million?: number | undefined;
  /** Tokens written to the provider's cache, and those that stay for an hour. */
  readonly cache_write_per_million?: number | undefined;
  readonly cache_write_1h_per_million?: number | undefined;
  /** US dollars for each request. */
  readonly per_request?: number | undefined;
  /** US dollars for each search that the provider made. */
  readonly per_search?: number | undefined;
  /** Prompts of more tokens are long: the whole request costs the prices below. */
  readonly long_prompt_above?: number | undefined;
  readonly long_input_per_million?: number | undefined;
  readonly long_output_per_million?: number | undefined;
  readonly long_cached_input_per_million?: number | undefined;
  /** Prices of sound and of images. Left out: as those of text. */
  readonly audio_input_per_million?: number | undefined;
  readonly cached_audio_input_per_million?: number | undefined;
  readonly audio_output_per_million?: number | undefined;
  readonly image_input_per_million?: number | undefined;
  readonly cached_image_input_per_million?: number | undefined;
  readonly image_output_per_million?: number | undefined;
}

/** Prices that somebody declared, and those that follow them. */
export interface DatedPrices extends DeclaredPrices {
  readonly changes?: readonly (DeclaredPrices & {
    /** Day of UTC from whose beginning they hold, such as `2027-01-31`. */
    readonly from: string;
  })[];
}

export type PriceSource = 'config' | 'workspace';

/**
 * The price that somebody declared; its version is a hash of the values, so that the same prices are the same version.
 *
 * @param factors What writes and tiers cost where the price does not say it
 */
export function readDeclaredPrice(
  declared: DeclaredPrices,
  source: PriceSource,
  factors: PriceFactors = NO_FACTORS,
): ModelPrice {
  return new DeclaredPrice(declared, source, factors);
}

/** Most of ten thousand models are never asked: their versions are worked out when one is. */
class DeclaredPrice implements ModelPrice {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  readonly audio: KindPrices | undefined;
  readonly image: KindPrices | undefined;
  readonly cacheWrite: number | undefined;
  readonly cacheWriteHour: number | undefined;
  readonly perRequest: number;
  readonly perSearch: number | undefined;
  readonly tiers: Readonly<Record<string, TierPrices>> | undefined;
  readonly tierFactors: Readonly<Record<string, number>>;
  readonly longPrompts: readonly LongPromptPrices[];
  private named: string | undefined = undefined;

  constructor(
    declared: DeclaredPrices,
    private readonly source: PriceSource,
    factors: PriceFactors,
  ) {
    this.input = declared.input_per_million ?? 0;
    this.cachedInput = declared.cached_input_per_million ?? this.input;
    this.output = declared.output_per_million ?? 0;
    this.perRequest = declared.per_request ?? 0;
    this.perSearch = declared.per_search;
    this.tiers = readTiers(declared);
    this.tierFactors = factors.tiers;
    const { cache_write_per_million: write, cache_write_1h_per_million: hour = write } = declared;
    this.cacheWrite = write ?? (factors.fiveMinutes === 1 ? undefined : this.input * factors.fiveMinutes);
    this.cacheWriteHour = hour ?? (factors.hour === 1 ? undefined : this.input * factors.hour);
    const { audio_input_per_million: audio, image_input_per_million: image } = declared;
    const { cached_audio_input_per_million: cachedAudio, cached_image_input_per_million: cachedImage } = declared;
    this.audio = this.ofKind(audio, cachedAudio, declared.audio_output_per_million);
    this.image = this.ofKind(image, cachedImage, declared.image_output_per_million);
    this.longPrompts = this.readLong(declared);
  }

  get version(): string {
    if (this.named === undefined) {
      const { audio, cacheWrite, cacheWriteHour, image, longPrompts, perRequest, perSearch, tiers } = this;
      const kinds = [audio, image].map((kind) => kind && [kind.input, kind.cachedInput, kind.output]);
      const hasKinds = audio !== undefined || image !== undefined;
      const extra = [cacheWrite, cacheWriteHour, perRequest];
      const hasExtra = extra.some((each) => each !== undefined && each !== 0);
      const values = [
        this.input,
        this.cachedInput,
        this.output,
        ...(hasKinds ? kinds : []),
        ...(hasExtra ? extra : []),
        ...(perSearch || tiers !== undefined || longPrompts.length > 0 ? [perSearch, tiers, longPrompts] : []),
      ];
      this.named = `${this.source}:${hashOf(values)}`;
    }
    return this.named;
  }

  /** Undefined where nothing was declared for tokens of the kind. */
  private ofKind(input?: number, cachedInput?: number, output?: number): KindPrices | undefined {
    if (input === undefined && cachedInput === undefined && output === undefined) return undefined;
    return {
      input: input ?? this.input,
      cachedInput: cachedInput ?? input ?? this.cachedInput,
      output: output ?? this.output,
    };
  }

  /** A part without its own price for long prompts grows with the input. */
  private readLong(declared: DeclaredPrices): readonly LongPromptPrices[] {
    const { long_input_per_million: input, long_output_per_million: output } = declared;
    const { long_cached_input_per_million: cachedInput, long_prompt_above: above = LONG_PROMPT } = declared;
    if (input === undefined && output === undefined && cachedInput === undefined) return NONE;
    return [{ above, ...pricesOfTier(this, { input, output, cachedInput }, 1) }];
  }
}

const NONE: readonly LongPromptPrices[] = [];

/**
 * Length at which the providers with such prices begin with them (ai.google.dev/gemini-api/docs/pricing;
 * platform.claude.com, "Pricing").
 */
const LONG_PROMPT = 200_000;

function readTiers(declared: DeclaredPrices): Readonly<Record<string, TierPrices>> | undefined {
  const given = PRICED_TIERS.flatMap((name) => {
    const prices = {
      input: declared[`${name}_input_per_million`],
      output: declared[`${name}_output_per_million`],
      cachedInput: declared[`${name}_cached_input_per_million`],
    };
    return Object.values(prices).every((price) => price === undefined) ? [] : [[name, prices] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function hashOf(prices: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(prices)).digest('hex').slice(0, 12);
}
