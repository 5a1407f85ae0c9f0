/** Smaller writes are those of a model that speaks, and are not counted. */
export const LARGE_WRITE = 8 * 1024;

/** Characters of large writes that are relayed in one turn of the event loop, over all streams. */
const MOST_IN_A_TURN = 512 * 1024;

/** Streams that go on in a turn: each reads 64 KB at least. */
const RESUMED_IN_A_TURN = 8;

/** A stream that waits for the next turn. */
export interface WaitingStream {
  nextTurn(): void;
}

let written = 0;
let isScheduled = false;
const waiting: WaitingStream[] = [];

/**
 * Counts a large write. A provider that sends as fast as it can, to clients whose system takes megabytes before anybody reads them, would have
 * each of a hundred streams translate all that it can in one turn of the event loop.
 *
 * @returns whether the turn is used up: the stream has to wait for the next one
 */
export function isTurnSpent(characters: number): boolean {
  schedule();
  written += characters;
  return written > MOST_IN_A_TURN;
}

/** Has a stream go on in a later turn, in the order in which they began to wait. */
export function waitForTurn(stream: WaitingStream): void {
  waiting.push(stream);
  schedule();
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(beginTurn);
}

function beginTurn(): void {
  isScheduled = false;
  written = 0;
  for (const stream of waiting.splice(0, RESUMED_IN_A_TURN)) stream.nextTurn();
  if (waiting.length > 0) schedule();
}
