import { isRecord } from '@multilane/contracts';
import type { Reply } from '../../reply.js';
import { objectAt, objectsIn } from '../json-values.js';
import { readEvents } from '../read-events.js';
import type { IssuedToolCall, IssuedTurn } from '../wire.js';
import { readCall } from './read-history.js';

/** The tool calls of a message, whole or put together from the events of its stream. */
export function readIssued(reply: Reply): IssuedTurn {
  if (reply.kind === 'stream') return { calls: joinFragments(readEvents(reply)), thoughts: [] };
  const message = reply.kind === 'json' && isRecord(reply.body) ? objectAt(reply.body, 'message') : {};
  return { calls: objectsIn(message.tool_calls).map(readCall), thoughts: [] };
}

/** A stream sends one call at a time, in `tool_calls` of the delta: an object there, not a list. */
function joinFragments(events: readonly Record<string, unknown>[]): IssuedToolCall[] {
  const calls = new Map<unknown, IssuedToolCall>();
  for (const event of events) {
    const part = readCall(objectAt(objectAt(objectAt(event, 'delta'), 'message'), 'tool_calls'));
    const call = calls.get(event.index);
    if (event.type === 'tool-call-start') calls.set(event.index, part);
    if (event.type === 'tool-call-delta' && call) call.arguments += part.arguments;
  }
  return [...calls.values()];
}
