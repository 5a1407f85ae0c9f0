import type { ChatMessage } from '@multilane/contracts';
import { toHashedId } from '../shared/native-id.js';
import type { ConversationRules } from '../wire-quirks.js';

/**
 * Brings a conversation to what a strict provider accepts (docs/contract/translation.md#group-r): the ids of calls in its own
 * form, and the mark of an answer that is begun. The same array comes back when nothing has to change.
 */
export function followConversationRules(
  messages: readonly ChatMessage[],
  rules: ConversationRules,
): readonly ChatMessage[] {
  const followed = messages.map((message, index) => {
    const named = withOwnIds(message, rules.callIdLength);
    return index === messages.length - 1 ? markBeginning(named, rules.beginningMark) : named;
  });
  return followed.every((message, index) => message === messages[index]) ? messages : followed;
}

/** Whatever made the ids, a call and its result still have the same one. */
function withOwnIds(message: ChatMessage, length: number): ChatMessage {
  const { tool_call_id: result, tool_calls: calls } = message;
  if (typeof result === 'string') {
    const id = toHashedId(result, length);
    return id === result ? message : { ...message, tool_call_id: id };
  }
  if (!calls?.some(({ id }) => toHashedId(id, length) !== id)) return message;
  return { ...message, tool_calls: calls.map((call) => ({ ...call, id: toHashedId(call.id, length) })) };
}

/** What the client itself says of it stays. */
function markBeginning(message: ChatMessage, mark: string): ChatMessage {
  const isBegun = message.role === 'assistant' && !message.tool_calls?.length;
  return isBegun && (message[mark] ?? undefined) === undefined ? { ...message, [mark]: true } : message;
}
