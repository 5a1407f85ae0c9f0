import { expect, test } from '@jest/globals';
import { longestMatch } from './longest-match.js';

test.each<[string, number | undefined]>([
  ['EMP-\\d{6}', 10],
  ['a|bcd|', 3],
  ['(?:ab){2,3}c?', 7],
  ['(?i)ab(?i:c)(d)(?P<e>f)', 5],
  ['[A-Z]{2}[^x]', 4],
  ['[]a]\\][\\]]', 3],
  ['[[:alpha:]]{3}', 3],
  ['\\p{L}{3}\\pN', 8],
  ['\\bx\\b', 1],
  ['.', 2],
  ['😀{2}', 4],
  ['\\x{1F600}\\x41\\101', 5],
  ['a{2', 3],
  ['a{0,5}?', 5],
  ['\\b*', 0],
  ['a+', Number.POSITIVE_INFINITY],
  ['(ab*)?', Number.POSITIVE_INFINITY],
  ['a{3,}', Number.POSITIVE_INFINITY],
  ['\\Qa+\\E', undefined],
  ['(a', undefined],
  ['a)', undefined],
])('%s matches at most %p units', (source, longest) => {
  expect(longestMatch(source)).toBe(longest);
});
