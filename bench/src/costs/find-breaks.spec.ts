import { describe, expect, it } from '@jest/globals';
import { findBreaks } from './find-breaks.js';
import { ASSUMPTIONS, MIX, planCapacity } from './plan-capacity.js';
import { ROUND_COSTS } from './unit-costs.tools.spec.js';

const none = { ...ASSUMPTIONS, headroom: 0 };
const find = (what: RegExp, costs = ROUND_COSTS) => findBreaks(costs, none).find((each) => what.test(each.what));

describe('findBreaks', () => {
  it('lists rates from the lowest to the highest, before sizes', () => {
    const isRate = findBreaks(ROUND_COSTS).map(({ unit }) => unit === 'requests a second');
    expect(isRate.lastIndexOf(true)).toBeLessThan(isRate.indexOf(false));
    const rates = findBreaks(ROUND_COSTS).filter(({ unit }) => unit === 'requests a second');
    expect(rates.map(({ at }) => at)).toEqual(rates.map(({ at }) => at).toSorted((left, right) => left - right));
  });

  it.each([
    // 300 + 500 for the events + 40 for long prompts.
    ['One gateway process', /^One gateway/, 1_190],
    ['a Redis server of 100 µs a request', /Redis server/, 10_000],
    ['a writer', /^The writer/, 5_000],
    ['two counters of each key', /^Counters/, 250_000],
    ['a snapshot of 2 s for 100,000 teams', /^The snapshot/, 250_000],
  ])('%s', (_name, what, at) => {
    expect(Math.round(find(what)?.at ?? 0)).toBe(at);
  });

  it('finds the rate at which the plan needs a whole PostgreSQL', () => {
    const at = find(/10,000 keys/)?.at ?? 0;
    const plan = planCapacity(
      ROUND_COSTS,
      { requestsPerSecond: at, activeKeys: 10_000, mix: MIX, hasKeyBudgets: true },
      none,
    );
    expect(plan.postgresCores / ASSUMPTIONS.postgresCores).toBeCloseTo(1, 1);
    expect(find(/1,000,000 keys/)?.at).toBeLessThan(at);
  });

  it('moves when a cost does', () => {
    expect(find(/Redis server/, { ...ROUND_COSTS, redisProcessor: 50 })?.at).toBe(20_000);
  });
});
