import { describe, expect, it } from '@jest/globals';
import { percentOf } from './percent-of.js';

describe('the percent of a bar', () => {
  it('is whole, so that screen readers do not read sixteen digits', () => {
    expect([0.7010389612538994, 0.245, 0.5].map(percentOf)).toEqual([70, 25, 50]);
  });

  it('says neither nothing of a little nor all of nearly all', () => {
    expect([0, 0.0001, 0.9999, 1, 3, Number.NaN].map(percentOf)).toEqual([0, 1, 99, 100, 100, 0]);
  });
});
