import { describe, expect, test } from '@jest/globals';
import { mendSurrogates, nameMended } from './mend-surrogates.js';

describe('mendSurrogates', () => {
  test.each([
    ['a first half', '{"a":"x \\ud83d y"}', '{"a":"x \\ufffd y"}'],
    ['a second half, in capitals', '{"a":"\\uDE00"}', '{"a":"\\ufffd"}'],
    ['two first halves before a second', '"\\ud83d\\ud83d\\ude00"', '"\\ufffd\\ud83d\\ude00"'],
    ['the halves of a pair in the wrong order', '"\\ude00\\ud83d"', '"\\ufffd\\ufffd"'],
    ['one behind an escaped backslash', '"\\\\\\ud83d"', '"\\\\\\ufffd"'],
    ['one at the end', '"\\ud83d', '"\\ufffd'],
  ])('makes U+FFFD of %s', (_name, body, mended) => {
    expect(mendSurrogates(body)).toBe(mended);
    expect(mendSurrogates(Buffer.from(body))).toEqual(Buffer.from(mended));
    expect(mendSurrogates([Buffer.from('{}'), Buffer.from(body)])).toEqual([Buffer.from('{}'), Buffer.from(mended)]);
  });

  test.each([
    ['a pair', '"\\ud83d\\ude00"'],
    ['other escapes', '"\\u00e9\\n\\u0000"'],
    ['an escaped backslash before the letters', '"\\\\ud83d"'],
    ['nothing of the kind', '{"a":"é 😀"}'],
  ])('leaves the same body where it has %s', (_name, body) => {
    const bytes = Buffer.from(body);
    const pieces = [bytes];
    expect(mendSurrogates(body)).toBe(body);
    expect(mendSurrogates(bytes)).toBe(bytes);
    expect(mendSurrogates(pieces)).toBe(pieces);
    expect(mendSurrogates(undefined)).toBeUndefined();
  });

  test('does not change the bytes that it is given', () => {
    const bytes = Buffer.from('"\\ud83d"');
    mendSurrogates(bytes);
    expect(bytes.toString()).toBe('"\\ud83d"');
  });

  test('names the members that have one', () => {
    const request = {
      model: 'm',
      messages: [{ content: 'x \ud83d' }],
      stop: '\u{1f600}',
      user: '\udc00',
      n: undefined,
    };
    expect(nameMended(request)).toEqual(['messages', 'user']);
  });

  test('takes time that grows with the body alone', () => {
    const body = `"${'\\\\'.repeat(500_000)}${'\\ud83d\\ude00'.repeat(100_000)}"`;
    expect(mendSurrogates(body)).toBe(body);
  });
});
