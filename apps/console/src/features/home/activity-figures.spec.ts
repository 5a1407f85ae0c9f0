import { describe, expect, it } from '@jest/globals';
import { FIGURES, figureOf, firstDay, outcomesOf, rankErrors, type Sums } from './activity-figures.js';

const sums = (given: Partial<Sums> = {}): Sums => ({
  requests: 0,
  imported_requests: 0,
  imported_cost_usd: 0,
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
      refused_requests: 15,
      cost_usd: 1.5,
      duration_ms: { p50: 80, p95: 900 },
      cache_hits: 1,
      cache_misses: 3,
    });
    expect(FIGURES.map((name) => figureOf(name, some))).toEqual([200, 1.5, 0.1, 900, 0.25]);
  });

  it('are unknown where nothing was asked', () => {
    expect(FIGURES.map((name) => figureOf(name, sums()))).toEqual([0, 0, null, null, null]);
  });
});

describe('the outcomes of requests', () => {
  it('are counted each, and add up to all requests', () => {
    const some = sums({ requests: 447, refused_requests: 133, failed_requests: 16, cancelled_requests: 2 });
    expect(outcomesOf(some)).toEqual({ success: 296, refused: 133, failed: 16, cancelled: 2 });
  });
});

describe('the groups with errors', () => {
  const group = (value: string | null, refused: number, failed: number) => ({
    value,
    name: null,
    total: sums({ requests: 100, refused_requests: refused, failed_requests: failed }),
  });

  it('are those with the most rejected and failed requests, without the sum of the rest', () => {
    const rows = [group('none', 0, 0), group('some', 1, 2), group('', 9, 0), group(null, 50, 50), group('few', 0, 1)];
    expect(rankErrors(rows, 2).map(({ value }) => value)).toEqual(['', 'some']);
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
