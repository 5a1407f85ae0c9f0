import type { BudgetCharge } from '@multilane/contracts';
import type { SliceAnswer } from './budget-lease.js';
import type { LedgerRequest } from './budget-ledger.js';
import { grantSlice } from './slices/grant-slice.js';

interface Lease {
  readonly account: string;
  readonly startsAt: number;
  granted: number;
  settled: number;
  used: number;
  endsAt: number;
}

/** Database for many accounts and periods, by the rules of the real one: for tests of those rules. */
export class RuleStore {
  readonly charges: BudgetCharge[] = [];
  private readonly periods = new Set<string>();
  private readonly leases = new Map<string, Lease>();

  write(charges: readonly BudgetCharge[]): void {
    for (const charge of charges) {
      this.charges.push(charge);
      this.periods.add(`${charge.account} ${Date.parse(charge.period_start)}`);
      const lease = this.leases.get(charge.lease ?? '');
      if (lease) lease.used += charge.amount;
    }
  }

  /** True if the account has a row in the period. */
  has(account: string, startsAt: number): boolean {
    return this.periods.has(`${account} ${startsAt}`);
  }

  /** Charges to an account in the periods that start in a span, both ends included. */
  sum(account: string, from: number, to: number): number {
    let total = 0;
    for (const { account: charged, amount, period_start: start } of this.charges) {
      const startsAt = Date.parse(start);
      if (charged === account && startsAt >= from && startsAt <= to) total += amount;
    }
    return total;
  }

  lease(asks: readonly LedgerRequest[], now: number, lifeMs: number): SliceAnswer[] {
    return asks.map(({ account: { account, periodStart }, ask }) => {
      const startsAt = Date.parse(periodStart);
      this.periods.add(`${account} ${startsAt}`);
      const own = this.leases.get(ask.lease);
      const used = own?.used ?? 0;
      const others = [...this.leases].flatMap(([id, row]) =>
        id !== ask.lease && row.account === account && row.endsAt > now ? [row] : [],
      );
      const here = others.filter((row) => row.startsAt === startsAt);
      const spent = this.sum(account, startsAt, startsAt);
      const earlier = this.earlierOf(account, startsAt, others, ask);
      const free = ask.limit - earlier.held - spent - sumOf(here, heldOf) - Math.max(0, ask.committed - used);
      const holders = here.filter((row) => row.granted > row.used).length;
      const more = Math.min(Math.max(grantSlice(ask, { free, others: holders }), 0), Math.max(free, 0));
      const retained = own && own.endsAt > now ? Math.min(ask.keep, Math.max(0, own.granted - ask.committed)) : 0;
      const granted = ask.committed + Math.max(more, retained);
      const unwritten = sumOf(here, unwrittenOf) + Math.max(0, ask.settled - used);
      this.leases.set(ask.lease, { account, startsAt, granted, settled: ask.settled, used, endsAt: now + lifeMs });
      return { granted, free: free - (granted - ask.committed), settled: earlier.settled + spent + unwritten, used };
    });
  }

  private earlierOf(account: string, startsAt: number, leases: readonly Lease[], { earlier }: LedgerRequest['ask']) {
    if (earlier === undefined) return { settled: 0, held: 0 };
    const from = Date.parse(earlier.from);
    const before = [...this.leases.values(), ...leases].filter(
      (row, place, all) =>
        row.account === account && row.startsAt >= from && row.startsAt < startsAt && all.indexOf(row) === place,
    );
    const spent = this.sum(account, from, startsAt - 1);
    const settled = spent + sumOf(before, unwrittenOf);
    const held = spent + sumOf(before, heldOf);
    const { carriesOf } = earlier;
    if (carriesOf === undefined) return { settled, held };
    if (!this.has(account, from)) return { settled: 0, held: 0 };
    return { settled: Math.min(0, settled - carriesOf), held: Math.min(0, held - carriesOf) };
  }
}

function heldOf({ granted, settled, used }: Lease): number {
  return Math.max(granted, settled, used) - used;
}

function unwrittenOf({ settled, used }: Lease): number {
  return Math.max(0, settled - used);
}

function sumOf(rows: readonly Lease[], amountOf: (row: Lease) => number): number {
  return rows.reduce((total, row) => total + amountOf(row), 0);
}
