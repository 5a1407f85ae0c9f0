import type { ChatCompletion, ChatMessage, ToolCall } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { CallIds } from '../shared/call-ids.js';
import { isErrorEvent } from '../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { writeArguments } from '../shared/texts/write-arguments.js';
import { findFailure } from './map-error.js';
import { mapFinishReason } from './map-finish-reason.js';
import { mapLogprobs } from './map-logprobs.js';
import { mapUsage } from './map-usage.js';

/** The separator between two stretches of reasoning: thinking blocks, and the plan of a turn that calls tools. */
export const REASONING_BREAK = '\n\n';

/**
 * The completion in an answer of POST /v2/chat. Throws a `ProviderFailure` for an error or an unreadable shape inside
 * a 2xx answer. The provider names neither a model nor a time.
 */
export function decodeChatResponse(bodies: readonly unknown[], facts: DecodeFacts): Decoded<ChatCompletion> {
  const body = bodies[0];
  if (!isRecord(body)) throw unreadable('not an object');
  const failure = findFailure(body);
  if (failure !== undefined) throw failure;
  // An error has its text where an answer has its message.
  if (typeof body.message === 'string') throw mapErrorInAnswer(body);
  if (!isRecord(body.message)) throw isErrorEvent(body) ? mapErrorInAnswer(body) : unreadable('no message');

  const message = decodeMessage(body.message, facts);
  const usage = mapUsage(body.usage);
  const choice = {
    index: 0,
    message,
    finish_reason: mapFinishReason(body.finish_reason, message.tool_calls !== undefined, facts.onUnknownFinishReason),
    logprobs: mapLogprobs(body.logprobs) ?? null,
  };
  const response: ChatCompletion = {
    id: typeof body.id === 'string' ? body.id : `chatcmpl-${facts.idSeed}`,
    object: 'chat.completion',
    created: facts.created,
    model: facts.model ?? '',
    choices: [choice],
    ...(usage === undefined ? {} : { usage }),
  };
  return { response, usage, verbatim: false };
}

/** `citations` has no place in the reference format and is carried as it came, as an additional member. */
function decodeMessage(given: Record<string, unknown>, facts: DecodeFacts): ChatMessage {
  const blocks = toRecords(given.content);
  const text = blocks.map(({ text }) => text).filter(isText);
  const reasoning = [...blocks.map(({ thinking }) => thinking), given.tool_plan].filter(isText);
  const ids = new CallIds(facts.request);
  const calls = toRecords(given.tool_calls).map((call, index) => decodeCall(call, index, facts, ids));
  const message: ChatMessage = {
    role: 'assistant',
    content: text.length === 0 && calls.length > 0 ? null : text.join(''),
    refusal: null,
  };
  if (reasoning.length > 0) message.reasoning_content = reasoning.join(REASONING_BREAK);
  if (calls.length > 0) message.tool_calls = calls;
  if (toRecords(given.citations).length > 0) message.citations = given.citations;
  return message;
}

function decodeCall(call: Record<string, unknown>, index: number, { idSeed }: DecodeFacts, ids: CallIds): ToolCall {
  const called = isRecord(call.function) ? call.function : {};
  if (!isText(called.name)) throw unreadable('a tool call without a name');
  return {
    id: ids.claim(isText(call.id) ? call.id : `call_${idSeed}_${index}`),
    type: 'function',
    function: { name: called.name, arguments: writeArguments(called.arguments) },
  };
}

function toRecords(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
