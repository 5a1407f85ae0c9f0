import { ProviderFailure } from '../provider-failure.js';
import { unreadable } from '../shared/map-error.js';
import { decodeEventMessage, type EventStreamMessage } from './decode-event-message.js';

export type { EventStreamMessage };

/** A message's length stands in its first four bytes; with both lengths and both checksums, sixteen are the least. */
const LENGTH_BYTES = 4;
const SHORTEST_MESSAGE = 16;
/** The format allows 16 MiB a message; more is a length that was damaged on its way. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

/**
 * Splits a byte stream of `application/vnd.amazon.eventstream` into its messages, incrementally: bytes may come split
 * anywhere (smithy.io/2.0/aws/amazon-eventstream.html). Throws a `ProviderFailure` for a message whose checksums do not
 * hold or whose length cannot be. What is left when the stream closes is a message that was cut off.
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
        const length = readLength(rest);
        if (length !== undefined && rest.length >= length) {
          onMessage(decode(rest.subarray(0, length)));
          rest = rest.subarray(length);
          continue;
        }
      }
      rest = rest.subarray(this.#fill(rest));
      if (this.#filled < LENGTH_BYTES || this.#filled < this.#pending.length) continue;
      const message = this.#pending;
      this.#pending = new Uint8Array(0);
      this.#filled = 0;
      onMessage(decode(message));
    }
  }

  /** Takes as many bytes as the message's length, and then the message, want; returns how many. */
  #fill(bytes: Uint8Array): number {
    if (this.#filled < LENGTH_BYTES) this.#grow(LENGTH_BYTES);
    const taken = Math.min(bytes.length, this.#pending.length - this.#filled);
    this.#pending.set(bytes.subarray(0, taken), this.#filled);
    this.#filled += taken;
    const length = this.#filled === LENGTH_BYTES ? readLength(this.#pending) : undefined;
    if (length !== undefined) this.#grow(length);
    return taken;
  }

  #grow(length: number): void {
    const grown = new Uint8Array(length);
    grown.set(this.#pending.subarray(0, this.#filled));
    this.#pending = grown;
  }
}

/** The length of the message that begins here; undefined while its four bytes are not there. */
function readLength(bytes: Uint8Array): number | undefined {
  if (bytes.length < LENGTH_BYTES) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES).getUint32(0);
  if (length >= SHORTEST_MESSAGE && length <= LONGEST_MESSAGE) return length;
  throw unreadable('an event stream message of impossible length');
}

function decode(bytes: Uint8Array): EventStreamMessage {
  try {
    return decodeEventMessage(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new ProviderFailure('provider_error', { detail: `unreadable answer: event stream: ${reason}` });
  }
}
