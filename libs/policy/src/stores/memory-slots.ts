import type { SlotLimit } from '../limits/ceiling.js';
import type { SlotStore, SlotVerdict } from '../limits/slot-store.js';

/** Slots of this process. A counter without a request is forgotten, so memory grows with the requests under way alone. */
export class MemorySlots implements SlotStore {
  private readonly held = new Map<string, number>();

  /** Counters that are in use. */
  get size(): number {
    return this.held.size;
  }

  take(limits: readonly SlotLimit[]): SlotVerdict {
    for (const limit of limits) {
      if ((this.held.get(limit.counter) ?? 0) >= limit.limit) return limit;
    }
    for (const { counter } of limits) this.held.set(counter, (this.held.get(counter) ?? 0) + 1);
    return undefined;
  }

  release(limits: readonly SlotLimit[]): void {
    for (const { counter } of limits) {
      const left = (this.held.get(counter) ?? 0) - 1;
      if (left > 0) this.held.set(counter, left);
      else this.held.delete(counter);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
