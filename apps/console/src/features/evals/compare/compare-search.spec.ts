import { describe, expect, it } from '@jest/globals';
import { compareOf, readTarget, toQuery } from './compare-search.js';

describe('the address of a comparison', () => {
  it.each([
    ['3', 3],
    [undefined, 0],
    ['-1', 0],
    ['10', 0],
    ['first', 0],
  ])('names a target, and the first one where it names none: %s', (text, target) => {
    expect(readTarget(text)).toBe(target);
  });

  it('begins with the targets of a run that has several, and with the run before for one that has not', () => {
    expect(compareOf({ id: 'r', figures: [{}, {}] })).toEqual({
      run: 'r',
      baseline: 'r',
      baseline_target: '0',
      target: '1',
    });
    expect(compareOf({ id: 'r', figures: [{}] })).toEqual({ run: 'r' });
  });

  it('asks only for what it names', () => {
    expect(toQuery({ run: 'r' })).toEqual({ target: 0 });
    expect(toQuery({ run: 'r', target: '1', baseline: 'b', baseline_target: '0', case: 'c' })).toEqual({
      target: 1,
      baseline_id: 'b',
      baseline_target: 0,
    });
  });
});
