import { ProviderFailure } from '../provider-failure.js';
import { decodeEventMessage, type EventStreamMessage, PRELUDE_BYTES, readPrelude } from './decode-event-message.js';

export type { EventStreamMessage };

/**
 * Splits a byte stream of `application/vnd.amazon.eventstream` into its messages, incrementally: bytes may come split
 * anywhere (smithy.io/2.0/aws/amazon-eventstream.html). Throws a `ProviderFailure` for a message whose checksums do not
 * hold or whose length cannot be; a prelude is judged as soon as it is there, so that a damaged length is never waited
 * for. The rest when the stream closes is a message that was cut off.
 */
export class EventStreamReader {
  /** The beginning of a message that is not complete yet; `#filled` says how much of it has come. */
  #pending = new Uint8Array(0);
  #filled = 0;

  /** Calls `onMessage` for each message that these bytes complete. It must be done with the body when it returns. */
  push(bytes: Uint8Array, onMessage: (message: EventStreamMessage) => void): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#filled === 0) {
        // A message that lies whole in what came is read where it lies.
        const length = lengthOf(rest);
        if (length !== undefined && rest.length >= length) {
          onMessage(decode(rest.subarray(0, length)));
          rest = rest.subarray(length);
          continue;
        }
      }
      rest = rest.subarray(this.#fill(rest));
      if (this.#filled < PRELUDE_BYTES || this.#filled < this.#pending.length) continue;
      const message = this.#pending;
      this.#pending = new Uint8Array(0);
      this.#filled = 0;
      onMessage(decode(message));
    }
  }

  /** Takes as many bytes as the prelude, and then the message, want; returns how many. */
  #fill(bytes: Uint8Array): number {
    if (this.#filled === 0) this.#grow(PRELUDE_BYTES);
    const taken = Math.min(bytes.length, this.#pending.length - this.#filled);
    this.#pending.set(bytes.subarray(0, taken), this.#filled);
    this.#filled += taken;
    const length = this.#filled === PRELUDE_BYTES ? lengthOf(this.#pending) : undefined;
    if (length !== undefined) this.#grow(length);
    return taken;
  }

  #grow(length: number): void {
    const grown = new Uint8Array(length);
    grown.set(this.#pending.subarray(0, this.#filled));
    this.#pending = grown;
  }
}

/** The length of the message that begins here; undefined while its prelude is not whole. */
function lengthOf(bytes: Uint8Array): number | undefined {
  return bytes.length < PRELUDE_BYTES ? undefined : attempt(() => readPrelude(bytes).length);
}

function decode(bytes: Uint8Array): EventStreamMessage {
  return attempt(() => decodeEventMessage(bytes));
}

/** Runs `read`. Throws its error as a `ProviderFailure`. */
function attempt<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new ProviderFailure('provider_error', { detail: `unreadable answer: event stream: ${reason}` });
  }
}
