import { describe, expect, it } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { findPatternProblem } from './pattern.js';

/** The longest that a grader may have. */
const LONGEST = 500;
const long = (piece: string): string => piece.repeat(Math.floor(LONGEST / piece.length));

describe('patterns of graders', () => {
  it.each(['x{999}', '.{999}', '\\pL{999}', '[^\\pL]', '(x{1,31}){1,31}', '(?i:[^\\x00-\\x{10FFFF}])'])(
    'are rejected before they are compiled if that takes long, so that a suite may have fifty of them: %j',
    async (piece) => {
      const pattern = long(piece);
      await expectWithin(100, () =>
        processorTimeOf(() => {
          for (let count = 0; count < 50; count += 1) expect(findPatternProblem(pattern)).toContain('too large');
        }),
      );
    },
  );

  it('are accepted where they are usual', () => {
    expect(findPatternProblem('^(yes|no)\\b.{0,40}[A-Z]{2}-\\d{4,6}$')).toBeUndefined();
  });
});
