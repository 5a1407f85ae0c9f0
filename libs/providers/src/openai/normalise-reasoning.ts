import { isRecord } from '@multilane/contracts';

/**
 * Brings the reasoning of a message or a delta to `reasoning_content` (docs/contract/chat.md#reasoning): copied from
 * `reasoning`, or taken out of Mistral's content parts, whose text becomes a string. True when something changed.
 */
export function normaliseReasoning(message: Record<string, unknown>): boolean {
  const split = Array.isArray(message.content) && splitThinking(message, message.content);
  const { reasoning } = message;
  if (typeof reasoning !== 'string' || reasoning === '') return split;
  if (message.reasoning_content !== undefined && message.reasoning_content !== null) return split;
  message.reasoning_content = reasoning;
  return true;
}

/** docs.mistral.ai, "Reasoning": content is a list of `thinking` and `text` parts. */
function splitThinking(message: Record<string, unknown>, parts: unknown[]): boolean {
  if (!parts.every((part) => isRecord(part) && (part.type === 'thinking' || part.type === 'text'))) return false;
  const texts = parts.filter((part) => isRecord(part) && part.type === 'text');
  const thoughts = parts.flatMap((part) => (isRecord(part) && Array.isArray(part.thinking) ? part.thinking : []));
  message.content = texts.length === 0 ? null : joinTexts(texts);
  if (thoughts.length > 0) message.reasoning_content = joinTexts(thoughts);
  return true;
}

function joinTexts(parts: readonly unknown[]): string {
  return parts.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('');
}
