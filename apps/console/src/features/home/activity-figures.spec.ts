import { describe, expect, it } from '@jest/globals';
import { FIGURES, figureOf, firstDay, type Sums } from './activity-figures.js';

const sums = (given: Partial<Sums> = {}): Sums => ({
  requests: 0,
  refused_requests: 0,
  failed_requests: 0,
  cancelled_requests: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  cache_hits: 0,
  cache_misses: 0,
  cost_usd: 0,
  duration_ms: null,
  time_to_first_byte_ms: null,
  ...given,
});

describe('the figures of a workspace', () => {
  it('are counts, dollars, shares and milliseconds', () => {
    const some = sums({
      requests: 200,
      failed_requests: 5,
      cost_usd: 1.5,
      duration_ms: { p50: 80, p95: 900 },
      cache_hits: 1,
      cache_misses: 3,
    });
    expect(FIGURES.map((name) => figureOf(name, some))).toEqual([200, 1.5, 0.025, 900, 0.25]);
  });

  it('are unknown where nothing was asked', () => {
    expect(FIGURES.map((name) => figureOf(name, sums()))).toEqual([0, 0, null, null, null]);
  });
});

describe('the first of some days', () => {
  it.each([
    ['2027-01-31', 1, '2027-01-31'],
    ['2027-01-31', 30, '2027-01-02'],
    ['2027-03-01', 7, '2027-02-23'],
    ['2028-03-01', 2, '2028-02-29'],
  ])('until %s, %d days, is %s', (last, days, first) => {
    expect(firstDay(last, days)).toBe(first);
  });
});
