import type { ChatRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import type { ModelFacts } from '../../model-facts.js';
import type { Losses } from '../../shared/losses.js';
import { chooseSampling, loseSampling, type Sampling } from '../../shared/models/choose-sampling.js';
import type { Thinking } from '../../shared/models/claude-thinking.js';
import { limitTemperature } from '../../shared/models/limit-temperature.js';
import { limitOutput } from '../../shared/models/model-limits.js';
import type { InferenceConfig } from '../converse-request.js';
import { findVendor } from '../model-vendor.js';

/** Sampling and limits (…/API_runtime_InferenceConfiguration.html); undefined when nothing is set. */
export function encodeInference(
  request: Readonly<ChatRequest>,
  { facts = NOTHING_KNOWN, upstreamModel }: ProviderTarget,
  effort: Thinking | undefined,
  losses: Losses,
): InferenceConfig | undefined {
  const thinking = effort ?? NO_THOUGHT;
  if (thinking.isOn) loseSampling(request, losses);
  const { temperature, topP } = thinking.isOn ? UNSAID : encodeSampling(request, upstreamModel, losses, facts);
  const config: InferenceConfig = {
    maxTokens: limitTokens(request, thinking, facts, losses),
    temperature,
    topP,
    stopSequences: encodeStop(request.stop),
  };
  return Object.values(config).some((value) => value !== undefined) ? config : undefined;
}

const NOTHING_KNOWN: ModelFacts = {};
const NO_THOUGHT: Thinking = { isOn: false, tokens: 0 };
const UNSAID: Sampling = { temperature: undefined, topP: undefined };

/**
 * Tokens that an answer may take if the request does not say so, beside a budget for thinking
 * (docs/contract/translation.md#thinking).
 */
const BESIDE_BUDGET = 4096;

/** The budget of thinking counts towards the limit. */
function limitTokens(
  { max_completion_tokens: newer, max_tokens: older }: Readonly<ChatRequest>,
  { config, tokens }: Thinking,
  facts: ModelFacts,
  losses: Losses,
): number | undefined {
  const budget = config?.type === 'enabled' ? tokens : 0;
  const limit = newer ?? older ?? (budget === 0 ? undefined : BESIDE_BUDGET);
  if (limit === undefined) return undefined;
  return limitOutput(
    limit + budget,
    facts,
    losses,
    (newer ?? undefined) === undefined ? 'max_tokens' : 'max_completion_tokens',
  );
}

/** Newer Claude models reject both together, and the newest either; other models take them so, and have other defaults. */
function encodeSampling(request: Readonly<ChatRequest>, model: string, losses: Losses, facts: ModelFacts): Sampling {
  if (facts.sampling !== undefined || findVendor(model) === 'anthropic') return chooseSampling(request, losses, facts);
  return { temperature: limitTemperature(request.temperature, losses), topP: request.top_p ?? undefined };
}

function encodeStop(stop: string | readonly string[] | null | undefined): string[] | undefined {
  if (stop === undefined || stop === null) return undefined;
  const sequences = typeof stop === 'string' ? [stop] : [...stop];
  const empty = sequences.indexOf('');
  if (empty !== -1) {
    throw unsupported(
      typeof stop === 'string' ? 'stop' : `stop[${empty}]`,
      'is not supported: this provider takes no empty stop sequence.',
    );
  }
  return sequences.length === 0 ? undefined : sequences;
}
