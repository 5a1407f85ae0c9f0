import { PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';

/** How many times the price of the prompt or of the tokens something costs, where no price says it. */
export interface PriceFactors {
  /** Tokens that the provider writes to its cache, against others of the prompt. */
  readonly fiveMinutes: number;
  readonly hour: number;
  /** Tiers of service against the standard one, by name. */
  readonly tiers: Readonly<Record<string, number>>;
}

export const NO_FACTORS: PriceFactors = { fiveMinutes: 1, hour: 1, tiers: {} };

/**
 * What Anthropic charges wherever its models are (platform.claude.com/docs/en/about-claude/pricing, "Prompt caching"), with its fast
 * mode ("Fast mode pricing"). Its priority tier is paid for in advance, and so at most the standard price.
 */
const OF_CLAUDE = { fiveMinutes: 1.25, hour: 2 };
const FAST_CLAUDE = { fast: 2 };
const FAST_CLAUDE_OF_OLD = { fast: 6 };

/**
 * Flex is half of the standard price, as a batch (platform.openai.com/docs/guides/flex-processing). Priority is 1.75 to 2 times, 2.5 for
 * gpt-5.5 (openai.com/api-priority-processing): the dearest, for a budget must not be spent faster than it is counted.
 */
const OF_OPENAI = { flex: 0.5, priority: 2 };
const OF_LATE_OPENAI = { flex: 0.5, priority: 2.5 };

/** 75 to 100 % more, or half (ai.google.dev/gemini-api/docs/optimization). */
const OF_GOOGLE = { flex: 0.5, priority: 2 };

/** 75 % more, or half (aws.amazon.com/bedrock/service-tiers). */
const OF_BEDROCK = { flex: 0.5, priority: 1.75 };

const NONE = {};

/** The factors of a model's provider. */
export function priceFactors(kind: ProviderKind, upstreamModel: string): PriceFactors {
  const isClaude = PROVIDER_KINDS[kind] === 'N' || upstreamModel.includes('claude');
  const tiers = tierFactors(kind, upstreamModel, isClaude);
  return isClaude ? { ...OF_CLAUDE, tiers } : { ...NO_FACTORS, tiers };
}

function tierFactors(kind: ProviderKind, model: string, isClaude: boolean): Readonly<Record<string, number>> {
  if (isClaude && kind !== 'bedrock') return /opus-4[-.][67]/.test(model) ? FAST_CLAUDE_OF_OLD : FAST_CLAUDE;
  if (kind === 'openai' || kind === 'azure-openai' || kind === 'openrouter') {
    return /gpt-5\.[5-9]/.test(model) ? OF_LATE_OPENAI : OF_OPENAI;
  }
  if (kind === 'gemini' || kind === 'vertex') return OF_GOOGLE;
  return kind === 'bedrock' ? OF_BEDROCK : NONE;
}
