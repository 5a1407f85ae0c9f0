import type { BudgetCharge } from '@multilane/contracts';
import type { SliceAnswer } from './budget-lease.js';
import type { LedgerRequest } from './budget-ledger.js';
import { grantSlice } from './slices/grant-slice.js';

interface Lease {
  granted: number;
  settled: number;
  used: number;
  endsAt: number;
}

/** Database for one account, by the same rules and without the database: for the tests of those rules. */
export class SimulatedStore {
  spent = 0;
  private readonly leases = new Map<string, Lease>();
  private readonly records = new Set<number>();

  /** Writes a request's record down; one that is there already is not charged again. */
  write(record: number, charges: readonly BudgetCharge[]): void {
    if (this.records.has(record)) return;
    this.records.add(record);
    for (const { amount, lease } of charges) {
      this.spent += amount;
      const row = this.leases.get(lease ?? '') ?? { granted: 0, settled: 0, used: 0, endsAt: Number.POSITIVE_INFINITY };
      row.used += amount;
      this.leases.set(lease ?? '', row);
    }
  }

  has(record: number): boolean {
    return this.records.has(record);
  }

  lease(asks: readonly LedgerRequest[], now: number, lifeMs: number): SliceAnswer[] {
    return asks.map(({ ask }) => {
      const { committed, keep, lease, limit, settled } = ask;
      const own = this.leases.get(lease);
      const used = own?.used ?? 0;
      const others = [...this.leases].filter(([id, row]) => id !== lease && row.endsAt > now).map(([, row]) => row);
      const held = sum(others, (row) => Math.max(row.granted, row.settled, row.used) - row.used);
      const free = limit - this.spent - held - Math.max(0, committed - used);
      const holders = others.filter((row) => row.granted > row.used).length;
      const more = Math.min(Math.max(grantSlice(ask, { free, others: holders }), 0), Math.max(free, 0));
      const retained = own && own.endsAt > now ? Math.min(keep, Math.max(0, own.granted - committed)) : 0;
      const granted = committed + Math.max(more, retained);
      const unwritten = sum(others, (row) => Math.max(0, row.settled - row.used)) + Math.max(0, settled - used);
      this.leases.set(lease, { granted, settled, used, endsAt: now + lifeMs });
      return { granted, free: free - (granted - committed), settled: this.spent + unwritten, used };
    });
  }
}

function sum<Each>(items: readonly Each[], amountOf: (item: Each) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0);
}
