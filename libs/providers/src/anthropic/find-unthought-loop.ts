import type { Turn } from './messages-request.js';

/**
 * Whether the conversation is amid a loop of tool calls that began without a thinking block. With a budget the provider
 * answers 400 to thinking then: "Expected `thinking` or `redacted_thinking`, but found `tool_use` … To avoid this
 * requirement, disable `thinking`". Only the first turn of a loop has to have one.
 */
export function isUnthoughtLoop(turns: readonly Turn[]): boolean {
  const question = turns.findLastIndex((turn) => turn.role === 'user' && !hasResult(turn));
  const first = turns[question + 1];
  if (first?.role !== 'assistant' || turns.length <= question + 2) return false;
  const type = first.content[0]?.type;
  return type !== 'thinking' && type !== 'redacted_thinking';
}

function hasResult({ content }: Turn): boolean {
  return content.some(({ type }) => type === 'tool_result');
}
