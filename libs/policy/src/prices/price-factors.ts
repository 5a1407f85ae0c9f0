import { PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import { findManifest } from '@multilane/providers/manifests';

/** Factors on the price of the prompt or of the tokens, for costs without a price of their own. */
export interface PriceFactors {
  /** Tokens that the provider writes to its cache, against others of the prompt. */
  readonly fiveMinutes: number;
  readonly hour: number;
  /** Tiers of service against the standard one, by name. */
  readonly tiers: Readonly<Record<string, number>>;
  /** US dollars for each search; undefined where nothing is known. */
  readonly perSearch?: number | undefined;
}

export const NO_FACTORS: PriceFactors = { fiveMinutes: 1, hour: 1, tiers: {} };

/**
 * Factors that Anthropic charges wherever its models are (platform.claude.com/docs/en/about-claude/pricing, "Prompt
 * caching"), with its fast mode ("Fast mode pricing"). Its priority tier is paid for in advance, and so at most the
 * standard price.
 */
const OF_CLAUDE = { fiveMinutes: 1.25, hour: 2 };
const FAST_CLAUDE = { fast: 2 };
const FAST_CLAUDE_OF_OLD = { fast: 6 };

const NONE = {};

/** The factors of a model's provider. */
export function priceFactors(kind: ProviderKind, upstreamModel: string): PriceFactors {
  const isClaude = PROVIDER_KINDS[kind] === 'N' || upstreamModel.includes('claude');
  const tiers = tierFactors(kind, upstreamModel, isClaude);
  const { perSearch } =
    findManifest(kind)?.searchPrices?.find(({ models = '' }) => new RegExp(models).test(upstreamModel)) ?? {};
  return { ...(isClaude ? OF_CLAUDE : NO_FACTORS), tiers, ...(perSearch !== undefined && { perSearch }) };
}

function tierFactors(kind: ProviderKind, model: string, isClaude: boolean): Readonly<Record<string, number>> {
  if (isClaude && PROVIDER_KINDS[kind] !== 'B') return /opus-4[-.][67]/.test(model) ? FAST_CLAUDE_OF_OLD : FAST_CLAUDE;
  const fitting = findManifest(kind)?.tierFactors?.find(({ models = '' }) => new RegExp(models).test(model));
  return fitting === undefined ? NONE : { flex: fitting.flex, priority: fitting.priority };
}
