import type { ModelCall } from './model-call.js';

/** Limit of copies in progress in one process; further ones are not sent. */
const SHADOWS_AT_ONCE = 32;

/** The copies of requests that are in progress in this process. */
export class Shadows {
  private readonly inFlight = new Set<ModelCall>();
  private isClosed = false;

  get isFull(): boolean {
    return this.isClosed || this.inFlight.size >= SHADOWS_AT_ONCE;
  }

  add(call: ModelCall): void {
    this.inFlight.add(call);
  }

  delete(call: ModelCall): void {
    this.inFlight.delete(call);
  }

  /** Ends them all: nobody waits for their answers. */
  close(): void {
    this.isClosed = true;
    for (const { abortable } of this.inFlight) abortable?.abort(new Error('the service is stopping'));
  }
}
