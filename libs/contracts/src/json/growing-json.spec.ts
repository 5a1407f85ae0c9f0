import { describe, expect, jest, test } from '@jest/globals';
import { GrowingJson } from './growing-json.js';

function grow(...fragments: string[]): boolean[] {
  const json = new GrowingJson();
  return fragments.map((fragment) => {
    json.append(fragment);
    return json.isWhole();
  });
}

describe('GrowingJson', () => {
  test.each<[string[], boolean[]]>([
    [['{}'], [true]],
    [
      ['{"a":', '{', '}', '}', ' \n'],
      [false, false, false, true, true],
    ],
    [
      ['{"a":"}', '"}'],
      [false, true],
    ],
    [
      ['', '{', ' ', '} '],
      [false, false, false, true],
    ],
    [
      ['{}', '{}'],
      [true, false],
    ],
  ])('is whole where %j has become an object', (fragments, whole) => {
    expect(grow(...fragments)).toEqual(whole);
  });

  test.each(['}', ',{}', '1'])('parses a bounded amount, however often %j is asked about', (fragment) => {
    const parse = jest.spyOn(JSON, 'parse');
    const json = new GrowingJson();
    json.append(`{"a":[${'1,'.repeat(500_000)}`);
    for (let count = 0; count < 1_000; count++) {
      json.append(fragment);
      expect(json.isWhole()).toBe(false);
    }
    const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    parse.mockRestore();
    expect(parsed).toBeLessThan(5 * 1024 * 1024);
  });
});
