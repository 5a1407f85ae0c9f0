import type { ChatRequest, CountTokensRequest } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { ProviderTarget } from '../../adapter.js';
import { fitNativeRequest } from '../../shared/fit-native-request.js';
import type { Losses } from '../../shared/losses.js';
import { encodeThinking as encodeEffort, type Thinking } from '../../shared/models/claude-thinking.js';
import type { ContentBlock, Turn } from '../converse-request.js';
import { findVendor } from '../model-vendor.js';

/**
 * Encodes how a Claude shall think, in its own words
 * (docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-extended-thinking.html): `thinking` and
 * `output_config.effort` of a messages request, which travel as additional members of the chat request. Other models
 * have no word for it, and with a budget the provider refuses to think in the middle of a loop of calls that began
 * without it; both continue without (lossy).
 */
export function encodeThinking(
  asked: Readonly<ChatRequest>,
  turns: readonly Turn[],
  target: ProviderTarget,
  losses: Losses,
): Record<string, unknown> | undefined {
  if (asked.thinking === undefined && asked.output_config === undefined) return undefined;
  const { upstreamModel: model } = target;
  const { thinking, output_config: output } = fitNativeRequest(wordsOf(asked), target, losses);
  const effort = isRecord(output) ? output.effort : undefined;
  const asksForThinking = isRecord(thinking);
  if (!asksForThinking && typeof effort !== 'string') return undefined;
  const isRefused = asksForThinking && thinking.type === 'enabled' && isUnthoughtLoop(turns);
  const isClaude = (findVendor(model) ?? 'anthropic') === 'anthropic';
  if (asksForThinking && (isRefused || !isClaude)) losses.lose('thinking');
  if (typeof effort === 'string' && !isClaude) losses.lose('output_config');
  if (!isClaude || (isRefused && typeof effort !== 'string')) return undefined;
  return {
    ...(asksForThinking && !isRefused && { thinking }),
    ...(typeof effort === 'string' && { output_config: { effort } }),
  };
}

/**
 * The thinking that a `reasoning_effort` asks of a model that is known to think, as it asks it of group N; undefined where there is none.
 * In the middle of a loop of calls that began without it, a budget is left out (lossy).
 */
export function thinkWithEffort(
  { output_config: output, reasoning_effort: effort, thinking: own }: Readonly<ChatRequest>,
  turns: readonly Turn[],
  { facts, thinking: mode }: ProviderTarget,
  losses: Losses,
): Thinking | undefined {
  if (!effort || own !== undefined || output !== undefined) return undefined;
  const way = mode ?? (facts?.thinking === 'adaptive' ? 'adaptive' : 'budget');
  const thinking = encodeEffort(effort, losses, way, facts);
  if (thinking.config?.type !== 'enabled' || !isUnthoughtLoop(turns)) return thinking;
  losses.lose('reasoning_effort');
  return undefined;
}

/** The native members alone; nothing else of a chat request has their meaning. */
function wordsOf(asked: Readonly<ChatRequest>): CountTokensRequest {
  const { model, thinking, output_config: output, max_completion_tokens: newer, max_tokens: older } = asked;
  const limit = newer ?? older ?? undefined;
  return { model, messages: [], max_tokens: limit, thinking, output_config: output } as unknown as CountTokensRequest;
}

/** True if the conversation is in the middle of a loop of tool calls that began without thinking. */
function isUnthoughtLoop(turns: readonly Turn[]): boolean {
  const question = turns.findLastIndex(({ role, content }) => role === 'user' && !content.some(isResult));
  const first = turns[question + 1];
  if (first?.role !== 'assistant' || turns.length <= question + 2) return false;
  const [block] = first.content;
  return block === undefined || !('reasoningContent' in block);
}

function isResult(block: ContentBlock): boolean {
  return 'toolResult' in block;
}
