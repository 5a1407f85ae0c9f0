import { describe, expect, it } from '@jest/globals';
import { countRepeats } from './count-repeats.js';

const kill = { gateway: 0, at: 10_000, stallMs: 7 };

describe('requests that a provider answered more than once', () => {
  it.each([
    ['none that was answered once', [[9_999], [10_500], []], 0, 0],
    ['one whose answer a killed gateway may not have read', [[9_996, 40_000]], 1, 0],
    ['one whose answer came while the machine stood still before the kill', [[9_989, 40_000]], 1, 0],
    ['one whose answer the gateway had the time to note', [[9_980, 40_000]], 0, 1],
    ['one that was answered after the kill, and again', [[10_001, 40_000]], 0, 1],
    ['one that was answered three times', [[9_999, 40_000, 80_000]], 0, 1],
  ])('are %s', (_what, answers, allowed, others) => {
    expect(countRepeats(answers, [kill], 5)).toEqual({ allowed, others });
  });

  it('are faults where nothing was killed', () => {
    expect(countRepeats([[1, 2]], [], 5)).toEqual({ allowed: 0, others: 1 });
  });
});
