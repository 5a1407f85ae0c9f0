import { describe, expect, test } from '@jest/globals';
import { guessHeaderRows } from './guess-header-rows.js';

describe('guessHeaderRows', () => {
  test.each([
    [
      'names above values',
      [
        ['Name', 'Age'],
        ['Ada', '36'],
      ],
      1,
    ],
    [
      'names with one column unnamed',
      [
        ['', 'Age'],
        ['Ada', '36'],
      ],
      1,
    ],
    [
      'numbers in the first row',
      [
        ['Ada', '36'],
        ['Ben', '41'],
      ],
      0,
    ],
    [
      'a name twice',
      [
        ['Age', 'Age'],
        ['1', '2'],
      ],
      0,
    ],
    ['no row below', [['Name', 'Age']], 0],
    ['no rows', [], 0],
    [
      'mostly empty cells',
      [
        ['Title', '', ''],
        ['a', 'b', 'c'],
      ],
      1,
    ],
    [
      'sentences',
      [
        ['x'.repeat(101), 'Age'],
        ['a', 'b'],
      ],
      0,
    ],
  ])('%s', (_, rows, expected) => {
    expect(guessHeaderRows(rows)).toBe(expected);
  });
});
