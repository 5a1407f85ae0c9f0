import type { SliceAnswer } from './budget-account.js';
import type { Charge } from './budget-hold.js';
import type { LedgerAsk } from './budget-ledger.js';
import { grantSlice } from './grant-slice.js';

interface Lease {
  granted: number;
  used: number;
  endsAt: number;
}

/** What the database does with one account, by the same rules and without the database: for the tests of those rules. */
export class SimulatedStore {
  spent = 0;
  private readonly leases = new Map<string, Lease>();
  private readonly records = new Set<number>();

  /** Writes a request's record down; one that is there already is not charged again. */
  write(record: number, charges: readonly Charge[]): void {
    if (this.records.has(record)) return;
    this.records.add(record);
    for (const { amount, lease } of charges) {
      this.spent += amount;
      const row = this.leases.get(lease ?? '') ?? { granted: 0, used: 0, endsAt: Number.POSITIVE_INFINITY };
      row.used += amount;
      this.leases.set(lease ?? '', row);
    }
  }

  has(record: number): boolean {
    return this.records.has(record);
  }

  lease(asks: readonly LedgerAsk[], now: number, lifeMs: number): SliceAnswer[] {
    return asks.map(({ ask }) => {
      const { committed, lease, limit } = ask;
      const others = [...this.leases].filter(([id, row]) => id !== lease && row.endsAt > now && row.granted > row.used);
      const held = others.reduce((sum, [, row]) => sum + row.granted - row.used, 0);
      const used = this.leases.get(lease)?.used ?? 0;
      const free = limit - this.spent - held - Math.max(0, committed - used);
      const more = Math.min(Math.max(grantSlice(ask, { free, others: others.length }), 0), Math.max(free, 0));
      this.leases.set(lease, { granted: committed + more, used, endsAt: now + lifeMs });
      return { granted: committed + more, free: free - more };
    });
  }
}
