/** A turn of the native format, no matter who wrote it. */
interface AnyTurn {
  readonly role: string;
  readonly content: string | readonly { readonly type: string }[];
}

/**
 * True if the conversation is in the middle of a loop of tool calls that began without a thinking block. With a budget
 * the provider answers 400 to thinking then: "Expected `thinking` or `redacted_thinking`, but found `tool_use` … To
 * avoid this requirement, disable `thinking`". Only the first turn of a loop has to have one.
 */
export function isUnthoughtLoop(turns: readonly AnyTurn[]): boolean {
  const question = turns.findLastIndex((turn) => turn.role === 'user' && !hasResult(turn));
  const first = turns[question + 1];
  if (first?.role !== 'assistant' || turns.length <= question + 2) return false;
  const type = typeof first.content === 'string' ? 'text' : first.content[0]?.type;
  return type !== 'thinking' && type !== 'redacted_thinking';
}

function hasResult({ content }: AnyTurn): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'tool_result');
}
