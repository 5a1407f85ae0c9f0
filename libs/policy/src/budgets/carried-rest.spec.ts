import { describe, expect, it } from '@jest/globals';
import { BudgetHold } from './budget-hold.js';
import { BudgetLedger } from './budget-ledger.js';
import { BudgetWindow } from './budget-window.js';

const NOVEMBER = Date.parse('2026-11-30T12:00:00Z');
const DECEMBER = Date.parse('2026-12-01T12:00:00Z');
const AMOUNT = 100;

/** A rule of 100, spent by one process. */
function open(length: 'hour' | 'month' = 'month', isRolling = false) {
  const ledger = new BudgetLedger({ isAlone: true, newLease: () => 'lease', onUrgent: () => undefined });
  const windowOf = (): BudgetWindow =>
    new BudgetWindow({
      length,
      timeZone: 'UTC',
      weekStart: 'monday',
      fiscalYearStart: 1,
      isRolling,
    });
  let period = windowOf();
  const spend = (epochMs: number, limit: number, carriesOf: number | undefined): boolean => {
    const account = ledger.find({ owner: 'r', period, limit, carriesOf }, () => 'r', 0, epochMs);
    const hold = new BudgetHold(undefined, undefined, false, {
      shares: [{ account, limit, unit: 'requests', scope: 'organization' }],
      counted: [],
    });
    hold.expect('m', { known: 0, guess: 0 }, { known: 0, guess: 0 });
    if (hold.tryReserve(0) !== 'allowed') return false;
    hold.settle(0, 0, undefined, 1);
    return true;
  };
  return {
    /** A changed rule has a window of its own. */
    change: () => {
      period = windowOf();
    },
    /** Requests that are admitted, of two thousand. */
    count: (epochMs: number, { limit = AMOUNT, carries = true, most = 2_000 } = {}): number =>
      Array.from({ length: most }, () => spend(epochMs, limit, carries ? AMOUNT : undefined)).filter(Boolean).length,
  };
}

describe('the rest of a window that is carried over', () => {
  it('is that of the amount, and not of a temporary raise', () => {
    const { count } = open();
    expect(count(NOVEMBER, { most: 70 })).toBe(70);
    expect(count(DECEMBER, { limit: 1_000 })).toBe(1_030);
  });

  it('is nothing after a window whose amount was spent, however high the raise of the next', () => {
    const { count } = open();
    expect(count(NOVEMBER)).toBe(100);
    expect(count(DECEMBER, { limit: 1_000 })).toBe(1_000);
  });

  it('is not added any more once the rule carries nothing over', () => {
    const { change, count } = open();
    expect(count(NOVEMBER, { most: 70 })).toBe(70);
    expect(count(DECEMBER, { most: 1 })).toBe(1);
    change();
    expect(count(DECEMBER, { carries: false })).toBe(99);
  });
});

describe('a window that rolls', () => {
  it('counts what was spent in the steps before, until each is out of the window', () => {
    const { count } = open('hour', true);
    const at = (time: string): number => Date.parse(`2026-11-30T${time}:00Z`);
    expect(count(at('12:00'), { carries: false, most: 60 })).toBe(60);
    expect(count(at('12:30'), { carries: false })).toBe(40);
    expect(count(at('13:00'), { carries: false })).toBe(0);
    expect(count(at('13:05'), { carries: false })).toBe(60);
  });
});
