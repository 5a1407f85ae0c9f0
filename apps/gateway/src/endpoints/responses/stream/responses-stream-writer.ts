import type { ChatChunk, ResponsesRequest, ResponsesResponse, Usage } from '@multilane/contracts';
import { type GatewayError, toErrorEnvelope } from '@multilane/errors';
import type { AnswerFacts, StreamWriter } from '../../descriptor.js';
import { AnswerBuilder } from '../build-answer.js';
import { buildResponse, type Outcome } from '../build-response.js';
import { mapFinishReason } from '../map-finish-reason.js';
import { mapUsage } from '../map-usage.js';
import { readLogprobs } from '../read-logprobs.js';
import { flattenTools } from '../request/flatten-tools.js';

/**
 * Writes a stream of chat as the events of a response (docs/contract/responses.md#events): `response.created` …
 * `response.completed`, or `response.incomplete`, or `response.failed`, numbered without a gap. Nothing follows the
 * last event.
 */
export class ResponsesStreamWriter implements StreamWriter<ChatChunk> {
  readonly #request: Readonly<ResponsesRequest>;
  readonly #facts: AnswerFacts;
  readonly #builder: AnswerBuilder;
  #text = '';
  #sequence = 0;
  #model: string | undefined;
  #serviceTier: unknown;
  #finishReason: string | null | undefined;
  #usage: Usage | null | undefined;

  constructor(request: Readonly<ResponsesRequest>, facts: AnswerFacts) {
    this.#request = request;
    this.#facts = facts;
    this.#builder = new AnswerBuilder(flattenTools(request), facts.idSeed, (type, members) => {
      this.#text += `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence++, ...members })}\n\n`;
    });
  }

  write(chunk: ChatChunk | undefined, raw: string | undefined): string {
    if (chunk === undefined) return raw ?? '';
    this.#begin(chunk.model || this.#facts.model);
    // Some providers name the model only once they have begun to answer.
    this.#model = chunk.model || this.#model;
    this.#serviceTier = chunk.service_tier ?? this.#serviceTier;
    this.#usage = chunk.usage ?? this.#usage;
    for (const { index, delta, logprobs, finish_reason: reason } of chunk.choices ?? []) {
      if (index !== 0) continue;
      if (delta) this.#builder.take(delta, readLogprobs(logprobs));
      this.#finishReason = reason ?? this.#finishReason;
    }
    return this.#flush();
  }

  end(): string {
    this.#begin(this.#facts.model);
    const ending = mapFinishReason(this.#finishReason);
    this.#builder.close(ending.status);
    this.#send(`response.${ending.status}`, { ...ending, usage: mapUsage(this.#usage), output: this.#builder.output });
    return this.#flush();
  }

  /** The output contains what arrived; no event closes it. */
  fail(error: GatewayError): string {
    this.#begin(this.#facts.model);
    const output = this.#builder.output.map((item) =>
      'status' in item && item.status === 'in_progress' ? { ...item, status: 'incomplete' as const } : item,
    );
    this.#send('response.failed', { status: 'failed', error: toErrorEnvelope(error).error, output });
    return this.#flush();
  }

  #begin(model: string): void {
    if (this.#model !== undefined) return;
    this.#model = model;
    this.#send('response.created', {});
    this.#send('response.in_progress', {});
  }

  #send(type: string, outcome: Partial<Outcome>): void {
    const response: ResponsesResponse = buildResponse(this.#request, this.#facts, {
      status: 'in_progress',
      error: null,
      incomplete_details: null,
      model: this.#model ?? this.#facts.model,
      output: [],
      usage: null,
      serviceTier: this.#serviceTier,
      ...outcome,
    });
    this.#builder.emit(type, { response });
  }

  #flush(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
