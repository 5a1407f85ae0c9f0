/** The rest of an event is held back up to so many bytes; what is larger goes on in pieces. */
const HELD_BYTES = 64 * 1024;

/**
 * Relays server-sent events of a provider as they come, complete ones only. So a failure can be reported
 * in an event of its own.
 */
export class EventRelay {
  /** The error that the events ended with; undefined if they ended normally, or if no error could be sent. */
  failure: unknown = undefined;
  private hasBegun = false;
  /** Part of an event that is too long to be held back has gone. */
  private isWithin = false;

  /**
   * @param describe The event that reports a failure. It is sent only after complete events; otherwise the body fails, and is cut off.
   */
  async *relay(
    body: AsyncIterable<Uint8Array>,
    describe: (failure: unknown) => string | undefined,
  ): AsyncGenerator<Uint8Array> {
    let held: Buffer = NOTHING;
    try {
      for await (const bytes of body) {
        const all = held.length === 0 ? asBuffer(bytes) : Buffer.concat([held, bytes]);
        const end = findLastEnd(all);
        if (end > 0) this.isWithin = false;
        // The last bytes stay here if an end may begin in them, so that it is found together with the next chunk.
        const isTooLong = all.length - end > HELD_BYTES || this.isWithin;
        const until = isTooLong ? Math.max(end, all.length - LONGEST_END) : end;
        if (until > end) this.isWithin = true;
        held = all.subarray(until);
        if (until === 0) continue;
        this.hasBegun = true;
        yield all.subarray(0, until);
      }
    } catch (error) {
      const event = this.hasBegun && !this.isWithin ? describe(error) : undefined;
      if (event === undefined) throw error;
      this.failure = error;
      yield Buffer.from(event);
      return;
    }
    if (held.length > 0) yield held;
  }
}

const NOTHING = Buffer.alloc(0);

/** An event ends with a blank line, whichever way lines end. */
const ENDS = ['\n\n', '\n\r\n', '\r\r'];
const LONGEST_END = 3;

/** Behind the last event that is whole; 0 where none is. */
function findLastEnd(bytes: Buffer): number {
  let found = 0;
  for (const end of ENDS) {
    const at = bytes.lastIndexOf(end);
    if (at >= 0) found = Math.max(found, at + end.length);
  }
  return found;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
