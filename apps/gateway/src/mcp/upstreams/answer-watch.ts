import { randomUUID } from 'node:crypto';
import { ProtocolError, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client';
import { isRecord } from '@multilane/contracts';
import { AnswerTooLong } from './bounded-fetch.js';

type Message = Parameters<Transport['send']>[0];
type SendOptions = NonNullable<Parameters<Transport['send']>[1]> & { readonly onRequestStreamEnd?: () => void };

/**
 * Fails a request over HTTP as soon as nothing can answer it any more: its stream has ended, or its answer was another message. The
 * library waits for the time limit instead. (Its client 2.0 calls `onRequestStreamEnd` of the options of `send`, which it sets for
 * subscriptions alone, and reads it only where the answer is a stream.)
 */
export class AnswerWatch {
  readonly #pending = new Set<unknown>();
  readonly #causes = new Map<unknown, Error>();
  #isTooLong = false;

  constructor(private readonly transport: Transport) {
    const send = transport.send.bind(transport);
    const watched = (message: Message, options?: SendOptions) => this.#send(send, message, options);
    Object.defineProperty(transport, 'send', { configurable: true, value: watched });
  }

  /** Notes what a server sent. */
  noteMessage(message: unknown): void {
    if (isRecord(message) && !('method' in message)) this.#pending.delete(message.id);
  }

  /** Notes that a stream broke: the library hands on a text, before it says that the stream has ended. */
  noteError({ message }: Error): void {
    this.#isTooLong = message.includes(AnswerTooLong.name);
  }

  /** The cause of an error that this made; any other error as it is. */
  causeOf(error: unknown): unknown {
    if (!(error instanceof ProtocolError)) return error;
    const cause = this.#causes.get(error.data);
    this.#causes.delete(error.data);
    return cause ?? error;
  }

  async #send(send: Transport['send'], message: Message, options: SendOptions | undefined): Promise<void> {
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    if (id === undefined) return send(message, options);
    this.#pending.add(id);
    let isStream = false;
    const end = (): void => {
      const cause = this.#isTooLong ? new AnswerTooLong() : new SdkError(SdkErrorCode.ConnectionClosed, 'closed');
      this.#isTooLong = false;
      this.#fail(id, cause);
      options?.onRequestStreamEnd?.();
    };
    const watched = {
      ...options,
      get onRequestStreamEnd() {
        isStream = true;
        return end;
      },
    };
    try {
      await send(message, watched);
    } catch (error) {
      this.#pending.delete(id);
      throw error;
    }
    if (!isStream) this.#fail(id, new SdkError(SdkErrorCode.InvalidResult, 'the answer is no answer of the request'));
  }

  #fail(id: unknown, cause: Error): void {
    if (!this.#pending.delete(id)) return;
    const data = randomUUID();
    this.#causes.set(data, cause);
    const error = { code: -32_000, message: 'The request was not answered.', data };
    this.transport.onmessage?.({ jsonrpc: '2.0', id: id as number, error });
    // Nobody waits for it any more where nothing took it.
    if (this.#causes.size > 100) this.#causes.delete(this.#causes.keys().next().value);
  }
}
