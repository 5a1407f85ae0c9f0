import { describe, expect, it } from '@jest/globals';
import { toStorable } from './to-storable.js';

describe('a text that is stored', () => {
  it('keeps lines, tabs and every script', () => {
    expect(toStorable('a\n\tb\r\n你好 😀 مرحبا')).toBe('a\n\tb\r\n你好 😀 مرحبا');
  });

  it('loses control characters and halves of characters', () => {
    expect(toStorable('a\u0000\u001b[1mb\u0085')).toBe('a[1mb');
    expect(toStorable('\ud83d!')).toBe('\ufffd!');
  });

  it('has no more than the service takes, also where that cuts a character', () => {
    expect(toStorable('x'.repeat(200_001))).toHaveLength(200_000);
    expect(toStorable(`${'x'.repeat(199_999)}😀`)).toBe(`${'x'.repeat(199_999)}\ufffd`);
  });
});
