import { describe, expect, it } from '@jest/globals';
import { readCount } from './json-values.js';

describe('docs/contract/usage.md#estimates: a count of tokens', () => {
  it.each([0, 1, 2_000_000, 1_000_000_000])('is believed where it is %s', (count) => {
    expect(readCount(count)).toBe(count);
  });

  it.each([
    -1,
    0.5,
    1_000_000_001,
    Number.MAX_SAFE_INTEGER,
    1e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '12',
    null,
    undefined,
    true,
    [12],
    { count: 12 },
    12n,
  ])('is not believed where it is %p', (reported) => {
    expect(readCount(reported)).toBeUndefined();
  });
});
