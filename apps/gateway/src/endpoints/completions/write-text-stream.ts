import {
  type ChatChunk,
  type ChunkChoice,
  type CompletionsRequest,
  PROVIDER_KINDS,
  type TextCompletion,
} from '@multilane/contracts';
import { type GatewayError, toErrorEnvelope } from '@multilane/errors';
import { correctUsage } from '@multilane/providers';
import type { AnswerFacts, StreamWriter } from '../descriptor.js';
import { nameAnswer } from './to-text-completion.js';

/**
 * Writes the chunks of chat as chunks of a text completion. A chunk that only names the role says nothing here and is
 * left out. Usage: providers of group R follow `stream_options.include_usage`, the others always report it
 * (docs/contract/streaming.md#framing).
 */
export class TextStreamWriter implements StreamWriter<ChatChunk> {
  readonly #id: string;
  readonly #asked: boolean;
  readonly #showsUsage: boolean;

  constructor(request: Readonly<CompletionsRequest>, facts: AnswerFacts) {
    this.#id = nameAnswer(facts);
    this.#asked = request.stream_options?.include_usage === true;
    const group = facts.kind === undefined ? undefined : PROVIDER_KINDS[facts.kind];
    this.#showsUsage = this.#asked || (group !== 'R' && group !== 'R1');
  }

  write(chunk: ChatChunk | undefined, raw: string | undefined): string {
    if (chunk === undefined) return raw ?? '';
    const choices = chunk.choices.flatMap(toTextChoice);
    const reports = this.#showsUsage && Boolean(chunk.usage);
    if (choices.length === 0 && !reports) return '';
    const { created, model, usage } = chunk;
    const answer: TextCompletion = { id: this.#id, object: 'text_completion', created, model, choices };
    if (reports) answer.usage = correctUsage(usage) ?? usage;
    // The reference gives every other chunk a null once usage is asked for.
    else if (this.#asked) answer.usage = null;
    return `data: ${JSON.stringify(answer)}\n\n`;
  }

  end(): string {
    return 'data: [DONE]\n\n';
  }

  fail(error: GatewayError): string {
    return `data: ${JSON.stringify(toErrorEnvelope(error))}\n\n`;
  }
}

/** The choice in the legacy shape, or none if it has nothing to say there. */
function toTextChoice({ index, delta, finish_reason: reason }: ChunkChoice): TextCompletion['choices'] {
  const text = `${delta.content ?? ''}${delta.refusal ?? ''}`;
  const reasoning = delta.reasoning_content ?? '';
  if (text === '' && reasoning === '' && !reason) return [];
  const choice = { text, index, logprobs: null, finish_reason: reason ?? null };
  return [reasoning === '' ? choice : { ...choice, reasoning_content: reasoning }];
}
