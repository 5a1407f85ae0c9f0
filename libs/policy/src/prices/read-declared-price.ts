import { createHash } from 'node:crypto';
import { PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import type { KindPrices, LongPromptPrices, ModelPrice } from './model-price.js';

/** The `prices` of a model of gateway.yaml or of a workspace. */
export interface DeclaredPrices {
  readonly input_per_million?: number | undefined;
  readonly output_per_million?: number | undefined;
  /** Left out: as `input_per_million`. */
  readonly cached_input_per_million?: number | undefined;
  /** Tokens written to the provider's cache, and those that stay for an hour. */
  readonly cache_write_per_million?: number | undefined;
  readonly cache_write_1h_per_million?: number | undefined;
  /** US dollars for each request. */
  readonly per_request?: number | undefined;
  /** Of sound and of images. Left out: as those of text. */
  readonly audio_input_per_million?: number | undefined;
  readonly cached_audio_input_per_million?: number | undefined;
  readonly audio_output_per_million?: number | undefined;
  readonly image_input_per_million?: number | undefined;
  readonly cached_image_input_per_million?: number | undefined;
  readonly image_output_per_million?: number | undefined;
}

type Source = 'config' | 'workspace';

/** How much dearer tokens are that the provider writes to its cache, than others of the prompt. */
export interface CacheWriteFactors {
  readonly fiveMinutes: number;
  readonly hour: number;
}

const NO_SURCHARGE: CacheWriteFactors = { fiveMinutes: 1, hour: 1 };

/** What Anthropic charges wherever its models are (platform.claude.com/docs/en/about-claude/pricing, "Prompt caching"). */
const OF_CLAUDE: CacheWriteFactors = { fiveMinutes: 1.25, hour: 2 };

/** The factors of a model's provider, for prices that say nothing of writes. */
export function cacheWriteFactors(kind: ProviderKind, upstreamModel: string): CacheWriteFactors {
  return PROVIDER_KINDS[kind] === 'N' || upstreamModel.includes('claude') ? OF_CLAUDE : NO_SURCHARGE;
}

/**
 * The price that somebody declared; its version is a hash of the values, so that the same prices are the same version.
 *
 * @param factors What writes cost where the price does not say it
 */
export function readDeclaredPrice(
  declared: DeclaredPrices,
  source: Source,
  factors: CacheWriteFactors = NO_SURCHARGE,
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
  readonly longPrompts: readonly LongPromptPrices[] = NONE;
  private named: string | undefined = undefined;

  constructor(
    declared: DeclaredPrices,
    private readonly source: Source,
    factors: CacheWriteFactors,
  ) {
    this.input = declared.input_per_million ?? 0;
    this.cachedInput = declared.cached_input_per_million ?? this.input;
    this.output = declared.output_per_million ?? 0;
    this.perRequest = declared.per_request ?? 0;
    const { cache_write_per_million: write, cache_write_1h_per_million: hour = write } = declared;
    this.cacheWrite = write ?? (factors.fiveMinutes === 1 ? undefined : this.input * factors.fiveMinutes);
    this.cacheWriteHour = hour ?? (factors.hour === 1 ? undefined : this.input * factors.hour);
    const { audio_input_per_million: audio, image_input_per_million: image } = declared;
    const { cached_audio_input_per_million: cachedAudio, cached_image_input_per_million: cachedImage } = declared;
    this.audio = this.ofKind(audio, cachedAudio, declared.audio_output_per_million);
    this.image = this.ofKind(image, cachedImage, declared.image_output_per_million);
  }

  get version(): string {
    if (this.named === undefined) {
      const { audio, cacheWrite, cacheWriteHour, image, perRequest } = this;
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
}

const NONE: readonly LongPromptPrices[] = [];

function hashOf(prices: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(prices)).digest('hex').slice(0, 12);
}
