import type { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

/** Longer writes are sent at once. */
const MOST_BATCHED_BYTES = 16 * 1024;

/** After so many turns in a row with one write, or after a long write, those that follow are sent at once. */
const TURNS_WITH_ONE = 5;

/** So many of them, before a turn is looked at again. */
const SENT_AT_ONCE = 64;

/** The writes of one turn of the event loop, whichever sockets they are of. */
export class TurnOfWrites {
  private waiting: (() => void)[] = [];
  private turnsWithOne = 0;
  private sentAtOnce = 0;

  add(send: () => void): void {
    if (this.waiting.length > 0) {
      this.waiting.push(send);
    } else if (this.sentAtOnce > 0) {
      this.sentAtOnce -= 1;
      send();
    } else {
      this.waiting.push(send);
      setImmediate(() => this.sendAll());
    }
  }

  /** Has a long write sent, and those that follow: prompts of 100,000 tokens cost 13 % more in batches. */
  addLong(send: () => void): void {
    this.sentAtOnce = SENT_AT_ONCE;
    send();
  }

  private sendAll(): void {
    const writes = this.waiting;
    this.waiting = [];
    this.turnsWithOne = writes.length === 1 ? this.turnsWithOne + 1 : 0;
    if (this.turnsWithOne >= TURNS_WITH_ONE) this.sentAtOnce = SENT_AT_ONCE;
    for (const send of writes) send();
  }
}

/** A process has one event loop. */
const TURN = new TurnOfWrites();

/**
 * Has what a socket writes go out at the end of the turn of the event loop, together with what other sockets write in that turn. On one
 * machine each write wakes the process at the other end, which falls asleep again before the next one comes: a busy gateway needs 12 % less
 * processor time if it is woken once (docs/performance.md#small-requests). Where turns have one write each, nothing waits: the client would
 * have its answer later, by the time that the rest of the turn takes.
 *
 * What was written is sent before the socket is destroyed, as without this.
 */
export function batchWrites(socket: Socket, turn = TURN): void {
  // Methods of every Writable, which asks for the next write when the one before is done: one waits at most.
  const { _write: write, _writev: writev, _destroy: destroy } = socket;
  let pending: (() => void) | undefined;

  const sendPending = (): void => {
    const send = pending;
    pending = undefined;
    send?.();
  };
  const add = (send: () => void): void => {
    pending = send;
    if (socket.writableLength > MOST_BATCHED_BYTES) turn.addLong(sendPending);
    else turn.add(sendPending);
  };

  const batchedWrite = (chunk: unknown, encoding: BufferEncoding, done: Done): void =>
    add(() => write.call(socket, chunk, encoding, done));
  const batchedWritev = (chunks: { chunk: unknown; encoding: BufferEncoding }[], done: Done): void =>
    add(() => writev?.call(socket, chunks, done));
  const sendAndDestroy = (error: Error | null, done: Done): void => {
    sendPending();
    destroy.call(socket, error, done);
  };
  // Not written where they are assigned: V8 would keep each connection until a full collection.
  socket._write = batchedWrite;
  if (writev) socket._writev = batchedWritev;
  socket._destroy = sendAndDestroy;
}
