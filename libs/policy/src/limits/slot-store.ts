import type { SlotLimit } from './ceiling.js';
import type { SlotTicket } from './slot-queue.js';

/** The limit that is full, or undefined if the request has a slot under every limit. */
export type SlotVerdict = SlotLimit | undefined;

/**
 * Counts the requests that are under way at the same time. A request takes a slot under all of its limits or under none, and returns it
 * when it has ended. A slot has a name, by which a store that was asked twice counts it once.
 */
export interface SlotStore {
  /**
   * The first limit that is full rejects. A promise only if counters are shared, or the request waits. Rejects only if its wait is
   * aborted, with the reason.
   *
   * @param ticket left out for a request that does not wait. One that has it waits if every limit that is full has a queue with room.
   */
  take(limits: readonly SlotLimit[], slot: string, ticket?: SlotTicket): SlotVerdict | Promise<SlotVerdict>;
  /** Returns a slot. Never throws, and is never waited for. */
  release(limits: readonly SlotLimit[], slot: string): void;
  /** Rejects every waiting request with this error, and those that would wait from now on: the process ends. */
  endWaits(reason: Error): void;
  /** Ends the work in the background. Resolves when all that was returned is counted. */
  close(): Promise<void>;
}

/** Slots of one request, which are returned once, no matter who returns them. */
export class HeldSlots {
  private isOver = false;

  constructor(
    private readonly store: SlotStore,
    private readonly limits: readonly SlotLimit[],
    private readonly slot: string,
  ) {}

  release(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.store.release(this.limits, this.slot);
  }
}
