import { describe, expect, it } from '@jest/globals';
import { type CodePart, colourParts } from './colour-parts.js';

const textOf = (parts: readonly CodePart[]): string => parts.map(({ text }) => text).join('');
const kindsOf = (parts: readonly CodePart[]): string[] => parts.map(({ kind }) => kind);

describe('the parts of a code', () => {
  it.each([
    ['json', '{ "a": [1, true, "x"] }', ['attr', 'number', 'keyword', 'string']],
    ['ts', 'const x: number = 1; // one', ['keyword', 'number', 'comment']],
    ['py', 'def f(x):\n  return "a"', ['keyword', 'title', 'string']],
    ['sh', 'curl "$URL" # it', ['string', 'variable', 'comment']],
    ['ts', 'const s = \'<b>&amp;\' + "&lt;";', ['keyword', 'string']],
    ['html', '<b class="x">a</b>', ['name', 'attr', 'string']],
  ])('of %s have their kinds, and are the whole text', (language, code, kinds) => {
    const parts = colourParts(code, language);
    expect(textOf(parts)).toBe(code);
    expect(kindsOf(parts)).toEqual(expect.arrayContaining(kinds));
  });

  it('of an unknown language are one text', () => {
    expect(colourParts('let it be', 'klingon')).toEqual([{ kind: '', text: 'let it be' }]);
  });

  it('of hostile text are the whole text, however deeply it is nested', () => {
    const hostile = ['"'.repeat(5_000), '{"a":'.repeat(1_000), '<'.repeat(5_000), '`${'.repeat(5_000)];
    for (const language of ['json', 'ts', 'html', 'bash', 'yaml', 'python']) {
      for (const code of hostile) expect(textOf(colourParts(code, language))).toBe(code);
    }
  });
});
