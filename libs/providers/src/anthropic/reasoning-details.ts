import { type BlockCounter, placeDetails, type ReasoningDetail } from '../shared/reasoning/reasoning-details.js';
import type { ContentBlock } from './messages-request.js';

type Json = Readonly<Record<string, unknown>>;

/** Names the provider's own thinking among `reasoning_details`, which OpenRouter's clients send back to any provider. */
const FORMAT = 'anthropic-claude-v1';

/** The detail for a finished block of thinking, which is counted; undefined without anything to keep. */
export function keepThinking(block: Json, counter: BlockCounter): ReasoningDetail | undefined {
  const { type, thinking, signature, data } = block;
  if (type === 'redacted_thinking' && typeof data === 'string') {
    return { type: 'reasoning.encrypted', data, format: FORMAT, index: counter.take() };
  }
  if (type !== 'thinking' || typeof signature !== 'string' || signature === '') return undefined;
  return { type: 'reasoning.text', text: String(thinking ?? ''), signature, format: FORMAT, index: counter.take() };
}

/**
 * An assistant turn with its thinking where it stood; the provider rejects a turn whose thinking was moved. `others` is
 * the text and then each call, blocks in a list each. Thinking of other providers, and thinking without its signature,
 * is left out: the provider rejects what it did not sign, and does without thinking if it is missing
 * (platform.claude.com/docs/en/build-with-claude/extended-thinking, "Graceful thinking degradation").
 */
export function placeThinking(details: unknown, others: readonly ContentBlock[][]): ContentBlock[] {
  return placeDetails(details, others, toThinkingBlocks);
}

/** True if the thinking that a client sent back goes along as a whole. */
export function keepsThinking({ reasoning_details: details }: Json): boolean {
  return (
    Array.isArray(details) &&
    details.length > 0 &&
    details.every((detail) => toThinkingBlocks(Object(detail)).length > 0)
  );
}

function toThinkingBlocks({ type, text, signature, data, format }: Json): ContentBlock[] {
  if ((format ?? FORMAT) !== FORMAT) return [];
  if (type === 'reasoning.encrypted' && typeof data === 'string') return [{ type: 'redacted_thinking', data }];
  if (type !== 'reasoning.text' || typeof signature !== 'string' || signature === '') return [];
  return [{ type: 'thinking', thinking: typeof text === 'string' ? text : '', signature }];
}
