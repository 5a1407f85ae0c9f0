import type { ChatMessage, ToolCall } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Losses } from '../../shared/losses.js';
import { toShortNativeId } from '../../shared/native-id.js';
import { placeDetails } from '../../shared/reasoning-details.js';
import type { ResponsesQuirks } from '../../wire-quirks.js';
import { encodeContent, encodeSpeech } from './encode-content.js';
import { toReasoningItem } from './reasoning-items.js';

type Item = Record<string, unknown>;

/** The longest id of a call that the provider takes (developers.openai.com/api/reference/resources/responses, `call_id`). */
const LONGEST_CALL_ID = 64;

/**
 * The conversation of a chat request as items of the Responses format. Thinking that the provider encrypted stands before what it led
 * to, as the provider demands; without anything behind it, it is left out. Throws a `GatewayError` for a part that the format lacks.
 */
export function encodeItems(messages: readonly ChatMessage[], quirks: ResponsesQuirks, losses: Losses): Item[] {
  const customCalls = new Set<string>();
  const items = messages.flatMap((message, index): Item[] => {
    const path = `messages[${index}].content`;
    if (message.name || hasMarks(message.content)) losses.lose('messages');
    if (message.role === 'assistant') return encodeAssistant(message, quirks, customCalls, losses);
    const content = encodeContent(message.content, path);
    if (message.role !== 'tool') return [{ type: 'message', role: message.role, content }];
    const id = message.tool_call_id ?? '';
    const type = customCalls.has(id) ? 'custom_tool_call_output' : 'function_call_output';
    return [{ type, call_id: fitId(id), output: content }];
  });
  leaveOutRepeatedIds(items);
  return items;
}

/** The provider takes an item without an id, and no two with the same one. */
function leaveOutRepeatedIds(items: readonly Item[]): void {
  const ids = new Set<unknown>();
  for (const item of items) {
    if (item.id === undefined) continue;
    if (ids.has(item.id)) item.id = undefined;
    else ids.add(item.id);
  }
}

/** Marks for a cache, and other members of parts that the format has no place for. */
function hasMarks(content: ChatMessage['content']): boolean {
  return Array.isArray(content) && content.some(({ cache_control: mark }) => (mark ?? undefined) !== undefined);
}

function encodeAssistant(
  message: ChatMessage,
  { encryptsReasoning }: ResponsesQuirks,
  customCalls: Set<string>,
  losses: Losses,
): Item[] {
  const speech = encodeSpeech(message);
  const said: Item[] = speech === undefined ? [] : [{ type: 'message', role: 'assistant', content: speech }];
  const calls = (message.tool_calls ?? []).map((call) => [encodeCall(call, customCalls)]);
  const details = encryptsReasoning ? message.reasoning_details : undefined;
  const items = placeDetails(details, said.length > 0 ? [said, ...calls] : calls, toReasoningItem);
  reportLosses(message, items, encryptsReasoning, losses);
  return withoutLooseEnd(items, losses);
}

function encodeCall(call: ToolCall, customCalls: Set<string>): Item {
  const { id, function: called, custom } = call;
  if (isRecord(custom)) {
    customCalls.add(id);
    return { type: 'custom_tool_call', call_id: fitId(id), name: custom.name, input: custom.input };
  }
  return { type: 'function_call', call_id: fitId(id), name: called.name, arguments: called.arguments };
}

/** Whatever made the id, a call and its result still have the same one. */
function fitId(id: string): string {
  return id.length <= LONGEST_CALL_ID ? id : toShortNativeId(id, LONGEST_CALL_ID);
}

/** Whatever signed or said thinking that does not go along is declared, also what another provider attached to calls. */
function reportLosses(message: ChatMessage, items: readonly Item[], encrypts: boolean, losses: Losses): void {
  const { reasoning_content: text, reasoning_details: details, tool_calls: calls } = message;
  const kept = items.filter(({ type }) => type === 'reasoning').length;
  const given = Array.isArray(details) ? details.length : 0;
  const isLost = given > kept || (given === 0 && encrypts && Boolean(text));
  if (isLost || calls?.some(({ extra_content: extra }) => extra !== undefined)) losses.lose('messages');
}

/** The provider refuses thinking that nothing follows. */
function withoutLooseEnd(items: Item[], losses: Losses): Item[] {
  let length = items.length;
  while (length > 0 && items[length - 1]?.type === 'reasoning') length--;
  if (length === items.length) return items;
  losses.lose('messages');
  return items.slice(0, length);
}
