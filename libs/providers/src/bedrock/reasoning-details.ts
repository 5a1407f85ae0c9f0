import { isRecord } from '../shared/is-record.js';
import type { ContentBlock, ReasoningBlock } from './converse-request.js';
import { findVendor } from './model-vendor.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * A block of reasoning on its way to the client and back, in the shape that OpenRouter made common
 * (openrouter.ai/docs, "Reasoning tokens", `reasoning_details`), as the messages-native provider's: the text with its
 * signature, or the base64 of what the provider encrypted. Both must come back untouched (decisions section 5).
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
  pass(type: 'text' | 'call'): void {
    if (type === 'text' && this.#hasText) return;
    this.#hasText ||= type === 'text';
    this.#count++;
  }

  /** The detail for a finished block of reasoning, which is counted; undefined without anything that must come back. */
  keep({ text, signature, redactedContent }: Json, model: string): ReasoningDetail | undefined {
    if (typeof redactedContent === 'string' && redactedContent !== '') {
      const format = encryptedFormat(model);
      return { type: 'reasoning.encrypted', data: redactedContent, format, index: this.#count++ };
    }
    if (typeof signature !== 'string' || signature === '') return undefined;
    const shown = typeof text === 'string' ? text : '';
    return { type: 'reasoning.text', text: shown, signature, format: signedFormat(model), index: this.#count++ };
  }
}

/**
 * An assistant turn with its reasoning where it stood. `others` is the text and then each call, blocks in a list each.
 * Left out is reasoning that another vendor's model signed or encrypted, which the provider refuses, and reasoning
 * without a signature, which some models refuse and none demands.
 */
export function placeReasoning(details: unknown, others: readonly ContentBlock[][], model: string): ContentBlock[] {
  const placed: ContentBlock[][] = [];
  let next = 0;
  let count = 0;
  for (const detail of Array.isArray(details) ? details.filter(isRecord) : []) {
    const index = typeof detail.index === 'number' ? detail.index : 0;
    for (; count < index && next < others.length; count++) placed.push(others[next++] ?? []);
    count++;
    placed.push(toReasoningBlocks(detail, model));
  }
  return [...placed, ...others.slice(next)].flat();
}

function toReasoningBlocks({ type, text, signature, data, format }: Json, model: string): ReasoningBlock[] {
  if (type === 'reasoning.encrypted' && typeof data === 'string') {
    return format === encryptedFormat(model) ? [{ reasoningContent: { redactedContent: data } }] : [];
  }
  if (type !== 'reasoning.text' || typeof signature !== 'string' || signature === '') return [];
  if ((format ?? signedFormat(model)) !== signedFormat(model)) return [];
  return [{ reasoningContent: { reasoningText: { text: typeof text === 'string' ? text : '', signature } } }];
}

/**
 * Claude's signatures hold on every platform that serves it (platform.claude.com/docs/en/build-with-claude/
 * extended-thinking, "Thinking encryption"), so they carry the name that its own provider's have. A model whose id does
 * not say who made it is taken for one: no other vendor's signs.
 */
function signedFormat(model: string): string {
  const vendor = findVendor(model) ?? 'anthropic';
  return vendor === 'anthropic' ? 'anthropic-claude-v1' : encryptedFormat(model);
}

/** Encrypted reasoning is bytes on this platform and text on others, so it comes back to this one alone. */
function encryptedFormat(model: string): string {
  return `bedrock-${findVendor(model) ?? 'anthropic'}-v1`;
}
