import type { ChatRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ModelFacts } from '../model-facts.js';
import { chooseSampling, type Sampling } from '../shared/choose-sampling.js';
import { limitTemperature } from '../shared/limit-temperature.js';
import type { Losses } from '../shared/losses.js';
import { limitOutput } from '../shared/model-limits.js';
import type { InferenceConfig } from './converse-request.js';
import { findVendor } from './model-vendor.js';

/** Sampling and limits (…/API_runtime_InferenceConfiguration.html); undefined when nothing is set. */
export function encodeInference(
  request: Readonly<ChatRequest>,
  model: string,
  losses: Losses,
  facts: ModelFacts = {},
): InferenceConfig | undefined {
  const { temperature, topP } = encodeSampling(request, model, losses, facts);
  const config: InferenceConfig = {
    maxTokens: limitTokens(request, facts, losses),
    temperature,
    topP,
    stopSequences: encodeStop(request.stop),
  };
  return Object.values(config).some((value) => value !== undefined) ? config : undefined;
}

function limitTokens(
  { max_completion_tokens: newer, max_tokens: older }: Readonly<ChatRequest>,
  facts: ModelFacts,
  losses: Losses,
): number | undefined {
  const limit = newer ?? older ?? undefined;
  if (limit === undefined) return undefined;
  return limitOutput(limit, facts, losses, (newer ?? undefined) === undefined ? 'max_tokens' : 'max_completion_tokens');
}

/** Newer Claude models refuse both together, and the newest either; other models take them so, and have other defaults. */
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
