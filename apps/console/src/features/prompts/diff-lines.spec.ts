import { describe, expect, it } from '@jest/globals';
import { diffLines } from './diff-lines.js';

const written = (before: string, after: string): string =>
  diffLines(before, after)
    .map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`)
    .join('|');

describe('diffLines', () => {
  it.each([
    ['equal texts', 'a\nb', 'a\nb', ' a| b'],
    ['a changed line', 'a\nb\nc', 'a\nx\nc', ' a|-b|+x| c'],
    ['an added line', 'a\nc', 'a\nb\nc', ' a|+b| c'],
    ['a removed line', 'a\nb\nc', 'a\nc', ' a|-b| c'],
    ['a moved line', 'a\nb', 'b\na', '-a| b|+a'],
    ['texts without a common line', 'a', 'b', '-a|+b'],
  ])('compares %s', (_what, before, after, expected) => {
    expect(written(before, after)).toBe(expected);
  });

  it('gives each line a key of its own', () => {
    const lines = diffLines('a\nb\nb\nc', 'b\nc\nb');
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  it('lists very long texts one after the other', () => {
    const long = Array.from({ length: 2_000 }, (_, index) => String(index)).join('\n');
    expect(diffLines(long, `${long}\nx`).filter(({ kind }) => kind === 'same')).toEqual([]);
  });
});
