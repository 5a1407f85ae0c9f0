import type { ResponsesEvent, Usage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { EmitChunk, StreamTranslator } from '../../adapter.js';
import { readEventData, readEventName } from '../../framing/raw-event.js';
import { SseEventSplitter } from '../../framing/sse-events.js';
import { ProviderFailure } from '../../provider-failure.js';
import { mapResponsesUsage } from './map-usage.js';
import { mapFailure, readResponse } from './read-answer.js';
import { parseEvent } from './read-event.js';

/**
 * Events that say only that the provider has taken the request on: a failure right behind them may still be answered by
 * another target.
 */
const BEFORE_THE_ANSWER: ReadonlySet<unknown> = new Set([
  'response.created',
  'response.queued',
  'response.in_progress',
]);

/** The events that come by the hundred, and say nothing to the gateway. */
const RELAYED_UNREAD: ReadonlySet<string> = new Set([
  'response.output_text.delta',
  'response.refusal.delta',
  'response.reasoning_text.delta',
  'response.reasoning_summary_text.delta',
  'response.function_call_arguments.delta',
  'response.custom_tool_call_input.delta',
]);

/**
 * Relays the provider's stream event by event, byte for byte (docs/contract/responses.md#native). Deltas are not parsed, and go out as
 * `raw` alone. A response that failed, and an error in any shape, is a failure of ours; a stream without `response.completed` or
 * `response.incomplete` was cut off; nothing behind those is relayed.
 */
export class ResponseStreamRelay implements StreamTranslator<ResponsesEvent> {
  readonly #events = new SseEventSplitter();
  #held: [ResponsesEvent, string][] | undefined = [];
  #usage: Usage | undefined;
  #done = false;

  push(bytes: Uint8Array, emit: EmitChunk<ResponsesEvent>): void {
    this.#events.push(bytes, (raw) => {
      if (!this.#done) this.#takeEvent(raw, emit);
    });
  }

  end(): void {
    if (!this.#done) throw new ProviderFailure('provider_error', { detail: 'stream ended early' });
  }

  usage(): Usage | undefined {
    return this.#usage;
  }

  #takeEvent(raw: string, emit: EmitChunk<ResponsesEvent>): void {
    if (this.#held === undefined && RELAYED_UNREAD.has(readEventName(raw)) && raw.trimEnd().endsWith('}')) {
      emit(undefined, raw);
      return;
    }
    const data = readEventData(raw);
    if (data === '') {
      emit(undefined, raw);
      return;
    }
    if (data === '[DONE]') return;
    const event = parseEvent(data) as ResponsesEvent;
    this.#read(event);
    if (this.#held !== undefined && BEFORE_THE_ANSWER.has(event.type)) {
      this.#held.push([event, raw]);
      return;
    }
    this.#release(emit);
    emit(event, raw);
  }

  #release(emit: EmitChunk<ResponsesEvent>): void {
    if (this.#held === undefined) return;
    for (const [event, raw] of this.#held) emit(event, raw);
    this.#held = undefined;
  }

  #read(event: ResponsesEvent): void {
    const { type, response } = event;
    switch (type) {
      case 'response.completed':
      case 'response.incomplete':
        this.#usage = mapResponsesUsage(readResponse(response));
        this.#done = true;
        break;
      case 'response.failed':
        this.#usage = mapResponsesUsage(response);
        throw mapFailure(Object(response).error);
      case 'error':
        throw mapFailure(isRecord(event.error) ? event.error : event);
      default:
    }
  }
}
