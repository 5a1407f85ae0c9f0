import { describe, expect, it } from '@jest/globals';
import { judgeRow } from './judge-row.js';

const rounds = (...ratios: number[]) => ratios.map((ratio) => ({ before: 1_000, after: 1_000 * ratio }));

describe('two builds compared in one row', () => {
  it.each([
    ['equal builds are not slower', rounds(1, 1, 1, 1), false],
    ['2 % in every round is within the tolerance', rounds(0.98, 0.98, 0.98, 0.98), false],
    ['5 % in every round is slower', rounds(0.95, 0.95, 0.95, 0.95), true],
    ['5 % in the median of rounds that differ by 20 % is not', rounds(0.8, 0.92, 0.98, 1.1), false],
    ['one lucky round of five does not hide 10 %', rounds(0.9, 0.9, 0.9, 0.9, 1.3), true],
  ])('%s', (_title, measured, isSlower) => {
    expect(judgeRow(measured).isSlower).toBe(isSlower);
  });

  it('the ratio is the median, beside the quartiles of the rounds', () => {
    expect(judgeRow(rounds(0.9, 1, 1.1, 1.2))).toMatchObject({ ratio: 1.05, low: 0.9, high: 1.1 });
  });
});
