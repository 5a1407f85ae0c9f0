import { describe, expect, it } from '@jest/globals';
import { shortenTexts } from './shorten-texts.js';

describe('shortenTexts', () => {
  it('keeps what is short, wherever it stands', () => {
    const value = { a: ['x'.repeat(120), 1, null], b: { c: true } };
    expect(shortenTexts(value)).toEqual(value);
  });

  it('tells by the ends and the length when a long text changed', () => {
    const text = `${'a'.repeat(60)}${'b'.repeat(61)}`;
    expect(shortenTexts([text])).toEqual([`${'a'.repeat(40)} … ${'b'.repeat(40)} (121 characters)`]);
    expect(shortenTexts(text)).not.toBe(shortenTexts(`${text.slice(0, 60)}${text.slice(61)}`));
  });
});
