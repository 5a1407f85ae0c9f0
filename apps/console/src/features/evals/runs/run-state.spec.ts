import { describe, expect, it } from '@jest/globals';
import { hasEnded, percentOf, pollOf, RUN_STATUSES } from './run-state.js';

describe('the state of a run', () => {
  it('is read again until it has ended', () => {
    expect(RUN_STATUSES.filter((status) => !hasEnded(status))).toEqual(['queued', 'running']);
    expect(pollOf({ status: 'completed', total: 10 })).toBe(false);
    expect(pollOf(undefined)).toBe(false);
    expect(pollOf({ status: 'running', total: 10 })).toBeGreaterThan(0);
  });

  it('is read less often where there is much to count', () => {
    const [few, many] = [10, 100_000].map((total) => Number(pollOf({ status: 'running', total })));
    expect(many).toBeGreaterThan(few ?? Number.NaN);
  });

  it.each([
    [{ done: 0, total: 0 }, 0],
    [{ done: 1, total: 3 }, 33],
    [{ done: 999, total: 1_000 }, 99],
    [{ done: 3, total: 3 }, 100],
  ])('%j is so many percent, and 100 only when all is done', (run, percent) => {
    expect(percentOf(run)).toBe(percent);
  });
});
