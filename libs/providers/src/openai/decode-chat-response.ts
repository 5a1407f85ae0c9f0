import type { ChatCompletion } from '@multilane/contracts';
import { isIndex, isRecord, withBilled } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { CallIds } from '../shared/call-ids.js';
import { isErrorEvent } from '../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { isCutShort, mapFinishReason } from '../shared/finish-reasons.js';
import { areReferenceWords, normaliseWords } from '../shared/texts/normalise-words.js';
import { readBilled } from '../shared/usage/read-billed.js';
import { findUsage, mapUsage } from '../shared/usage/reference-usage.js';
import { completeEnvelope } from './complete-envelope.js';
import { assertMessageShape } from './encode-chat-request.js';
import { normaliseToolCalls } from './streams/normalise-tool-calls.js';

type Json = Record<string, unknown>;

/**
 * The completion that a provider of group R answered with, brought to the reference shape where it departs from it. The parsed body
 * is not mutated. Throws a `ProviderFailure` for an error or an unreadable shape inside a 2xx answer.
 */
export function decodeChatResponse(bodies: readonly unknown[], facts: DecodeFacts): Decoded<ChatCompletion> {
  const body = Array.isArray(bodies[0]) ? bodies[0][0] : bodies[0];
  if (!isRecord(body)) throw unreadable('not an object');
  const reported = findUsage(body);
  const usage = withBilled(mapUsage(reported), readBilled(body, reported));
  try {
    const given = readList(body);
    const isNumbered = areIndexes(given);
    const ids = new CallIds(facts.request);
    const choices: Json[] = [];
    let areGiven = true;
    for (const [position, choice] of given.entries()) {
      const read = readChoice(choice, isNumbered ? indexOf(choice) : position, facts, ids);
      if (read !== choice) areGiven = false;
      choices.push(read);
    }
    const whole = completeEnvelope(body, choices, areGiven, 'chat.completion', facts);
    return { response: whole as unknown as ChatCompletion, usage, verbatim: whole === body };
  } catch (error) {
    // It is paid for all the same.
    if (error instanceof ProviderFailure) error.usage = usage;
    throw error;
  }
}

function readList(body: Json): readonly unknown[] {
  if (body.error) throw mapErrorInAnswer(body);
  if (Array.isArray(body.choices) && body.choices.length > 0) return body.choices;
  throw isErrorEvent(body) ? mapErrorInAnswer(body) : unreadable('no choices');
}

/**
 * The choice itself where it is whole, else a corrected copy: Azure's content filter leaves choices without a message, and
 * some providers leave out the role, or the content of a message that only calls tools
 * (docs/contract/chat.md#response).
 */
function readChoice(given: unknown, index: number, facts: DecodeFacts, ids: CallIds): Json {
  if (!isRecord(given)) throw unreadable('a choice');
  if (given.error) throw mapErrorInAnswer({ error: given.error });
  const message = readMessage(given);
  const calls: Json[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const completed =
    calls.length === 0 ? calls : normaliseToolCalls(calls, `call_${facts.idSeed}_${index}`, ids, mayBeCut(given));
  const hasCalls = completed.length > 0;
  const reason =
    mapFinishReason(given.finish_reason, hasCalls, facts.onUnknownFinishReason) ?? mapFinishReason('stop', hasCalls);
  const isWhole = message === given.message && completed === calls && given.index === index;
  if (isWhole && reason === given.finish_reason) return given;
  const rest = completed === calls ? message : { ...message, tool_calls: hasCalls ? completed : undefined };
  return { ...given, index, message: rest, finish_reason: reason };
}

/** True if each choice has an index of its own. */
function areIndexes(choices: readonly unknown[]): boolean {
  if (choices.length === 1) return isRecord(choices[0]) && isIndex(choices[0].index);
  const indexes = new Set(choices.map((choice) => (isRecord(choice) ? choice.index : undefined)));
  return indexes.size === choices.length && [...indexes].every(isIndex);
}

function indexOf(choice: unknown): number {
  return Number(isRecord(choice) ? choice.index : undefined);
}

/** True if the end of an answer may be missing, by a reason of any dialect. */
function mayBeCut({ finish_reason: reason }: Json): boolean {
  return isCutShort(mapFinishReason(reason, true));
}

/** The message itself where it is whole, else a corrected copy. */
function readMessage({ delta, message, text }: Json): Json {
  const given = isRecord(message)
    ? message
    : isRecord(delta)
      ? delta
      : { content: typeof text === 'string' ? text : null };
  assertMessageShape(given);
  const isWhole = given === message && given.role === 'assistant' && given.content !== undefined;
  if (isWhole && areReferenceWords(given)) return given;
  const copy: Json = isWhole ? { ...given } : { content: null, ...given, role: 'assistant' };
  normaliseWords(copy);
  return copy;
}
