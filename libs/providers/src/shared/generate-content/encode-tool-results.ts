import type { ChatMessage, ToolCall } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import type { Losses } from '../losses.js';
import { parseJsonObject } from '../texts/parse-json-object.js';
import { encodeContent } from './encode-parts.js';
import { encodeCallId } from './encode-tool-calls.js';
import type { Json, NativePart } from './native-types.js';

/**
 * The unbroken run of tool messages from `start` as native results of the turn's calls, in the order of the calls, by
 * which the provider matches them too.
 */
export function encodeToolResults(
  messages: readonly ChatMessage[],
  start: number,
  calls: readonly ToolCall[],
  target: ProviderTarget,
  losses: Losses,
): NativePart[] {
  const places = new Map(calls.map((call, place) => [call.id, { call, place }]));
  const results: { place: number; part: NativePart }[] = [];
  for (let index = start; messages[index]?.role === 'tool'; index++) {
    const message = messages[index];
    const { content, tool_call_id: id = '' } = message ?? {};
    const path = `messages[${index}]`;
    const found = places.get(id);
    if (found === undefined) throw new GatewayError('invalid_value', { param: `${path}.tool_call_id` });
    const parts = encodeContent(content, `${path}.content`, target);
    if (standsBeforeText(parts)) losses.lose('messages');
    results.push({ place: found.place, part: encodeToolResult(parts, found.call, message?.is_error === true, target) });
  }
  return results.sort((one, other) => one.place - other.place).map(({ part }) => part);
}

/** True if an image or a file stands before a text, which it follows in a result of this provider. */
function standsBeforeText(parts: readonly NativePart[]): boolean {
  const first = parts.findIndex(({ text }) => text === undefined);
  return first !== -1 && parts.findLastIndex(({ text }) => text !== undefined) > first;
}

/**
 * The result is an object (ai.google.dev/api/caching#FunctionResponse): a text that is one goes as it is, any other
 * under `output`, and the words of a tool that failed under `error`: the keys that the reference reserves for them. Images go beside it ("Function calling", multimodal
 * function responses).
 */
function encodeToolResult(
  parts: readonly NativePart[],
  call: ToolCall,
  isError: boolean,
  target: ProviderTarget,
): NativePart {
  const text = parts.map((part) => part.text ?? '').join('');
  const media = parts.filter((part) => part.text === undefined);
  return {
    functionResponse: {
      ...encodeCallId(call, target),
      name: call.function.name,
      response: isError ? { error: parseJsonObject(text) ?? text } : toObject(text),
      ...(media.length > 0 && { parts: media }),
    },
  };
}

function toObject(text: string): Json {
  return parseJsonObject(text) ?? { output: text };
}
