import { describe, expect, test } from '@jest/globals';
import { areNoArguments, writeArguments } from './write-arguments.js';

describe('writeArguments', () => {
  test.each([[undefined], [null], [''], ['  \n'], ['null'], [' null '], [{}], [[]]])(
    '%j becomes an empty object',
    (given) => {
      expect(writeArguments(given)).toBe('{}');
    },
  );

  test.each([
    ['{"a":1}', '{"a":1}'],
    [' {} ', ' {} '],
    ['nullable', 'nullable'],
    [{ a: null }, '{"a":null}'],
    [[1], '[1]'],
  ])('%j becomes %s', (given, written) => {
    expect(areNoArguments(given)).toBe(false);
    expect(writeArguments(given)).toBe(written);
  });
});
