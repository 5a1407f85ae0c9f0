import type { ChatMessage } from '@multilane/contracts';
import { toHashedId } from '../shared/native-id.js';

/**
 * A conversation whose ids of calls have exactly `length` letters and digits, as a strict provider demands
 * (docs/contract/translation.md#group-r). Others are replaced by a hash. The same array comes back when nothing has to change.
 */
export function fitCallIds(messages: readonly ChatMessage[], length: number): readonly ChatMessage[] {
  const fitted = messages.map((message) => withOwnIds(message, length));
  return fitted.every((message, index) => message === messages[index]) ? messages : fitted;
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
