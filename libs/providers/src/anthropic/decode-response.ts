import type { ChatCompletion, ChatMessage, ToolCall } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { CallIds } from '../shared/call-ids.js';
import { isErrorEvent } from '../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { isCutShort } from '../shared/finish-reasons.js';
import { BlockCounter, type ReasoningDetail } from '../shared/reasoning/reasoning-details.js';
import { writeArguments } from '../shared/texts/write-arguments.js';
import { mapFinishReason } from './map-finish-reason.js';
import { mapUsage } from './map-usage.js';
import { keepThinking } from './reasoning-details.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * The completion that a message of the provider says. Blocks of a type that is not known are passed over, as the
 * provider asks of its clients (platform.claude.com/docs/en/api/versioning). Throws a `ProviderFailure` for an error or
 * an unreadable shape inside a 2xx answer.
 */
export function decodeResponse(bodies: readonly unknown[], facts: DecodeFacts): Decoded<ChatCompletion> {
  const body = bodies[0];
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.type === 'error' || body.error) throw mapErrorInAnswer(body);
  const blocks = readBlocks(body);
  const isCut = isCutShort(mapFinishReason(body.stop_reason, true));
  const message = decodeMessage(blocks, body.stop_details, isCut, facts);
  const finishReason = mapFinishReason(body.stop_reason, message.tool_calls !== undefined, facts.onUnknownFinishReason);
  const usage = mapUsage(body.usage);
  const response: ChatCompletion = {
    id: typeof body.id === 'string' ? body.id : `chatcmpl-${facts.idSeed}`,
    object: 'chat.completion',
    created: facts.created,
    model: typeof body.model === 'string' ? body.model : (facts.model ?? ''),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    ...(usage === undefined ? {} : { usage }),
  };
  return { response, usage, verbatim: false };
}

/** Reads the provider's explanation of a refusal, for the member `refusal`. */
export function readRefusal(stopDetails: unknown): string | null {
  if (!isRecord(stopDetails) || stopDetails.type !== 'refusal') return null;
  return typeof stopDetails.explanation === 'string' ? stopDetails.explanation : null;
}

/** The blocks of an answer. Some who speak the format send a bare text. Throws a `ProviderFailure` where there are none. */
export function readBlocks(body: Json): Json[] {
  if (typeof body.content === 'string') return [{ type: 'text', text: body.content }];
  if (Array.isArray(body.content)) return body.content.filter(isRecord);
  throw isErrorEvent(body) ? mapErrorInAnswer(body) : unreadable('no content');
}

function decodeMessage(blocks: readonly Json[], stopDetails: unknown, isCut: boolean, facts: DecodeFacts): ChatMessage {
  const texts = readTexts(blocks, 'text', 'text');
  const thoughts = readTexts(blocks, 'thinking', 'thinking').join('');
  const details = readDetails(blocks);
  const ids = new CallIds(facts.request);
  const calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map((block, index) => {
      const id = ids.claim(
        typeof block.id === 'string' && block.id !== '' ? block.id : `toolu_${facts.idSeed}_${index}`,
      );
      return decodeToolCall(block, id, isCut && block === blocks.at(-1));
    });
  return {
    role: 'assistant',
    content: texts.length === 0 ? null : texts.join(''),
    refusal: readRefusal(stopDetails),
    ...(thoughts === '' ? {} : { reasoning_content: thoughts }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function readTexts(blocks: readonly Json[], type: string, member: string): string[] {
  return blocks
    .filter((block) => block.type === type)
    .map((block) => block[member])
    .filter((text) => typeof text === 'string');
}

function readDetails(blocks: readonly Json[]): ReasoningDetail[] {
  const counter = new BlockCounter();
  return blocks.flatMap((block) => {
    if (block.type === 'text') counter.pass('text');
    if (block.type === 'tool_use') counter.pass('call');
    return keepThinking(block, counter) ?? [];
  });
}

/** The input of a call that was cut may be empty although the model has begun it: that is no call without arguments. */
function decodeToolCall({ input, name }: Json, id: string, mayBeCut: boolean): ToolCall {
  if (typeof name !== 'string' || name === '') throw unreadable('a tool call without a name');
  const written = writeArguments(input);
  return { id, type: 'function', function: { name, arguments: mayBeCut && written === '{}' ? '' : written } };
}
