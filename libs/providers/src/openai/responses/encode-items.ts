import type { ChatMessage, ToolCall } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { Losses } from '../../shared/losses.js';
import { toShortNativeId } from '../../shared/models/native-id.js';
import { placeDetails } from '../../shared/reasoning/reasoning-details.js';
import { loseWords, type MessageLimits } from '../../shared/texts/find-lost-words.js';
import type { ResponsesQuirks } from '../../wire-quirks.js';
import { encodeContent, encodeSpeech } from './encode-content.js';
import { toOpenReasoning, toReasoningItem } from './reasoning-items.js';

type Item = Record<string, unknown>;

/** The longest id of a call that the provider takes (developers.openai.com/api/reference/resources/responses, `call_id`). */
const LONGEST_CALL_ID = 64;

/** Limits of what items can hold. The thinking is judged where it is placed. */
const LIMITS: MessageLimits = {
  instructionsAnywhere: true,
  cacheMarks: false,
  imageDetail: true,
  fileNames: true,
  blankTexts: true,
  callSignatures: false,
  refusals: true,
  keepsThinking: () => true,
};

/**
 * The conversation of a chat request as items of the Responses format. Thinking that the provider encrypted stands before what it led
 * to, as the provider demands; without anything behind it, it is left out. Throws a `GatewayError` for a part that the format lacks.
 */
export function encodeItems(messages: readonly ChatMessage[], quirks: ResponsesQuirks, losses: Losses): Item[] {
  const customCalls = new Set<string>();
  if (loseWords(messages, LIMITS)) losses.lose('messages');
  const items = messages.flatMap((message, index): Item[] => {
    const path = `messages[${index}]`;
    if (message.role === 'assistant') return encodeAssistant(message, path, quirks, customCalls, losses);
    const content = encodeContent(message.content, `${path}.content`);
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

function encodeAssistant(
  message: ChatMessage,
  path: string,
  quirks: ResponsesQuirks,
  customCalls: Set<string>,
  losses: Losses,
): Item[] {
  if (message.audio) throw unsupported(`${path}.audio`, 'is not supported by the Responses API.');
  const { encryptsReasoning } = quirks;
  const speech = encodeSpeech(message);
  const said: Item[] = speech === undefined ? [] : [{ type: 'message', role: 'assistant', content: speech }];
  const calls = (message.tool_calls ?? []).map((call) => [encodeCall(call, customCalls)]);
  const blocks = said.length > 0 ? [said, ...calls] : calls;
  const items = encryptsReasoning
    ? placeDetails(message.reasoning_details, blocks, toReasoningItem)
    : [...toOpenReasoning(message, path, quirks), ...blocks.flat()];
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

/** Fits an id. A call and its result still have the same one, whatever made it. */
function fitId(id: string): string {
  return id.length <= LONGEST_CALL_ID ? id : toShortNativeId(id, LONGEST_CALL_ID);
}

/** Declares the loss of thinking, with its signer, that does not go along. */
function reportLosses(message: ChatMessage, items: readonly Item[], encrypts: boolean, losses: Losses): void {
  const { reasoning_content: text, reasoning_details: details } = message;
  const given = Array.isArray(details) ? details.length : 0;
  const kept = encrypts ? items.filter(({ type }) => type === 'reasoning').length : 0;
  if (given > kept || (given === 0 && encrypts && Boolean(text))) losses.lose('messages');
}

/** The provider rejects thinking that nothing follows. */
function withoutLooseEnd(items: Item[], losses: Losses): Item[] {
  let length = items.length;
  while (length > 0 && items[length - 1]?.type === 'reasoning') length--;
  if (length === items.length) return items;
  losses.lose('messages');
  return items.slice(0, length);
}
