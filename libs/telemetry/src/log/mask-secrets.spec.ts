import { describe, expect, it } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import { maskSecrets } from './mask-secrets.js';

const BODY = '0123456789abcdefghijklmnopqrstuv';

describe('maskSecrets', () => {
  const masked: [string, string, string][] = [
    ['an API key', `key ml-${BODY}.`, 'key ml-[masked]'],
    ['a PAT', `ml_pat_${BODY}`, 'ml_pat_[masked]'],
    ['a VAT', `ml_vat_${BODY}`, 'ml_vat_[masked]'],
    ['a SCIM token', `ml_scim_${BODY}`, 'ml_scim_[masked]'],
    ['a key of the reference provider', `sk-proj-${BODY}`, 'sk-[masked]'],
    ['a key of the messages-native provider', `(sk-ant-api03-${BODY})`, '(sk-ant-[masked])'],
    ['a bearer token', 'Authorization: Bearer abc', 'Authorization: Bearer [masked]'],
    ['a bearer token in lower case', `authorization: bearer ${BODY}`, 'authorization: bearer [masked]'],
    ['basic credentials', 'Basic dXNlcjpwYXNz=', 'Basic [masked]'],
    ['a Google key', `AIza${BODY}`, 'AIza[masked]'],
    ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE is denied', 'AKIA[masked] is denied'],
    ['a temporary AWS key id', 'ASIAIOSFODNN7EXAMPLE', 'ASIA[masked]'],
    ['a JWT', 'got eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl!', 'got eyJ[masked]!'],
    ['a key in a query', `GET /v1?api_key=${BODY}&x=1`, 'GET /v1?api_key=[masked]&x=1'],
    ['a signature in a query', 'X-Amz-Signature=0ab1&X-Amz-Date=2', 'X-Amz-Signature=[masked]&X-Amz-Date=2'],
    ['a key in a header line', 'x-api-key: 0123abcd', 'x-api-key: [masked]'],
    ['a secret in JSON text', '{"client_secret": "s3cr3t"}', '{"client_secret": "[masked]"}'],
    ['a secret in quoted JSON text', '"{\\"password\\":\\"s3cr3t\\"}"', '"{\\"password\\":\\"[masked]\\"}"'],
    ['a session', 'ml_session=s3cr3t; theme=dark', 'ml_session=[masked]; theme=dark'],
    ['the user of an address', 'redis://user:pass@host:6379', 'redis://[masked]@host:6379'],
    ['a key after an escaped line break', `"\\nsk-${BODY}"`, '"\\nsk-[masked]"'],
    [
      'a private key',
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4\n\nMIIE+/=\n-----END RSA PRIVATE KEY-----',
      '-----BEGIN RSA PRIVATE KEY-----[masked]-----END RSA PRIVATE KEY-----',
    ],
    ['every secret of a text', `sk-${BODY} and sk-${BODY}`, 'sk-[masked] and sk-[masked]'],
  ];
  it.each(masked)('masks %s', (_rule, text, expected) => {
    expect(maskSecrets(text)).toBe(expected);
  });

  it.each([
    'The Authorization header does not hold exactly one bearer token.',
    'Send it as `Authorization: Bearer <token>`.',
    'max_tokens=100, prompt_tokens: 12',
    'a basic example of a task-runner-configuration',
    'html-parser-implementation',
    'ml-ops',
    'https://api.example.com/v1/chat/completions',
    'user@example.com',
    '{"token":12345,"signature":true}',
    '0190f3f0-7000-7000-8000-000000000000',
  ])('leaves %s as it is', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  const fragment = fc.constantFrom(
    ...['sk-', 'ml-', 'Bearer ', 'bearer ', 'eyJ', '.', '-', '"', '\\', '\n', ' ', '=', ':', '@', '://', 'api_key'],
    ...['token', '-----BEGIN PRIVATE KEY-----', '[masked]', BODY, '0', ',', '}', '🔑'],
  );
  const text = fc.array(fragment, { maxLength: 20 }).map((fragments) => fragments.join(''));

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(text, (value) => {
        const once = maskSecrets(value);
        expect(maskSecrets(once)).toBe(once);
      }),
    );
  });

  it('leaves JSON text readable', () => {
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())), (value) => {
        expect(typeof JSON.parse(maskSecrets(JSON.stringify(value)))).toBe('object');
      }),
      { numRuns: 500 },
    );
  });

  it('takes time linear in the text', async () => {
    const hostile = [
      'eyJaaaaaaa-',
      'bearer ',
      'basic bbbbbb',
      '://',
      'secret-',
      '-----BEGIN PRIVATE KEY-----',
      'api_key=',
    ];
    const maskAll = (): void => {
      for (const part of hostile) maskSecrets(part.repeat(200_000 / part.length));
    };
    await expectWithin(1_000, () => processorTimeOf(maskAll));
  });
});
