import type { ChatCompletion } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { mapErrorInAnswer, unreadable } from '../shared/map-error.js';
import { findUsage, mapUsage } from '../shared/reference-usage.js';
import { writeArguments } from '../shared/write-arguments.js';
import type { WireQuirks } from '../wire-quirks.js';
import { assertMessageShape } from './encode-chat-request.js';
import { mapFinishReason, normaliseReasoning } from './normalise-chunk.js';
import { lacksArguments, normaliseToolCalls } from './normalise-tool-calls.js';

type Json = Record<string, unknown>;

/**
 * The completion that a provider of group R answered with, its quirks brought to the reference shape. The parsed body
 * is not mutated. Throws a `ProviderFailure` for an error or an unreadable shape inside a 2xx answer.
 */
export function decodeChatResponse(
  bodies: readonly unknown[],
  facts: DecodeFacts,
  quirks: WireQuirks,
): Decoded<ChatCompletion> {
  const body = Array.isArray(bodies[0]) ? bodies[0][0] : bodies[0];
  if (!isRecord(body)) throw unreadable('not an object');
  const usage = mapUsage(findUsage(body));
  try {
    const { choices, verbatim } = readChoices(body, facts, quirks);
    return { response: { ...body, choices } as unknown as ChatCompletion, usage, verbatim };
  } catch (error) {
    // It is paid for all the same.
    if (error instanceof ProviderFailure) error.usage = usage;
    throw error;
  }
}

function readChoices(body: Json, facts: DecodeFacts, quirks: WireQuirks): { choices: unknown[]; verbatim: boolean } {
  if (body.error) throw mapErrorInAnswer(body);
  if (!Array.isArray(body.choices) || body.choices.length === 0) throw unreadable('no choices');
  const given: readonly unknown[] = body.choices;
  const choices = given.map((choice, index) => {
    const complete = readChoice(choice);
    return quirks.normalisesAnswers ? normaliseChoice(complete, index, facts) : completeArguments(complete);
  });
  const verbatim = choices.every((choice, index) => choice === given[index]);
  return { choices, verbatim };
}

type Choice = Json & { message: Json };

/**
 * The choice itself where its message is whole, else a copy: Azure's content filter leaves choices without a message, and
 * some providers leave out the role, or the content of a message that only calls tools
 * (docs/contract/chat.md#response).
 */
function readChoice(choice: unknown): Choice {
  if (!isRecord(choice)) throw unreadable('a choice');
  if (choice.error) throw mapErrorInAnswer({ error: choice.error });
  const { message } = choice;
  if (!isRecord(message)) return { ...choice, message: { role: 'assistant', content: null } };
  assertMessageShape(message);
  if (typeof message.role === 'string' && message.content !== undefined) return choice as Choice;
  return { ...choice, message: { content: null, ...message, role: message.role ?? 'assistant' } };
}

/** The reference provider's own choice, unless a call has no arguments that a client could parse. */
function completeArguments(given: Choice): Choice {
  const { tool_calls: calls } = given.message;
  if (!Array.isArray(calls) || !calls.some(lacksArguments)) return given;
  const tool_calls = calls.map((call) =>
    lacksArguments(call)
      ? { ...call, function: { ...call.function, arguments: writeArguments(call.function.arguments) } }
      : call,
  );
  return { ...given, message: { ...given.message, tool_calls } };
}

/** The choice itself when nothing has to change, else a corrected copy. */
function normaliseChoice(given: Choice, position: number, facts: DecodeFacts): Json {
  const message = { ...given.message };
  let changed = normaliseReasoning(message);
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.map(copyToolCall) : [];
  if (calls.length > 0) {
    const index = typeof given.index === 'number' ? given.index : position;
    changed = normaliseToolCalls(calls, `call_${facts.idSeed}_${index}`) || changed;
    message.tool_calls = calls;
  }
  const reason = mapFinishReason(given.finish_reason, calls.length > 0);
  if (!changed && reason === given.finish_reason) return given;
  return { ...given, message, finish_reason: reason };
}

function copyToolCall(call: unknown): unknown {
  if (!isRecord(call)) return call;
  return isRecord(call.function) ? { ...call, function: { ...call.function } } : { ...call };
}
