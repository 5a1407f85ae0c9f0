import type { KindPrices, TierPrices, TokenPrices } from './model-price.js';

/** The prices with those of a tier in their place; what the tier does not say is `factor` times as dear, or goes with its input. */
export function pricesOfTier(
  prices: TokenPrices,
  tier: TierPrices,
  factor: number,
  of: KindPrices = prices,
): TokenPrices {
  const input = ratioOf(tier.input, of.input, factor);
  const cachedInput = ratioOf(tier.cachedInput, of.cachedInput, input);
  const output = ratioOf(tier.output, of.output, factor);
  const { audio, cacheWrite, cacheWriteHour, image } = prices;
  const scale = (kind: KindPrices): KindPrices => ({
    input: kind.input * input,
    cachedInput: kind.cachedInput * cachedInput,
    output: kind.output * output,
  });
  return {
    input: of.input === 0 ? (tier.input ?? 0) : prices.input * input,
    cachedInput: of.cachedInput === 0 ? (tier.cachedInput ?? 0) : prices.cachedInput * cachedInput,
    output: of.output === 0 ? (tier.output ?? 0) : prices.output * output,
    ...(audio && { audio: scale(audio) }),
    ...(image && { image: scale(image) }),
    ...(cacheWrite !== undefined && { cacheWrite: cacheWrite * input }),
    ...(cacheWriteHour !== undefined && { cacheWriteHour: cacheWriteHour * input }),
  };
}

function ratioOf(price: number | undefined, standard: number, factor: number): number {
  return price === undefined || standard === 0 ? factor : price / standard;
}
