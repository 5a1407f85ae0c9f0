import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { CHARACTER_COUNT, characterAt } from '@multilane/testing';
import fc from 'fast-check';
import {
  createStoredCredentialAuthenticator,
  hashToken,
  type StoredIdentity,
} from './authenticate-stored-credential.js';
import { type Authenticate, type CredentialHeaders, createAuthenticator } from './create-authenticator.js';

const character = fc.nat(CHARACTER_COUNT - 1).map(characterAt);

const NOW = Date.parse('2026-11-20T12:00:00Z');
const TOKEN = 'ml-0123456789abcdefghijklmnop';

const buildKey = (changes: Partial<StoredIdentity> = {}): StoredIdentity => ({
  credentialType: 'api_key',
  keyName: 'ci',
  role: 'member',
  teamName: 'research',
  expiresAt: undefined,
  disabled: false,
  ...changes,
});

const STORE = new Map<string, StoredIdentity>([
  [hashToken(TOKEN), buildKey()],
  [hashToken('ml-expired-at-noon-sharp-00'), buildKey({ expiresAt: NOW })],
  [hashToken('ml-expires-just-after-noon0'), buildKey({ expiresAt: NOW + 1 })],
  [hashToken('ml-disabled-000000000000000'), buildKey({ disabled: true })],
  [hashToken('ml-disabled-and-expired-000'), buildKey({ disabled: true, expiresAt: NOW - 1 })],
]);
const stored = createStoredCredentialAuthenticator((hash) => STORE.get(hash));
const authenticate = createAuthenticator({ stored });

const bearer = (token: string): CredentialHeaders => ({ authorization: `Bearer ${token}` });

function catchGatewayError(run: () => unknown): GatewayError {
  try {
    run();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('a stored credential', () => {
  it('is answered at once, with the record that the lookup found', () => {
    expect(authenticate(bearer(TOKEN), NOW)).toBe(STORE.get(hashToken(TOKEN)));
  });

  it('is answered later when the lookup answers later', async () => {
    const later = createAuthenticator({
      stored: createStoredCredentialAuthenticator(async (hash) => STORE.get(hash)),
    });
    await expect(later(bearer(TOKEN), NOW)).resolves.toMatchObject({ keyName: 'ci', teamName: 'research' });
    await expect(later(bearer(`${TOKEN}x`), NOW)).rejects.toMatchObject({ code: 'invalid_api_key' });
    await expect(later(bearer('ml-expired-at-noon-sharp-00'), NOW)).rejects.toMatchObject({ code: 'key_expired' });
  });

  it('is usable until the millisecond at which it expires', () => {
    expect(authenticate(bearer('ml-expires-just-after-noon0'), NOW)).toMatchObject({ keyName: 'ci' });
  });

  it('a JWT is asked for the team that X-Service-Team names, and no other credential is', async () => {
    const asked: unknown[] = [];
    const both = createAuthenticator({
      stored,
      jwt: (_token, _now, team) => {
        asked.push(team);
        return { credentialType: 'oidc', keyName: 'u', role: 'member' } as never;
      },
    });
    await both({ authorization: 'Bearer a.b.c', 'x-service-team': 'sales' }, NOW);
    await both({ authorization: 'Bearer a.b.c' }, NOW);
    await both({ ...bearer(TOKEN), 'x-service-team': 'sales' }, NOW);
    // Node reads a header in UTF-8, and one in Latin-1.
    await both({ authorization: 'Bearer a.b.c', 'x-service-team': Buffer.from('研究').toString('latin1') }, NOW);
    await both({ authorization: 'Bearer a.b.c', 'x-service-team': 'Süd' }, NOW);
    expect(asked).toEqual(['sales', undefined, '研究', 'Süd']);
  });

  const refused: [string, string, string][] = [
    ['an expired key', 'ml-expired-at-noon-sharp-00', 'key_expired'],
    ['a disabled key', 'ml-disabled-000000000000000', 'invalid_api_key'],
    ['a key both disabled and expired, as if it were unknown', 'ml-disabled-and-expired-000', 'invalid_api_key'],
    ['an unknown key', 'ml-unknown-0000000000000000', 'invalid_api_key'],
    ['a prefix of a key', TOKEN.slice(0, -1), 'invalid_api_key'],
    ['a key with one character more', `${TOKEN}q`, 'invalid_api_key'],
    ['a key in another case', TOKEN.toUpperCase(), 'invalid_api_key'],
    ['the hash of a key', hashToken(TOKEN), 'invalid_api_key'],
    ['a key in quotation marks', `"${TOKEN}"`, 'invalid_api_key'],
    ['two keys joined with a comma', `${TOKEN},${TOKEN}`, 'invalid_api_key'],
    ['SQL', "'or'1'='1", 'invalid_api_key'],
    ['a name of Object.prototype', '__proto__', 'invalid_api_key'],
  ];
  it.each(refused)('rejects %s with 401', (_rule, token, code) => {
    expect(catchGatewayError(() => authenticate(bearer(token), NOW))).toMatchObject({ code, status: 401 });
  });

  it.each(['session', 'oidc'] as const)(
    'is rejected where the store answers with a %s, which is not its kind',
    (type) => {
      const odd = createAuthenticator({
        stored: createStoredCredentialAuthenticator(() => buildKey({ credentialType: type })),
      });
      expect(catchGatewayError(() => odd(bearer(TOKEN), NOW)).code).toBe('invalid_api_key');
    },
  );

  it('a token that a rotation replaced works to the end of its grace, and then is as unknown as a deleted one', () => {
    const rotated = createAuthenticator({
      stored: createStoredCredentialAuthenticator(() => buildKey({ replacedAt: NOW, expiresAt: NOW + 1000 })),
    });
    expect(rotated(bearer(TOKEN), NOW - 1)).toMatchObject({ keyName: 'ci' });
    expect(catchGatewayError(() => rotated(bearer(TOKEN), NOW)).code).toBe('invalid_api_key');
  });

  it('is rejected in the same words whether it is unknown or disabled', () => {
    const unknown = catchGatewayError(() => authenticate(bearer('ml-unknown-0000000000000000'), NOW));
    const disabled = catchGatewayError(() => authenticate(bearer('ml-disabled-000000000000000'), NOW));
    expect(disabled.message).toBe(unknown.message);
    expect(unknown.message).not.toContain('ml-unknown');
  });

  it('is rejected by the gateway when only x-api-key holds it', () => {
    const error = catchGatewayError(() => authenticate({ 'x-api-key': TOKEN }, NOW));
    expect(error.code).toBe('invalid_api_key');
    expect(error.message).toContain('`Authorization: Bearer <token>`');
    expect(error.message).not.toContain(TOKEN);
  });

  it.each([...'!,-.0Aa~'])('is spoiled by one more %s at any position', (character) => {
    for (let position = 0; position <= TOKEN.length; position++) {
      const spoiled = TOKEN.slice(0, position) + character + TOKEN.slice(position);
      expect(catchGatewayError(() => authenticate(bearer(spoiled), NOW)).code).toBe('invalid_api_key');
    }
  });
});

describe('authenticators', () => {
  const GET = { method: 'GET', origin: 'https://ai.example' };
  const POST = { method: 'POST', origin: 'https://ai.example' };
  const seen: string[] = [];
  const caller = (credentialType: StoredIdentity['credentialType']): StoredIdentity => buildKey({ credentialType });
  const all: Authenticate<StoredIdentity> = createAuthenticator<StoredIdentity>({
    stored,
    jwt: (token) => {
      seen.push(`jwt ${token}`);
      return caller('oidc');
    },
    session: (token, _now, actingAs) => {
      seen.push(`session ${token} as ${actingAs}`);
      return caller('session');
    },
  });

  it('each verify their own kind of credential', () => {
    expect(all(bearer('a.b.c'), NOW)).toMatchObject({ credentialType: 'oidc' });
    expect(all({ cookie: 'ml_session=s1', 'x-service-credential': 'pat-1' }, NOW, GET)).toMatchObject({
      credentialType: 'session',
    });
    expect(all(bearer(TOKEN), NOW)).toMatchObject({ credentialType: 'api_key' });
    expect(seen).toEqual(['jwt a.b.c', 'session s1 as pat-1']);
  });

  it('ask sessions for a write only when it comes from the same origin', () => {
    const cookie = 'ml_session=s1';
    expect(all({ cookie, origin: 'https://ai.example' }, NOW, POST)).toMatchObject({ credentialType: 'session' });
    for (const origin of [undefined, 'null', 'https://evil.example', 'http://ai.example', 'https://ai.example.evil']) {
      const error = catchGatewayError(() => all({ cookie, origin }, NOW, POST));
      expect(error).toMatchObject({ code: 'permission_denied', status: 403, param: 'Origin' });
    }
  });

  it('do not ask sessions if nothing is known of the request', () => {
    expect(catchGatewayError(() => all({ cookie: 'ml_session=s1' }, NOW)).code).toBe('permission_denied');
  });

  it('take tokens wherever a request comes from', () => {
    expect(all({ ...bearer(TOKEN), origin: 'https://evil.example' }, NOW, POST)).toMatchObject({
      credentialType: 'api_key',
    });
  });

  it('that are absent switch their kind off', () => {
    expect(catchGatewayError(() => authenticate({ cookie: 'ml_session=s1' }, NOW)).code).toBe('invalid_api_key');
    expect(catchGatewayError(() => authenticate(bearer('a.b.c'), NOW)).code).toBe('invalid_api_key');
  });

  it.each([TOKEN, 'a.b.c', 'ml-unknown'])('reject X-Service-Credential with the token %s', (token) => {
    const error = catchGatewayError(() => all({ ...bearer(token), 'x-service-credential': 'pat-1' }, NOW));
    expect(error).toMatchObject({
      code: 'credential_header_not_allowed',
      status: 400,
      param: 'X-Service-Credential',
    });
  });
});

describe('credentials under any headers', () => {
  const weird = fc.oneof(
    fc.string({ unit: character, maxLength: 80 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.constantFrom('Bearer ', 'bearer', 'Basic ', TOKEN, `${TOKEN} `, ',', '.', '\0', '\r\n', 'ml-', 'ml_session='),
  );
  const value = fc.array(weird, { maxLength: 6 }).map((parts) => parts.join(''));
  const header = fc.option(fc.oneof(value, fc.array(value, { maxLength: 3 })), { nil: undefined });

  it('only the key itself authenticates, and nothing but a GatewayError is thrown', () => {
    fc.assert(
      fc.property(
        fc.record({ authorization: header, cookie: header, 'x-api-key': header, 'x-service-credential': header }),
        (headers) => {
          try {
            const caller = authenticate(headers, NOW);
            expect(
              String(headers.authorization)
                .trim()
                .replace(/^bearer\s+/i, ''),
            ).toBe(TOKEN);
            expect(caller).toBe(STORE.get(hashToken(TOKEN)));
          } catch (error) {
            expect(error).toBeInstanceOf(GatewayError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a random token never authenticates', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (token) => {
        fc.pre(token.trim() !== TOKEN);
        expect(() => authenticate(bearer(token), NOW)).toThrow(GatewayError);
        expect(() => authenticate(bearer(`ml-${token}`), NOW)).toThrow(GatewayError);
      }),
      { numRuns: 500 },
    );
  });
});

describe('hashToken', () => {
  it('is SHA-256 in hex, by the example of FIPS 180', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
