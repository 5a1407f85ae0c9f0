import type { ChatCompletion, ChatMessage, ToolCall } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { CallIds } from '../shared/call-ids.js';
import { isErrorEvent } from '../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { isCutShort } from '../shared/finish-reasons.js';
import { BlockCounter, type ReasoningDetail } from '../shared/reasoning/reasoning-details.js';
import { writeArguments } from '../shared/texts/write-arguments.js';
import { mapException } from './map-error.js';
import { mapFinishReason } from './map-finish-reason.js';
import { mapUsage } from './map-usage.js';
import { keepReasoning } from './reasoning-details.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * The completion that a Converse answer says; it names neither an id nor a model nor a time. Blocks that a chat message
 * has no place for are passed over. Throws a `ProviderFailure` for an error or an unreadable shape inside a 2xx answer.
 */
export function decodeResponse(bodies: readonly unknown[], facts: DecodeFacts): Decoded<ChatCompletion> {
  const body = bodies[0];
  if (!isRecord(body)) throw unreadable('not an object');
  if (typeof body.__type === 'string') throw mapException(body.__type, body);
  const answer = isRecord(body.output) ? body.output.message : undefined;
  if (!isRecord(answer) || !Array.isArray(answer.content)) {
    throw isErrorEvent(body) ? mapErrorInAnswer(body) : unreadable('no message');
  }
  const isCut = isCutShort(mapFinishReason(body.stopReason, true));
  const message = decodeMessage(answer.content.filter(isRecord), isCut, facts);
  const hasToolCalls = message.tool_calls !== undefined;
  const usage = mapUsage(body.usage, body.serviceTier);
  const response: ChatCompletion = {
    id: `chatcmpl-${facts.idSeed}`,
    object: 'chat.completion',
    created: facts.created,
    model: facts.model ?? '',
    choices: [
      {
        index: 0,
        message,
        logprobs: null,
        finish_reason: mapFinishReason(body.stopReason, hasToolCalls, facts.onUnknownFinishReason),
      },
    ],
    ...(usage === undefined ? {} : { usage }),
  };
  return { response, usage, verbatim: false };
}

/** True if a call is the client's to make; the provider's own tools are not. */
export function isClientCall(block: unknown): block is Json {
  return isRecord(block) && block.type !== 'server_tool_use';
}

/** A call's id and name; the id is made from the call's place where the provider left it out, and is unique. */
export function readCall(
  { toolUseId, name }: Json,
  index: number,
  { idSeed }: DecodeFacts,
  ids: CallIds,
): { id: string; name: string } {
  if (typeof name !== 'string' || name === '') throw unreadable('a tool call without a name');
  const given = typeof toolUseId === 'string' && toolUseId !== '' ? toolUseId : `call_${idSeed}_${index}`;
  return { id: ids.claim(given), name };
}

function decodeMessage(blocks: readonly Json[], isCut: boolean, facts: DecodeFacts): ChatMessage {
  const ids = new CallIds(facts.request);
  const counter = new BlockCounter();
  const texts: string[] = [];
  const thoughts: string[] = [];
  const details: ReasoningDetail[] = [];
  const calls: ToolCall[] = [];
  for (const block of blocks) {
    const text = readText(block);
    if (text !== undefined) {
      counter.pass('text');
      texts.push(text);
    } else if (isClientCall(block.toolUse)) {
      counter.pass('call');
      const called = readCall(block.toolUse, calls.length, facts, ids);
      calls.push(decodeCall(called, block.toolUse.input, isCut && block === blocks.at(-1)));
    } else if (isRecord(block.reasoningContent)) {
      const reasoning = flattenReasoning(block.reasoningContent);
      if (typeof reasoning.text === 'string') thoughts.push(reasoning.text);
      details.push(...[keepReasoning(reasoning, counter, facts.model ?? '')].filter((detail) => detail !== undefined));
    }
  }
  const reasoning = thoughts.join('');
  return {
    role: 'assistant',
    content: texts.length === 0 ? null : texts.join(''),
    refusal: null,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** The input of a call that was cut may be empty although the model has begun it: that is no call without arguments. */
function decodeCall({ id, name }: { id: string; name: string }, input: unknown, mayBeCut: boolean): ToolCall {
  const written = writeArguments(input);
  return { id, type: 'function', function: { name, arguments: mayBeCut && written === '{}' ? '' : written } };
}

/** Plain text, or the text of a block that also cites its sources. */
function readText({ text, citationsContent }: Json): string | undefined {
  if (typeof text === 'string') return text;
  if (!isRecord(citationsContent) || !Array.isArray(citationsContent.content)) return undefined;
  return citationsContent.content
    .filter(isRecord)
    .map((part) => part.text)
    .filter((part) => typeof part === 'string')
    .join('');
}

function flattenReasoning(content: Json): Json {
  return isRecord(content.reasoningText) ? content.reasoningText : content;
}
