import type { Abortable } from '../upstream/upstream-sink.js';

/** A copy's request: what is under way for it changes. */
interface Copy {
  readonly abortable: Abortable | undefined;
}

/** So many copies are under way in one process at most; further ones are not sent. */
export const SHADOWS_AT_ONCE = 32;

/** The copies that are under way in this process. */
export class Shadows {
  private readonly underWay = new Set<Copy>();
  private isClosed = false;

  get isFull(): boolean {
    return this.isClosed || this.underWay.size >= SHADOWS_AT_ONCE;
  }

  add(copy: Copy): void {
    this.underWay.add(copy);
  }

  delete(copy: Copy): void {
    this.underWay.delete(copy);
  }

  /** Ends them all: nobody waits for their answers. */
  close(): void {
    this.isClosed = true;
    for (const { abortable } of this.underWay) abortable?.abort(new Error('the service is stopping'));
  }
}
