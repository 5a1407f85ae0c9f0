import type { ChatRequest } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import type { Losses } from '../../shared/losses.js';
import type { Thinking } from '../../shared/models/claude-thinking.js';
import { readTopK, readTopKOfClaude } from '../../shared/models/read-top-k.js';
import type { Turn } from '../converse-request.js';
import { findVendor } from '../model-vendor.js';
import { encodeThinking } from './encode-thinking.js';

/**
 * `additionalModelRequestFields`: what Converse has no member for, in the model's own words. Undefined if there is nothing.
 * `top_k` is Claude's (docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html);
 * a model that is known to be another's has no place for it here, and rejects it by its name.
 */
export function encodeOwnFields(
  request: Readonly<ChatRequest>,
  turns: readonly Turn[],
  target: ProviderTarget,
  effort: Thinking | undefined,
  losses: Losses,
): Record<string, unknown> | undefined {
  const thinking = effort === undefined ? encodeThinking(request, turns, target, losses) : fieldsOf(effort);
  const topK = encodeTopK(request, thinking, target);
  return topK === undefined ? thinking : { ...thinking, top_k: topK };
}

function fieldsOf({ config, outputConfig }: Thinking): Record<string, unknown> | undefined {
  if (config === undefined) return undefined;
  return { thinking: config, ...(outputConfig && { output_config: outputConfig }) };
}

function encodeTopK(
  request: Readonly<ChatRequest>,
  fields: Readonly<Record<string, unknown>> | undefined,
  { facts, upstreamModel }: ProviderTarget,
): number | undefined {
  if ((findVendor(upstreamModel) ?? 'anthropic') === 'anthropic') {
    const thinks = isRecord(fields?.thinking) && fields.thinking.type !== 'disabled';
    return readTopKOfClaude(request, { thinks, refusesSampling: facts?.sampling === 'none' });
  }
  // Every token may be chosen anyway.
  if (readTopK(request)) throw unsupported('top_k');
  return undefined;
}
