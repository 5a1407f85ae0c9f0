import { describe, expect, it } from '@jest/globals';
import { isHeaderLine, linesOf, readHeaderLines } from './header-lines.js';

describe('headers in a text with one a line', () => {
  it('are read by their names, and a value keeps its own colons', () => {
    const lines = linesOf('Authorization: Bearer a:b\n\n  \nX-Region : eu \n');
    expect(lines).toEqual(['Authorization: Bearer a:b', 'X-Region : eu ']);
    expect(readHeaderLines(lines)).toEqual({ Authorization: 'Bearer a:b', 'X-Region': 'eu' });
  });

  it.each([
    ['X-Region: eu', true],
    ['  X-Region : eu', true],
    ['X-Region:', true],
    ['X Region: eu', false],
    [': eu', false],
    ['X-Region', false],
  ])('are told from other lines: %j', (line, isHeader) => {
    expect(isHeaderLine(line)).toBe(isHeader);
  });
});
