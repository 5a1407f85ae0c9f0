import { describe, expect, it } from '@jest/globals';
import { OTHERS, stackDays } from './stack-days.js';
import type { UsageRow } from './usage-rows.js';

const day = (name: string, cost: number) => ({ day: name, cost_usd: cost }) as UsageRow;
const period = { from: '2026-11-01', to: '2026-11-02' };

describe('days of a stacked chart', () => {
  it('have each group, and the rest of the day as one', () => {
    const groups = [{ days: [day('2026-11-01', 2)] }, { days: [day('2026-11-01', 1), day('2026-11-02', 4)] }];
    const { hasOthers, points } = stackDays([day('2026-11-01', 10), day('2026-11-02', 4)], groups, period, 'cost_usd');
    expect(points).toEqual([
      { x: '2026-11-01', g0: 2, g1: 1, [OTHERS]: 7 },
      { x: '2026-11-02', g0: 0, g1: 4, [OTHERS]: 0 },
    ]);
    expect(hasOthers).toBe(true);
  });

  it('have no rest that is a rounding error', () => {
    const groups = [{ days: [day('2026-11-01', 0.1)] }, { days: [day('2026-11-01', 0.2)] }];
    const { hasOthers } = stackDays([day('2026-11-01', 0.3)], groups, period, 'cost_usd');
    expect(hasOthers).toBe(false);
  });
});
