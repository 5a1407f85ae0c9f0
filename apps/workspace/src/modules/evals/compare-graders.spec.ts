import { describe, expect, it } from '@jest/globals';
import { compareGraders } from './compare-graders.js';

const grade = (name: string, passed: number, failed: number) => ({ name, passed, failed });

describe('the graders of two runs', () => {
  it('are compared by their names, in the order of the second run', () => {
    const before = [grade('tone', 1, 1), grade('contains', 4, 0)];
    const after = [grade('contains', 3, 1), grade('tone', 2, 0)];
    expect(compareGraders(before, after)).toEqual([
      { name: 'contains', before: 1, after: 0.75, difference: -0.25 },
      { name: 'tone', before: 0.5, after: 1, difference: 0.5 },
    ]);
  });

  it('have no difference where one of the runs lacks them, or graded nothing', () => {
    expect(
      compareGraders([grade('old', 1, 0), grade('idle', 0, 0)], [grade('idle', 1, 0), grade('new', 0, 2)]),
    ).toEqual([
      { name: 'idle', before: null, after: 1, difference: null },
      { name: 'new', before: null, after: 0, difference: null },
      { name: 'old', before: 1, after: null, difference: null },
    ]);
  });

  it('count as one where they have one name', () => {
    expect(compareGraders([], [grade('a', 1, 0), grade('a', 0, 1)])[0]?.after).toBe(0.5);
  });
});
