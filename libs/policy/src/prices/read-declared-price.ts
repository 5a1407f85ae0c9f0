import { createHash } from 'node:crypto';
import type { KindPrices, LongPromptPrices, ModelPrice } from './model-price.js';

/** The `prices` of a model of gateway.yaml or of a workspace. */
export interface DeclaredPrices {
  readonly input_per_million?: number | undefined;
  readonly output_per_million?: number | undefined;
  /** Left out: as `input_per_million`. */
  readonly cached_input_per_million?: number | undefined;
  /** Of sound and of images. Left out: as those of text. */
  readonly audio_input_per_million?: number | undefined;
  readonly cached_audio_input_per_million?: number | undefined;
  readonly audio_output_per_million?: number | undefined;
  readonly image_input_per_million?: number | undefined;
  readonly cached_image_input_per_million?: number | undefined;
  readonly image_output_per_million?: number | undefined;
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
  readonly audio: KindPrices | undefined;
  readonly image: KindPrices | undefined;
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
    const { audio_input_per_million: audio, image_input_per_million: image } = declared;
    const { cached_audio_input_per_million: cachedAudio, cached_image_input_per_million: cachedImage } = declared;
    this.audio = this.ofKind(audio, cachedAudio, declared.audio_output_per_million);
    this.image = this.ofKind(image, cachedImage, declared.image_output_per_million);
  }

  get version(): string {
    if (this.named === undefined) {
      const { audio, image } = this;
      const kinds = [audio, image].map((kind) => kind && [kind.input, kind.cachedInput, kind.output]);
      const hasKinds = audio !== undefined || image !== undefined;
      this.named = `${this.source}:${hashOf([this.input, this.cachedInput, this.output, ...(hasKinds ? kinds : [])])}`;
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
