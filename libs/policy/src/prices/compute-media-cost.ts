import { createHash } from 'node:crypto';
import type { MediaUsage } from '@multilane/contracts';
import { boundCost, computeCost } from './compute-cost.js';
import type { ModelPrice } from './model-price.js';

/** The `media_prices` of a model, in US dollars. */
export interface MediaPrices {
  /** For each image that was asked for. */
  readonly image?: number | undefined;
  /** For 1,000 Unicode code points of the text that is spoken. */
  readonly speech_per_1k_chars?: number | undefined;
  /** For a request to transcribe or translate sound. */
  readonly transcription?: number | undefined;
  /** For a second of sound, as the provider reports them. */
  readonly per_second?: number | undefined;
}

/** Unit by which media are charged if there is a flat price. */
export type MediaUnit = 'images' | 'characters' | 'requests';

/** A request for media that was answered. */
export interface MediaCharge {
  readonly unit: MediaUnit;
  /** Number of images that the request asked for; 1 if it does not say. */
  readonly images: number;
  /** Usage, as far as it is known. */
  readonly usage: MediaUsage | undefined;
  readonly prices: MediaPrices | undefined;
  /** Price of its tokens. */
  readonly tokenPrice: ModelPrice | undefined;
}

export interface MediaCost {
  readonly usd: number;
  /** Names the prices. */
  readonly version: string;
}

/**
 * Computes the cost of a request for media, or undefined if no price fits the facts known of it. The flat price comes
 * first, then the price of a second, then those of tokens (docs/contract/media.md#cost).
 */
export function computeMediaCost(charge: MediaCharge): MediaCost | undefined {
  const { prices = NONE, tokenPrice, usage } = charge;
  const usd = computeFlat(charge, prices) ?? multiply(prices.per_second, usage?.seconds);
  if (usd !== undefined) return { usd: boundCost(usd), version: versionOf(prices) };
  // Prices of the package are those of texts: sound and images cost others.
  if (tokenPrice === undefined || tokenPrice.version.includes('@')) return undefined;
  const ofTokens = computeCost(usage?.tokens, tokenPrice);
  return ofTokens === undefined ? undefined : { usd: ofTokens, version: tokenPrice.version };
}

const NONE: MediaPrices = {};

function computeFlat({ images, unit, usage }: MediaCharge, prices: MediaPrices): number | undefined {
  if (unit === 'images') return multiply(prices.image, images);
  if (unit === 'requests') return prices.transcription;
  return multiply(prices.speech_per_1k_chars, usage?.characters === undefined ? undefined : usage.characters / 1000);
}

function multiply(price: number | undefined, amount: number | undefined): number | undefined {
  return price === undefined || amount === undefined ? undefined : price * amount;
}

function versionOf(prices: MediaPrices): string {
  const { image, per_second, speech_per_1k_chars, transcription } = prices;
  const text = JSON.stringify([image, speech_per_1k_chars, transcription, per_second]);
  return `media:${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}
