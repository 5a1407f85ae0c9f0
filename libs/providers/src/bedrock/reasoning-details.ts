import { type BlockCounter, placeDetails, type ReasoningDetail } from '../shared/reasoning/reasoning-details.js';
import type { ContentBlock, ReasoningBlock } from './converse-request.js';
import { findVendor } from './model-vendor.js';

type Json = Readonly<Record<string, unknown>>;

/** The detail for a finished block of reasoning, which is counted; undefined without anything that must come back. */
export function keepReasoning(
  { text, signature, redactedContent }: Json,
  counter: BlockCounter,
  model: string,
): ReasoningDetail | undefined {
  if (typeof redactedContent === 'string' && redactedContent !== '') {
    const format = encryptedFormat(model);
    return { type: 'reasoning.encrypted', data: redactedContent, format, index: counter.take() };
  }
  if (typeof signature !== 'string' || signature === '') return undefined;
  const shown = typeof text === 'string' ? text : '';
  return { type: 'reasoning.text', text: shown, signature, format: signedFormat(model), index: counter.take() };
}

/**
 * An assistant turn with its reasoning where it stood. `others` is the text and then each call, blocks in a list each.
 * Left out is reasoning that another vendor's model signed or encrypted, which the provider rejects, and reasoning
 * without a signature, which some models reject and none demands.
 */
export function placeReasoning(details: unknown, others: readonly ContentBlock[][], model: string): ContentBlock[] {
  return placeDetails<ContentBlock>(details, others, (detail) => toReasoningBlocks(detail, model));
}

/** True if the reasoning that a client sent back goes along as a whole. */
export function keepsReasoning({ reasoning_details: details }: Json, model: string): boolean {
  return (
    Array.isArray(details) &&
    details.length > 0 &&
    details.every((detail) => toReasoningBlocks(Object(detail), model).length > 0)
  );
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
 * not say who made it counts as one: no other vendor signs.
 */
function signedFormat(model: string): string {
  const vendor = findVendor(model) ?? 'anthropic';
  return vendor === 'anthropic' ? 'anthropic-claude-v1' : encryptedFormat(model);
}

/** Encrypted reasoning is bytes on this platform and text on others, so it comes back to this one alone. */
function encryptedFormat(model: string): string {
  return `bedrock-${findVendor(model) ?? 'anthropic'}-v1`;
}
