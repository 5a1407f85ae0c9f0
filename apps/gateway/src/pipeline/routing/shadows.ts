/** What ends one call. */
interface Abortable {
  abortUpstream: ((reason: Error) => void) | undefined;
}

/** So many copies are under way in one process at most; further ones are not sent. */
export const SHADOWS_AT_ONCE = 32;

/** The copies that are under way in this process. */
export class Shadows {
  private readonly underWay = new Set<Abortable>();
  private isClosed = false;

  get isFull(): boolean {
    return this.isClosed || this.underWay.size >= SHADOWS_AT_ONCE;
  }

  add(copy: Abortable): void {
    this.underWay.add(copy);
  }

  delete(copy: Abortable): void {
    this.underWay.delete(copy);
  }

  /** Ends them all: nobody waits for their answers. */
  close(): void {
    this.isClosed = true;
    for (const { abortUpstream } of this.underWay) abortUpstream?.(new Error('the service is stopping'));
  }
}
