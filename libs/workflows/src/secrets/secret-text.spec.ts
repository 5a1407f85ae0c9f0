import { describe, expect, it } from '@jest/globals';
import { maskSecrets } from './mask-secrets.js';
import { fillSecretText, mentionsSecrets, readSecretText, secretsIn } from './secret-text.js';

describe('texts that name secrets', () => {
  it.each([
    ['a plain text', 'plain', ['plain']],
    ['nothing', '', ['']],
    ['a secret in a text', 'Bearer {{secrets.TOKEN}}', ['Bearer ', { secret: 'TOKEN' }]],
    ['two of them', '{{ secrets.A }}:{{secrets.B}}!', [{ secret: 'A' }, ':', { secret: 'B' }, '!']],
    ['an object', { secret: 'TOKEN' }, [{ secret: 'TOKEN' }]],
    ['data of the run stays text', 'x {{input.name}}', ['x {{input.name}}']],
  ])('%s is read', (_what, value, parts) => {
    expect(readSecretText(value)).toEqual(parts);
  });

  it.each([
    ['a name that no secret has', '{{secrets.}}'],
    ['a path below a secret', '{{secrets.A.b}}'],
    ['a name with a hyphen', '{{secrets.a-b}}'],
    ['an expression', '{{secrets["A"]}}'],
    ['an object with more members', { secret: 'A', other: 1 }],
    ['an object with a wrong name', { secret: 'a b' }],
    ['a number', 1],
    ['null', null],
  ])('%s is rejected', (_what, value) => {
    expect(readSecretText(value)).toBeUndefined();
  });

  it('is filled with values, and not at all if one is missing', () => {
    const text = readSecretText('Bearer {{secrets.A}}') ?? [];
    expect(fillSecretText(text, new Map([['A', '{{secrets.B}}']]))).toBe('Bearer {{secrets.B}}');
    expect(fillSecretText(text, new Map())).toBeUndefined();
    expect(secretsIn([text, text])).toEqual(['A']);
  });

  it('finds mentions in places that take no secrets', () => {
    expect(['{{ secrets.A }}', '{{secrets', 'my secrets', '{{input.secrets}}'].map(mentionsSecrets)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('masking secrets', () => {
  const value = 'p"a/ss+wörd';
  const mask = maskSecrets([value, 'abc']);

  it.each([
    ['as it is', value],
    ['in JSON', JSON.stringify({ echoed: value })],
    ['in a URL', `https://example.com/?q=${encodeURIComponent(value)}`],
    ['in Base64', Buffer.from(value).toString('base64')],
    ['in Base64 behind a user name', Buffer.from(`ada:${value}`).toString('base64')],
    ['in Base64 behind another user name', Buffer.from(`bob1:${value}:more`).toString('base64')],
    ['in Base64 of URLs', Buffer.from(`x${value}`).toString('base64url')],
  ])('takes a value out %s', (_form, text) => {
    expect(mask(text)).toContain('[secret]');
    expect(mask(text)).not.toContain('ss+w');
  });

  it('leaves other texts, and values that occur by chance', () => {
    expect(mask('abcdef and nothing else')).toBe('abcdef and nothing else');
  });
});
