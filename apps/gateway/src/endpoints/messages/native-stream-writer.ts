import type { GatewayError } from '@multilane/errors';
import type { AnswerFacts, StreamWriter } from '../descriptor.js';
import { toMessagesError, writeEvent } from './write-error.js';

/** Relays the stream of a provider that speaks the native format: every event as it came. */
export class NativeStreamWriter implements StreamWriter<unknown> {
  readonly #requestId: string;

  constructor({ requestId }: AnswerFacts) {
    this.#requestId = requestId;
  }

  write(event: unknown, raw: string | undefined): string {
    if (raw !== undefined) return raw;
    return event === undefined ? '' : writeEvent(event as { type: string });
  }

  end(): string {
    return '';
  }

  fail(error: GatewayError): string {
    return writeEvent(toMessagesError(error, this.#requestId));
  }
}
