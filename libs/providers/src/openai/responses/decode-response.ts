import type { ChatCompletion, ChatMessage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../../adapter.js';
import { BlockCounter } from '../../shared/reasoning/reasoning-details.js';
import { writeArguments } from '../../shared/texts/write-arguments.js';
import { mapCitations } from './map-citations.js';
import { mapResponsesUsage } from './map-usage.js';
import { type ReadableResponse, readResponse } from './read-answer.js';
import { keepReasoning, readThinking } from './reasoning-items.js';

type Json = Readonly<Record<string, unknown>>;

/** The completion of chat that a response says. Throws a `ProviderFailure` for one that failed or cannot be read. */
export function decodeResponse([body]: readonly unknown[], facts: DecodeFacts): Decoded<ChatCompletion> {
  const response = readResponse(body);
  const usage = mapResponsesUsage(response);
  const { message, logprobs, hasCalls } = readOutput(response);
  return {
    response: {
      id: typeof response.id === 'string' ? response.id : `chatcmpl-${facts.idSeed}`,
      object: 'chat.completion',
      created: typeof response.created_at === 'number' ? Math.floor(response.created_at) : facts.created,
      model: typeof response.model === 'string' ? response.model : (facts.model ?? ''),
      choices: [{ index: 0, message, logprobs, finish_reason: mapEnding(response, hasCalls) }],
      ...(usage && { usage }),
      ...(typeof response.service_tier === 'string' && { service_tier: response.service_tier }),
    },
    usage,
    verbatim: false,
  };
}

/** Maps the end of an answer to chat's finish reason. */
export function mapEnding({ status, incomplete_details: details }: Json, hasCalls: boolean): string {
  if (status !== 'incomplete') return hasCalls ? 'tool_calls' : 'stop';
  return isRecord(details) && details.reason === 'content_filter' ? 'content_filter' : 'length';
}

/** Reads the items of a response as one message of chat. */
class OutputReader {
  readonly #counter = new BlockCounter();
  readonly #citations: object[] = [];
  readonly #said: string[] = [];
  #length = 0;
  readonly #refusals: string[] = [];
  readonly #thoughts: string[] = [];
  readonly #details: unknown[] = [];
  readonly #calls: unknown[] = [];
  readonly #probabilities: unknown[] = [];

  constructor(private readonly isComplete: boolean) {}

  take(item: Json): void {
    if (item.type === 'message') this.#takeMessage(item);
    else if (item.type === 'reasoning') this.#takeReasoning(item);
    else if (item.type === 'function_call' || item.type === 'custom_tool_call') {
      this.#counter.pass('call');
      this.#calls.push(toCall(item, this.isComplete));
    }
  }

  read() {
    const { length: calls } = this.#calls;
    const message = {
      role: 'assistant',
      content: this.#said.length === 0 ? null : this.#said.join(''),
      refusal: this.#refusals.length === 0 ? null : this.#refusals.join(''),
      ...(this.#citations.length > 0 && { annotations: this.#citations }),
      ...(this.#thoughts.length > 0 && { reasoning_content: this.#thoughts.join('\n\n') }),
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
      ...(calls > 0 && { tool_calls: this.#calls }),
    } as ChatMessage;
    const logprobs = this.#probabilities.length === 0 ? null : { content: this.#probabilities, refusal: null };
    return { message, logprobs, hasCalls: calls > 0 };
  }

  #takeMessage({ content }: Json): void {
    this.#counter.pass('text');
    for (const part of content as Json[]) {
      if (typeof part.text === 'string') this.#say(part.text, part);
      if (typeof part.refusal === 'string') this.#refusals.push(part.refusal);
      if (Array.isArray(part.logprobs)) for (const token of part.logprobs) this.#probabilities.push(token);
    }
  }

  #say(text: string, part: Json): void {
    this.#said.push(text);
    for (const citation of mapCitations(part, this.#length)) this.#citations.push(citation);
    this.#length += text.length;
  }

  #takeReasoning(item: Json): void {
    const text = readThinking(item);
    if (text !== '') this.#thoughts.push(text);
    const detail = keepReasoning(item, () => this.#counter.take());
    if (detail) this.#details.push(detail);
  }
}

function readOutput({ output, status }: ReadableResponse) {
  const reader = new OutputReader(status === 'completed');
  for (const item of output) reader.take(item);
  return reader.read();
}

function toCall({ type, call_id: id, name, arguments: text, input }: Json, isComplete: boolean): object {
  if (type === 'custom_tool_call') return { id, type: 'custom', custom: { name, input: input ?? '' } };
  return { id, type: 'function', function: { name, arguments: isComplete ? writeArguments(text) : (text ?? '') } };
}
