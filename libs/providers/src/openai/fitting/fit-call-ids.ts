import type { ChatMessage } from '@multilane/contracts';
import { mapMessages } from '../../shared/map-messages.js';
import { toHashedId, toLimitedId } from '../../shared/models/native-id.js';
import type { CallIds } from '../../wire-quirks.js';

/**
 * A conversation whose ids of calls are as a strict provider demands (docs/contract/translation.md#group-r). Others are replaced by a
 * hash, or end in one. The same array comes back when nothing has to change.
 */
export function fitCallIds(messages: readonly ChatMessage[], limits: CallIds): readonly ChatMessage[] {
  return mapMessages(messages, (message) => withOwnIds(message, limits));
}

/** Fits the ids of calls. A call and its result still have the same one, whatever made the ids. */
function withOwnIds(message: ChatMessage, limits: CallIds): ChatMessage {
  const { tool_call_id: result, tool_calls: calls } = message;
  if (typeof result === 'string') {
    const id = fitId(result, limits);
    return id === result ? message : { ...message, tool_call_id: id };
  }
  if (!calls?.some(({ id }) => fitId(id, limits) !== id)) return message;
  return { ...message, tool_calls: calls.map((call) => ({ ...call, id: fitId(call.id, limits) })) };
}

function fitId(id: string, { exactly, atMost }: CallIds): string {
  if (exactly !== undefined) return toHashedId(id, exactly);
  return atMost === undefined ? id : toLimitedId(id, atMost);
}
