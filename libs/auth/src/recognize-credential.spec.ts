import { describe, expect, it } from '@jest/globals';
import {
  type CredentialHeaders,
  MAX_TOKEN_LENGTH,
  type RecognitionSettings,
  recognizeCredential,
} from './create-authenticator.js';

const EVERYTHING: RecognitionSettings = { oidcEnabled: true, consoleEnabled: true };
const KEYS_ONLY: RecognitionSettings = { oidcEnabled: false, consoleEnabled: false };
const KEY = 'ml-0123456789abcdefghijklmnop';
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln';

describe('recognizeCredential', () => {
  const recognized: [string, CredentialHeaders, RecognitionSettings, string, string][] = [
    ['an API key is stored', { authorization: `Bearer ${KEY}` }, EVERYTHING, 'stored', KEY],
    ['a PAT is stored', { authorization: 'Bearer ml_pat_abc' }, EVERYTHING, 'stored', 'ml_pat_abc'],
    ['a VAT is stored', { authorization: 'Bearer ml_vat_abc' }, EVERYTHING, 'stored', 'ml_vat_abc'],
    ['any other word is stored', { authorization: 'Bearer anything' }, EVERYTHING, 'stored', 'anything'],
    ['the scheme is read in any case', { authorization: `bEARER ${KEY}` }, EVERYTHING, 'stored', KEY],
    ['white space around the token is trimmed', { authorization: ` Bearer \t ${KEY} \t` }, EVERYTHING, 'stored', KEY],
    ['three parts are a JWT', { authorization: `Bearer ${JWT}` }, EVERYTHING, 'jwt', JWT],
    ['a JWT is looked up as stored without OIDC', { authorization: `Bearer ${JWT}` }, KEYS_ONLY, 'stored', JWT],
    ['three parts after ml- are stored', { authorization: 'Bearer ml-a.b.c' }, EVERYTHING, 'stored', 'ml-a.b.c'],
    ['two parts are stored', { authorization: 'Bearer a.b' }, EVERYTHING, 'stored', 'a.b'],
    ['four parts are stored', { authorization: 'Bearer a.b.c.d' }, EVERYTHING, 'stored', 'a.b.c.d'],
    ['the session comes without a token', { cookie: 'a=1; ml_session=s1' }, EVERYTHING, 'session', 's1'],
    [
      'a token comes before the session',
      { authorization: `Bearer ${KEY}`, cookie: 'ml_session=s1' },
      EVERYTHING,
      'stored',
      KEY,
    ],
    [
      'another scheme is not a bearer token, so the session counts',
      { authorization: 'Basic dXNlcjpwYXNz', cookie: 'ml_session=s1' },
      EVERYTHING,
      'session',
      's1',
    ],
    ['the first of two sessions counts', { cookie: 'ml_session=s1; ml_session=s2' }, EVERYTHING, 'session', 's1'],
    [
      'a token of exactly 8 KiB is looked at',
      { authorization: `Bearer ${'a'.repeat(MAX_TOKEN_LENGTH)}` },
      EVERYTHING,
      'stored',
      'a'.repeat(MAX_TOKEN_LENGTH),
    ],
  ];
  it.each(recognized)('%s', (_rule, headers, settings, kind, token) => {
    expect(recognizeCredential(headers, settings)).toEqual({ kind, token });
  });

  const ONE_TOKEN = 'The Authorization header does not hold exactly one bearer token.';
  const NOTHING = 'No credential was sent. Send it as `Authorization: Bearer <token>`.';
  const refused: [string, CredentialHeaders, RecognitionSettings, string][] = [
    ['no header at all', {}, EVERYTHING, NOTHING],
    ['an empty Authorization', { authorization: '' }, EVERYTHING, NOTHING],
    ['another scheme', { authorization: `Basic ${KEY}` }, EVERYTHING, NOTHING],
    ['a token without a scheme', { authorization: KEY }, EVERYTHING, NOTHING],
    ['a scheme that only starts like Bearer', { authorization: `BearerX ${KEY}` }, EVERYTHING, NOTHING],
    ['a session while the console is off', { cookie: 'ml_session=s1' }, KEYS_ONLY, NOTHING],
    ['an empty session', { cookie: 'ml_session=' }, EVERYTHING, NOTHING],
    ['a cookie whose name only ends like a session', { cookie: 'x_ml_session=s1' }, EVERYTHING, NOTHING],
    ['a session of absurd length', { cookie: `ml_session=${'s'.repeat(9000)}` }, EVERYTHING, NOTHING],
    ['Bearer alone', { authorization: 'Bearer' }, EVERYTHING, ONE_TOKEN],
    ['Bearer and spaces', { authorization: 'Bearer  ' }, EVERYTHING, ONE_TOKEN],
    ['two tokens', { authorization: `Bearer ${KEY} ${KEY}` }, EVERYTHING, ONE_TOKEN],
    ['two headers joined with a comma', { authorization: `Bearer ${KEY}, Bearer ${KEY}` }, EVERYTHING, ONE_TOKEN],
    ['a line break in the token', { authorization: `Bearer ${KEY}\r\nx: y` }, EVERYTHING, ONE_TOKEN],
    ['a NUL in the token', { authorization: `Bearer ${KEY}\0` }, EVERYTHING, ONE_TOKEN],
    ['a no-break space after the token', { authorization: `Bearer ${KEY}\u00a0` }, EVERYTHING, ONE_TOKEN],
    ['letters beyond ASCII', { authorization: 'Bearer ml-ключ' }, EVERYTHING, ONE_TOKEN],
    [
      'a malformed token, whatever the session',
      { authorization: 'Bearer', cookie: 'ml_session=s1' },
      EVERYTHING,
      ONE_TOKEN,
    ],
    [
      'a repeated Authorization header',
      { authorization: [`Bearer ${KEY}`, `Bearer ${KEY}`] },
      EVERYTHING,
      'The Authorization header was sent more than once.',
    ],
    [
      'a token of more than 8 KiB',
      { authorization: `Bearer ${'a'.repeat(MAX_TOKEN_LENGTH + 1)}` },
      EVERYTHING,
      'The bearer token is longer than 8 KiB.',
    ],
    [
      'x-api-key alone',
      { 'x-api-key': KEY },
      EVERYTHING,
      'x-api-key is not read. Send the credential as `Authorization: Bearer <token>`.',
    ],
  ];
  it.each(refused)('rejects %s', (_rule, headers, settings, message) => {
    expect(recognizeCredential(headers, settings)).toEqual({ kind: 'none', message });
  });

  it('reads a hostile header in linear time', () => {
    const hostile = [`Bearer ${' '.repeat(60_000)}x y`, `Bearer x${' '.repeat(60_000)}y`, ' '.repeat(60_000)];
    const start = performance.now();
    for (const authorization of hostile) {
      expect(recognizeCredential({ authorization }, EVERYTHING).kind).toBe('none');
    }
    expect(performance.now() - start).toBeLessThan(200);
  });
});
