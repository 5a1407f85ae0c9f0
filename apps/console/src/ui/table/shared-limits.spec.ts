import { describe, expect, it } from '@jest/globals';
import { changedLimits, sharedLimits } from './shared-limits.js';

const FIELDS = ['rpm_limit', 'budget_usd_monthly'] as const;
const ROWS = [
  { rpm_limit: 60, budget_usd_monthly: 5 },
  { rpm_limit: 60, budget_usd_monthly: 9 },
];

describe('limits of many rows', () => {
  it('begin with what the rows have in common', () => {
    expect(sharedLimits(ROWS, FIELDS)).toEqual({ rpm_limit: 60, budget_usd_monthly: undefined });
  });

  it('change only where a form was changed: a budget that was not touched stays', () => {
    const shared = sharedLimits(ROWS, FIELDS);
    expect(changedLimits({ rpm_limit: 60, budget_usd_monthly: 0 }, shared)).toEqual({});
    expect(changedLimits({ rpm_limit: 7, budget_usd_monthly: 0 }, shared)).toEqual({ rpm_limit: 7 });
    expect(changedLimits({ rpm_limit: 0, budget_usd_monthly: 3 }, shared)).toEqual({
      rpm_limit: 0,
      budget_usd_monthly: 3,
    });
  });
});
