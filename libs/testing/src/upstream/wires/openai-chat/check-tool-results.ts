import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@multilane/contracts';
import { objectsIn } from '../json-values.js';
import type { IssuedToolCall, WireFault } from '../wire.js';
import { readCall } from './read-tool-calls.js';

/**
 * Checks that every tool call of the history is answered by a tool message right behind it and no other is, and that
 * the calls are those which this upstream has handed out, by id, name and arguments. Ids are compared once any were
 * handed out, unless some call had none: anyone who stood between had to make ids up then.
 */
export function checkToolResults(messages: unknown, issued: readonly IssuedToolCall[]): WireFault | undefined {
  let waiting = new Set<string>();
  for (const [index, message] of objectsIn(messages).entries()) {
    const param = `messages[${index}]`;
    if (message.role === 'tool') {
      const id = String(message.tool_call_id);
      if (!waiting.delete(id)) return { param, message: `tool_call_id ${id} answers no call right before it` };
      continue;
    }
    if (waiting.size > 0) return { param, message: `calls ${[...waiting].join(', ')} have no tool message` };
    const calls = objectsIn(message.tool_calls).map(readCall);
    const strange = calls.find((call) => !wasIssued(call, issued));
    if (strange) return { param, message: `no reply has handed out the call ${JSON.stringify(strange)}` };
    waiting = new Set(calls.map((call) => call.id));
  }
  return waiting.size > 0
    ? { param: 'messages', message: `calls ${[...waiting].join(', ')} have no tool message` }
    : undefined;
}

/** Checks that the request answers the calls which the recorded request of the same turn answered. */
export function checkRecordedResults(messages: unknown, recordedRequest: unknown): WireFault | undefined {
  const answered = resultIds(messages);
  const recorded = isRecord(recordedRequest) ? resultIds(recordedRequest.messages) : [];
  const missing = recorded.filter((id) => !answered.includes(id));
  if (missing.length === 0) return undefined;
  return { param: 'messages', message: `the recorded turn answers ${missing.join(', ')}, this request does not` };
}

function resultIds(messages: unknown): string[] {
  return objectsIn(messages).flatMap((message) => (message.role === 'tool' ? String(message.tool_call_id) : []));
}

function wasIssued(call: IssuedToolCall, issued: readonly IssuedToolCall[]): boolean {
  if (issued.length === 0) return true;
  const sameCall = (other: IssuedToolCall) =>
    other.name === call.name && sameArguments(other.arguments, call.arguments);
  if (issued.some((other) => other.id === call.id)) {
    return issued.some((other) => other.id === call.id && sameCall(other));
  }
  return issued.some((other) => other.id === '' && sameCall(other));
}

/** Equal as JSON, since a client may write the object again; equal as text if one is no JSON. */
function sameArguments(left: string, right: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(left), JSON.parse(right));
  } catch {
    return left === right;
  }
}
