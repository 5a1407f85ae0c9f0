import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { CHARACTER_COUNT, characterAt, TestIssuer } from '@multilane/testing';
import fc from 'fast-check';
import { createSessionAuthenticator } from './authenticate-session.js';
import {
  createStoredCredentialAuthenticator,
  hashToken,
  type StoredIdentity,
} from './authenticate-stored-credential.js';
import type { Caller } from './caller.js';
import { type AuthenticationHeaders, createAuthenticator } from './create-authenticator.js';
import { createIdentityCache } from './identities/identity-cache.js';
import { newToken } from './new-token.js';
import { createJwtAuthenticator } from './oidc/authenticate-jwt.js';

const character = fc.nat(CHARACTER_COUNT - 1).map(characterAt);

const NOW = Date.parse('2026-11-21T12:00:00Z');
const SITE = { method: 'GET', origin: 'https://ai.example' };
const PAT_ID = '01930000-0000-7000-8000-000000000001';
const ISSUER = 'https://id.example';

const KEY = newToken('ml-');
const PAT = newToken('ml_pat_');
const VAT = newToken('ml_vat_');
const SESSION = newToken('');

const identity = (credentialType: StoredIdentity['credentialType'], credentialId: string): StoredIdentity => ({
  credentialType,
  credentialId,
  keyName: credentialId,
  role: 'member',
  organizationId: 'o1',
  userId: 'u1',
  expiresAt: undefined,
  disabled: false,
});

/** Every authenticator over stores of its own, as a service has them, and what each store was asked. */
function setUp() {
  const asked = { credentials: [] as string[], sessions: [] as string[], pats: [] as string[] };
  const store = (log: string[], rows: Record<string, StoredIdentity>) =>
    createIdentityCache({
      lookup: async (key) => {
        log.push(key);
        return Object.hasOwn(rows, key) ? rows[key] : undefined;
      },
    });
  const pat = identity('pat', PAT_ID);
  const credentials = store(asked.credentials, {
    [hashToken(KEY)]: identity('api_key', 'key'),
    [hashToken(PAT)]: pat,
    [hashToken(VAT)]: identity('vat', 'vat'),
  });
  const sessions = store(asked.sessions, { [hashToken(SESSION)]: identity('session', 'session') });
  const pats = store(asked.pats, { [PAT_ID]: pat });
  const issuer = new TestIssuer(ISSUER);
  const jwt = createJwtAuthenticator({
    issuer: ISSUER,
    audience: 'multilane',
    teamClaim: 'team',
    teamMapping: {},
    roleClaim: 'role',
    adminRole: 'admin',
    findTeam: (teamName) => (teamName === 'research' ? { teamName } : undefined),
    fetchJson: issuer.fetchJson,
  });
  const authenticate = createAuthenticator<Caller>({
    stored: createStoredCredentialAuthenticator((hash) => credentials.find(hash)),
    jwt: jwt.authenticate,
    session: createSessionAuthenticator({
      findSession: (hash) => sessions.find(hash),
      findPersonalAccessToken: (id) => pats.find(id),
    }),
  });
  const admit = async (headers: AuthenticationHeaders) => authenticate(headers, NOW, SITE);
  const claims = { iss: ISSUER, aud: 'multilane', team: 'research', sub: 'somebody', exp: NOW / 1000 + 60 };
  return { asked, issuer, admit, token: issuer.issue(claims) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookie = (value: string) => ({ cookie: `ml_session=${value}` });

describe('every kind of credential', () => {
  it('is recognised where it belongs, and verified by its own authenticator alone (docs/contract/authentication.md#recognition)', async () => {
    const { asked, issuer, admit, token } = setUp();
    expect(await admit(bearer(KEY))).toMatchObject({ credentialType: 'api_key' });
    expect(await admit(bearer(PAT))).toMatchObject({ credentialType: 'pat' });
    expect(await admit(bearer(VAT))).toMatchObject({ credentialType: 'vat' });
    expect(asked).toEqual({ credentials: [KEY, PAT, VAT].map(hashToken), sessions: [], pats: [] });
    expect(issuer.requests).toEqual([]);
    expect(await admit(bearer(token))).toMatchObject({ credentialType: 'oidc', keyName: 'somebody' });
    expect(asked.credentials).toHaveLength(3);
    expect(await admit(cookie(SESSION))).toMatchObject({ credentialType: 'session' });
    expect(await admit({ ...cookie(SESSION), 'x-service-credential': PAT_ID })).toMatchObject({
      credentialType: 'pat',
    });
    expect(asked).toEqual({
      credentials: [KEY, PAT, VAT].map(hashToken),
      sessions: [hashToken(SESSION)],
      pats: [PAT_ID],
    });
  });

  it.each<[string, (token: string) => AuthenticationHeaders]>([
    ['an API key as a session', () => cookie(KEY)],
    ['a PAT as a session', () => cookie(PAT)],
    ['a JWT as a session', (token) => cookie(token)],
    ['a session as a token', () => bearer(SESSION)],
    ['the id of a PAT as a token', () => bearer(PAT_ID)],
    ['the id of a PAT as a session', () => cookie(PAT_ID)],
    ['a PAT itself in X-Service-Credential', () => ({ ...cookie(SESSION), 'x-service-credential': PAT })],
    ['an API key in x-api-key', () => ({ 'x-api-key': KEY })],
    ['an API key by Basic', () => ({ authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` })],
    ['a JWT after ml-', (token) => bearer(`ml-${token}`)],
    ['a key with a prefix of another kind', () => bearer(KEY.replace('ml-', 'ml_pat_'))],
    ['a key that shares all but its last character', () => bearer(`${KEY.slice(0, -1)}_`)],
    ['a wrong token beside a good session', () => ({ ...bearer('ml-wrong'), ...cookie(SESSION) })],
  ])('is rejected with 401 in the place of another: %s', async (_rule, headersOf) => {
    const { admit, token } = setUp();
    await expect(admit(headersOf(token))).rejects.toMatchObject({ code: 'invalid_api_key', status: 401 });
  });

  it('works on while the identity provider is unavailable, apart from its JWTs', async () => {
    const { issuer, admit, token } = setUp();
    issuer.away = true;
    await expect(admit(bearer(token))).rejects.toMatchObject({ code: 'overloaded' });
    await expect(admit(bearer(KEY))).resolves.toMatchObject({ credentialType: 'api_key' });
    await expect(admit(cookie(SESSION))).resolves.toMatchObject({ credentialType: 'session' });
  });
});

describe('any value in a credential position', () => {
  const hostile = fc.oneof(
    fc.string({ unit: character, maxLength: 60 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
    fc.constantFrom(
      "' OR 1=1 --",
      '"; DROP TABLE credentials; --',
      '$(id)',
      '../../etc/passwd',
      '%00',
      '\0',
      '\r\nx: y',
      '{"$ne":null}',
      '*',
      '%',
      '_',
      '__proto__',
      'constructor',
      'a'.repeat(9000),
      'a.b.c',
      '..',
      'ml-',
      'ml_pat_',
      hashToken(KEY),
    ),
  );

  it('reaches a store only as a SHA-256 or a UUID, admits nobody, and fails with nothing but a GatewayError', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom('token', 'session', 'actingAs', 'key'), async (value, position) => {
        const { asked, admit } = setUp();
        const headers: AuthenticationHeaders = {
          token: bearer(value),
          session: cookie(value),
          actingAs: { ...cookie(SESSION), 'x-service-credential': value },
          key: { 'x-api-key': value },
        }[position];
        await expect(admit(headers)).rejects.toBeInstanceOf(GatewayError);
        for (const key of [...asked.credentials, ...asked.sessions]) expect(key).toMatch(/^[0-9a-f]{64}$/);
        for (const id of asked.pats) expect(id).toMatch(/^[0-9a-f-]{36}$/);
      }),
      { numRuns: 400 },
    );
  });
});
