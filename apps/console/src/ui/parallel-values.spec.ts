import { describe, expect, it } from '@jest/globals';
import { toParallel, UNLIMITED, valuesOfParallel } from './parallel-values.js';

describe('Inputs of a limit of requests at the same time', () => {
  it.each([
    {},
    { max_parallel: 3 },
    { max_parallel: 3, queue: { max_wait_ms: 50 } },
    { max_parallel: 3, queue: { max_wait_ms: 50, max_length: 7 } },
  ])('keep %j', (limited) => {
    expect(toParallel(valuesOfParallel(limited))).toEqual(limited);
  });

  it('are empty where the API says null, and send no queue without a limit', () => {
    expect(valuesOfParallel({ max_parallel: null, queue: null })).toEqual(UNLIMITED);
    expect(toParallel({ ...UNLIMITED, max_length: 4 })).toEqual({});
    expect(toParallel(undefined)).toEqual({});
  });
});
