import { isRecord } from '../shared/is-record.js';
import type { ContentBlock } from './messages-request.js';

/** Names the provider's own thinking among `reasoning_details`, which OpenRouter's clients send back to any provider. */
const FORMAT = 'anthropic-claude-v1';

/**
 * A block of thinking on its way to the client and back, in the shape that OpenRouter made common
 * (openrouter.ai/docs, "Reasoning tokens", `reasoning_details`): the text with its signature, or what the provider
 * encrypted. The signature must come back untouched (decisions section 5, "Signatures over the chat format").
 */
export type ReasoningDetail = {
  readonly format: string;
  /** Where the block stood among the blocks of its answer, as `BlockCounter` counts them. */
  readonly index: number;
} & (
  | { readonly type: 'reasoning.text'; readonly text: string; readonly signature: string }
  | { readonly type: 'reasoning.encrypted'; readonly data: string }
);

/** Counts the blocks of an answer as the chat format keeps them: all text is one block, where the first of it stood. */
export class BlockCounter {
  #count = 0;
  #hasText = false;

  /** Counts a block of text or a tool call. */
  pass(type: 'text' | 'tool_use'): void {
    if (type === 'text' && this.#hasText) return;
    this.#hasText ||= type === 'text';
    this.#count++;
  }

  /** The detail for a finished block of thinking, which is counted; undefined without anything to keep. */
  keep(block: Readonly<Record<string, unknown>>): ReasoningDetail | undefined {
    const detail = toReasoningDetail(block, this.#count);
    if (detail !== undefined) this.#count++;
    return detail;
  }
}

function toReasoningDetail(block: Readonly<Record<string, unknown>>, index: number): ReasoningDetail | undefined {
  const { type, thinking, signature, data } = block;
  if (type === 'redacted_thinking' && typeof data === 'string') {
    return { type: 'reasoning.encrypted', data, format: FORMAT, index };
  }
  if (type !== 'thinking' || typeof signature !== 'string' || signature === '') return undefined;
  return { type: 'reasoning.text', text: String(thinking ?? ''), signature, format: FORMAT, index };
}

/**
 * An assistant turn with its thinking where it stood; the provider refuses a turn whose thinking was moved. `others` is
 * the text and then each call, blocks in a list each. Thinking of other providers, and thinking without its signature,
 * is left out: the provider refuses what it did not sign, and does without thinking where it is missing
 * (platform.claude.com/docs/en/build-with-claude/extended-thinking, "Graceful thinking degradation").
 */
export function placeThinking(details: unknown, others: readonly ContentBlock[][]): ContentBlock[] {
  const placed: ContentBlock[][] = [];
  let next = 0;
  let count = 0;
  for (const detail of Array.isArray(details) ? details.filter(isRecord) : []) {
    const index = typeof detail.index === 'number' ? detail.index : 0;
    for (; count < index && next < others.length; count++) placed.push(others[next++] ?? []);
    const block = toThinkingBlock(detail);
    if (block !== undefined) placed.push([block]);
    // Left out or not, it has its place in the count of those behind it.
    count++;
  }
  return [...placed, ...others.slice(next)].flat();
}

function toThinkingBlock(detail: Record<string, unknown>): ContentBlock | undefined {
  const { type, text, signature, data, format } = detail;
  if ((format ?? FORMAT) !== FORMAT) return undefined;
  if (type === 'reasoning.encrypted' && typeof data === 'string') return { type: 'redacted_thinking', data };
  if (type !== 'reasoning.text' || typeof signature !== 'string' || signature === '') return undefined;
  return { type: 'thinking', thinking: typeof text === 'string' ? text : '', signature };
}
