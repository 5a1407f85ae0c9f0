import { describe, expect, it } from '@jest/globals';
import {
  type Claims,
  createIssuerKey,
  DISCOVERY_PATH,
  hmacToken,
  KEYS_PATH,
  type SigningAlgorithm,
  signToken,
  TestIssuer,
  toJwk,
  unsignedToken,
} from '@multilane/testing';
import type { Caller } from '../caller.js';
import { createJwtAuthenticator, type JwtAuthenticatorOptions, type TeamReference } from './authenticate-jwt.js';

const ISSUER = 'https://id.example/realms/main';
const AUDIENCE = 'multilane';
const START = Date.parse('2026-11-21T12:00:00Z');
const seconds = (ms: number) => Math.floor(ms / 1000);

const CLAIMS: Claims = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'user-1',
  team: 'research',
  iat: seconds(START),
  exp: seconds(START) + 300,
};

/** An authenticator, its issuer, the teams that exist, and one clock for everything. */
function setUp(changes: Partial<JwtAuthenticatorOptions> = {}, algorithm?: SigningAlgorithm) {
  const issuer = new TestIssuer(ISSUER, algorithm);
  const teams = new Map<string, TeamReference>([
    ['research', { teamId: 't1', teamName: 'research', organizationId: 'o1', organizationName: 'default' }],
    ['sales', { teamId: 't2', teamName: 'sales', organizationId: 'o1', organizationName: 'default' }],
  ]);
  const clock = { ms: 0 };
  const failures: unknown[] = [];
  const { authenticate, warmUp } = createJwtAuthenticator({
    issuer: ISSUER,
    audience: AUDIENCE,
    teamClaim: 'team',
    teamMapping: {},
    roleClaim: 'role',
    adminRole: 'admin',
    findTeam: (name) => teams.get(name),
    fetchJson: issuer.fetchJson,
    onFailure: (error) => failures.push(error),
    now: () => clock.ms,
    ...changes,
  });
  const admit = async (token: string): Promise<Caller> => authenticate(token, START + clock.ms);
  return { issuer, teams, clock, failures, authenticate, warmUp, admit };
}

const refusal = (message?: string) =>
  expect.objectContaining({ code: 'invalid_api_key', status: 401, ...(message && { message }) });
const outage = expect.objectContaining({ code: 'overloaded', status: 503 });

describe('a token of the configured issuer', () => {
  it.each<SigningAlgorithm>(['RS256', 'ES256', 'EdDSA'])(
    'signed with %s is admitted as a member of its team',
    async (algorithm) => {
      const { issuer, admit } = setUp({}, algorithm);
      expect(await admit(issuer.issue(CLAIMS))).toEqual({
        credentialType: 'oidc',
        keyName: 'user-1',
        role: 'member',
        organizationId: 'o1',
        organizationName: 'default',
        teamId: 't1',
        teamName: 'research',
        expiresAt: START + 300_000,
      });
    },
  );

  it('is an admin exactly if the role claim equals admin_role', async () => {
    const { issuer, admit } = setUp({ roleClaim: 'gateway_role', adminRole: 'boss' });
    const roleOf = async (claims: Claims) => (await admit(issuer.issue({ ...CLAIMS, ...claims }))).role;
    expect(await roleOf({ gateway_role: 'boss' })).toBe('admin');
    expect(await roleOf({ gateway_role: ['user', 'boss'] })).toBe('admin');
    expect(await roleOf({ gateway_role: 'Boss' })).toBe('member');
    expect(await roleOf({ gateway_role: 'admin', role: 'boss' })).toBe('member');
    expect(await roleOf({})).toBe('member');
  });

  it('may have several audiences', async () => {
    const { issuer, admit } = setUp();
    await expect(admit(issuer.issue({ ...CLAIMS, aud: ['other', AUDIENCE] }))).resolves.toBeDefined();
  });

  it('is remembered: the second time there is no promise and no fetch', async () => {
    const { issuer, admit, authenticate } = setUp();
    const token = issuer.issue(CLAIMS);
    const first = await admit(token);
    expect(authenticate(token, START)).toBe(first);
    expect(issuer.requests).toEqual([DISCOVERY_PATH, KEYS_PATH]);
  });

  it('is verified again after 30 seconds', async () => {
    const { issuer, clock, admit, authenticate } = setUp();
    const token = issuer.issue(CLAIMS);
    await admit(token);
    clock.ms = 29_999;
    expect(authenticate(token, START + clock.ms)).not.toBeInstanceOf(Promise);
    clock.ms = 30_000;
    expect(authenticate(token, START + clock.ms)).toBeInstanceOf(Promise);
  });

  it('is never remembered past its exp', async () => {
    const { issuer, clock, admit } = setUp({ clockToleranceSeconds: 0 });
    const token = issuer.issue({ ...CLAIMS, exp: seconds(START) + 5 });
    clock.ms = 4999;
    await expect(admit(token)).resolves.toBeDefined();
    clock.ms = 5000;
    await expect(admit(token)).rejects.toEqual(refusal('The token has expired.'));
  });
});

describe('a token is rejected with 401 invalid_api_key', () => {
  const stranger = createIssuerKey('key-0');
  const now = seconds(START);
  it.each<[string, (issuer: TestIssuer) => string, string?]>([
    ['expired', (issuer) => issuer.issue({ ...CLAIMS, exp: now - 11 }), 'The token has expired.'],
    ['without an expiry', (issuer) => issuer.issue({ ...CLAIMS, exp: undefined })],
    ['with an expiry that is no number', (issuer) => issuer.issue({ ...CLAIMS, exp: '9999999999' })],
    ['not valid yet', (issuer) => issuer.issue({ ...CLAIMS, nbf: now + 11 })],
    ['of another issuer', (issuer) => issuer.issue({ ...CLAIMS, iss: 'https://evil.example' })],
    ['of an issuer that only starts the same', (issuer) => issuer.issue({ ...CLAIMS, iss: `${ISSUER}/` })],
    ['without an issuer', (issuer) => issuer.issue({ ...CLAIMS, iss: undefined })],
    ['for another audience', (issuer) => issuer.issue({ ...CLAIMS, aud: 'another' })],
    ['for no audience', (issuer) => issuer.issue({ ...CLAIMS, aud: undefined })],
    ['for an empty list of audiences', (issuer) => issuer.issue({ ...CLAIMS, aud: [] })],
    ['with alg none', () => unsignedToken(CLAIMS)],
    ['with alg None', () => unsignedToken(CLAIMS, { alg: 'None' })],
    ['with alg none and the key id of a real key', () => unsignedToken(CLAIMS, { kid: 'key-0' })],
    ['without an alg', (issuer) => issuer.issue(CLAIMS, { alg: undefined })],
    [
      'with the public key used as a shared secret',
      ({ signingKey }) =>
        hmacToken(signingKey.publicKey.export({ format: 'pem', type: 'spki' }), CLAIMS, { kid: signingKey.kid }),
    ],
    ['with an empty shared secret', () => hmacToken('', CLAIMS, { kid: 'key-0' })],
    ['signed with a key of somebody else under a known id', () => signToken(stranger, CLAIMS)],
    ['signed with a key that it brings along', () => signToken(stranger, CLAIMS, { jwk: toJwk(stranger) })],
    [
      'signed with a key that it names an address of',
      () => signToken(stranger, CLAIMS, { jku: 'https://evil.example/keys', x5u: 'https://evil.example/cert' }),
    ],
    ['that names an algorithm which its key is not for', (issuer) => issuer.issue(CLAIMS, { alg: 'RS256' })],
    ['with a critical header that nobody understands', (issuer) => issuer.issue(CLAIMS, { crit: ['exp'], exp: 1 })],
    ['whose claims were changed', (issuer) => spoilPart(issuer.issue(CLAIMS), 1)],
    ['whose signature was changed', (issuer) => spoilPart(issuer.issue(CLAIMS), 2)],
    ['without a signature', (issuer) => issuer.issue(CLAIMS).replace(/[^.]+$/, '')],
    ['that is no JWT at all', () => 'a.b.c'],
    ['of empty parts', () => '..'],
    ['without a team', (issuer) => issuer.issue({ ...CLAIMS, team: undefined }), 'The token names no team.'],
    ['with an empty team', (issuer) => issuer.issue({ ...CLAIMS, team: '' }), 'The token names no team.'],
    ['with a team that is no text', (issuer) => issuer.issue({ ...CLAIMS, team: { name: 'research' } })],
    [
      'with an unknown team',
      (issuer) => issuer.issue({ ...CLAIMS, team: 'gone' }),
      'The team of the token is unknown.',
    ],
    ['with a team in another case', (issuer) => issuer.issue({ ...CLAIMS, team: 'Research' })],
    ['with a name of Object.prototype for a team', (issuer) => issuer.issue({ ...CLAIMS, team: '__proto__' })],
    [
      'with several teams, none of which exists',
      (issuer) => issuer.issue({ ...CLAIMS, team: ['gone', 'away'] }),
      'The team of the token is unknown.',
    ],
  ])('%s', async (_rule, issue, ...[message]) => {
    const { issuer, admit } = setUp();
    await admit(issuer.issue(CLAIMS));
    await expect(admit(issue(issuer))).rejects.toEqual(refusal(message));
  });

  it('but clocks may differ by ten seconds', async () => {
    const { issuer, admit } = setUp();
    await expect(admit(issuer.issue({ ...CLAIMS, exp: now - 9 }))).resolves.toBeDefined();
    await expect(admit(issuer.issue({ ...CLAIMS, nbf: now + 9 }))).resolves.toBeDefined();
  });

  it('every time, not only the first', async () => {
    const { issuer, admit } = setUp();
    const token = issuer.issue({ ...CLAIMS, aud: 'another' });
    await expect(admit(token)).rejects.toEqual(refusal());
    await expect(admit(token)).rejects.toEqual(refusal());
  });
});

describe('the team', () => {
  it('is what team_mapping makes of the claim, and nothing else', async () => {
    const { issuer, admit } = setUp({ teamClaim: 'groups', teamMapping: { 'id-77': 'sales' } });
    const withGroups = (groups: unknown) => admit(issuer.issue({ ...CLAIMS, groups }));
    expect(await withGroups('id-77')).toMatchObject({ teamName: 'sales' });
    expect(await withGroups(['id-1', 'id-77'])).toMatchObject({ teamName: 'sales' });
    await expect(withGroups('sales')).rejects.toEqual(refusal());
    await expect(withGroups('constructor')).rejects.toEqual(refusal());
  });

  it('may be in a claim with a dotted name, or inside another claim', async () => {
    const dotted = setUp({ teamClaim: 'https://ai.example/team' });
    const url = { ...CLAIMS, team: undefined, 'https://ai.example/team': 'sales' };
    expect(await dotted.admit(dotted.issuer.issue(url))).toMatchObject({ teamName: 'sales' });
    const nested = setUp({ teamClaim: 'resource_access.multilane.team' });
    const inside = { ...CLAIMS, resource_access: { multilane: { team: 'sales' } } };
    expect(await nested.admit(nested.issuer.issue(inside))).toMatchObject({ teamName: 'sales' });
    await expect(nested.admit(nested.issuer.issue({ ...CLAIMS, resource_access: null }))).rejects.toEqual(refusal());
  });

  it('is looked at for every request: one that is gone or changed applies at once', async () => {
    const { issuer, teams, admit } = setUp();
    const token = issuer.issue(CLAIMS);
    await admit(token);
    teams.set('research', { teamId: 't9', teamName: 'research' });
    expect(await admit(token)).toMatchObject({ teamId: 't9' });
    teams.delete('research');
    await expect(admit(token)).rejects.toEqual(refusal('The team of the token is unknown.'));
  });
});

describe('several teams', () => {
  const groups = ['grp-3', 'grp-1', 'grp-2', 'grp-9'];
  const several = () =>
    setUp({ teamClaim: 'groups', teamMapping: { 'grp-1': 'gone', 'grp-2': 'sales', 'grp-3': 'research' } });

  it('the first in the order of the mapping that exists is taken, whatever the order of the claim', async () => {
    const { admit, issuer } = several();
    expect(await admit(issuer.issue({ ...CLAIMS, groups }))).toMatchObject({ teamName: 'sales' });
    expect(await admit(issuer.issue({ ...CLAIMS, groups: ['grp-3'] }))).toMatchObject({ teamName: 'research' });
  });

  it('the first of the claim is taken where there is no mapping', async () => {
    const { admit, issuer } = setUp();
    expect(await admit(issuer.issue({ ...CLAIMS, team: ['gone', 'sales', 'research'] }))).toMatchObject({
      teamName: 'sales',
    });
  });

  it('the one that X-Service-Team names is taken, of a remembered token too', async () => {
    const { authenticate, issuer } = several();
    const token = issuer.issue({ ...CLAIMS, groups });
    expect(await authenticate(token, START, 'research')).toMatchObject({ teamName: 'research', teamId: 't1' });
    expect(authenticate(token, START, 'sales')).toMatchObject({ teamName: 'sales', teamId: 't2' });
    expect(authenticate(token, START, '')).toMatchObject({ teamName: 'sales' });
    expect(authenticate(token, START)).toMatchObject({ teamName: 'sales' });
  });

  it('no other team can be asked for: neither one that exists nor one that does not', async () => {
    const { authenticate, issuer } = several();
    const token = issuer.issue({ ...CLAIMS, groups: ['grp-3'] });
    for (const team of ['sales', 'gone', 'grp-3', '__proto__', 'research, sales']) {
      await expect(async () => authenticate(token, START, team)).rejects.toMatchObject({
        code: 'permission_denied',
        status: 403,
        param: 'X-Service-Team',
        message: 'The token does not name this team.',
      });
    }
  });
});

describe('a refusal is told for the log', () => {
  it('with the reason and without the token', async () => {
    const refusals: unknown[] = [];
    const { admit, authenticate, issuer } = setUp({ onRefusal: (refused) => refusals.push(refused) });
    const stranger = signToken(createIssuerKey('key-0'), CLAIMS);
    const tokens = [
      stranger,
      issuer.issue({ ...CLAIMS, aud: 'another' }),
      issuer.issue({ ...CLAIMS, team: 'gone' }),
      'a.b.c',
    ];
    for (const token of tokens) await expect(admit(token)).rejects.toEqual(refusal());
    const good = issuer.issue(CLAIMS);
    await admit(good);
    expect(() => authenticate(good, START, 'sales')).toThrow(expect.objectContaining({ code: 'permission_denied' }));
    expect(refusals).toEqual([
      { reason: 'The token is not valid.', cause: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' },
      { reason: "The token's claim `aud` is missing or not accepted.", cause: 'ERR_JWT_CLAIM_VALIDATION_FAILED' },
      { reason: 'The team of the token is unknown.' },
      { reason: 'The token is not valid.', cause: expect.stringMatching(/^ERR_JW/) },
      { reason: 'The token does not name this team.' },
    ]);
    const told = JSON.stringify(refusals);
    for (const token of [...tokens.slice(0, 3), good])
      for (const part of token.split('.')) expect(told).not.toContain(part);
  });

  it('but not where the keys cannot be had, which is no fault of the token', async () => {
    const refusals: unknown[] = [];
    const { admit, issuer } = setUp({
      fetchJson: () => Promise.reject(new Error('away')),
      onRefusal: (refused) => refusals.push(refused),
    });
    await expect(admit(issuer.issue(CLAIMS))).rejects.toEqual(outage);
    expect(refusals).toEqual([]);
  });
});

describe('keys', () => {
  it('come from jwks_url without discovery where it is set', async () => {
    const { issuer, admit, warmUp } = setUp({ jwksUrl: `${ISSUER}${KEYS_PATH}` });
    await warmUp();
    await admit(issuer.issue(CLAIMS));
    expect(issuer.requests).toEqual([KEYS_PATH]);
  });

  it('are fetched once for many tokens at once, and ahead of them after a warm-up', async () => {
    const { issuer, admit, warmUp } = setUp();
    await Promise.all([warmUp(), ...Array.from({ length: 20 }, (_, n) => admit(issuer.issue({ ...CLAIMS, jti: n })))]);
    expect(issuer.requests).toEqual([DISCOVERY_PATH, KEYS_PATH]);
  });

  it('are not taken from a discovery document that names another issuer', async () => {
    const { issuer, admit, failures } = setUp();
    issuer.overrides.set(DISCOVERY_PATH, { issuer: 'https://evil.example', jwks_uri: issuer.keysUrl });
    await expect(admit(issuer.issue(CLAIMS))).rejects.toEqual(outage);
    expect(failures).toHaveLength(1);
  });

  it.each([null, 'keys', 7, {}, { keys: 'none' }, { keys: [7] }])('are not read from %j', async (document) => {
    const { issuer, admit } = setUp();
    issuer.overrides.set(KEYS_PATH, document);
    await expect(admit(issuer.issue(CLAIMS))).rejects.toEqual(outage);
  });

  it('for something else than signing are not used', async () => {
    const { issuer, admit } = setUp();
    issuer.overrides.set(KEYS_PATH, { keys: [{ ...toJwk(issuer.signingKey), use: 'enc' }] });
    await expect(admit(issuer.issue(CLAIMS))).rejects.toEqual(refusal());
  });

  it('that are symmetric are not used, though the issuer publishes them', async () => {
    const { issuer, admit } = setUp();
    const k = Buffer.from('published').toString('base64url');
    issuer.overrides.set(KEYS_PATH, { keys: [{ kty: 'oct', k, kid: 'shared', alg: 'HS256' }] });
    await expect(admit(hmacToken('published', CLAIMS, { kid: 'shared' }))).rejects.toEqual(refusal());
  });

  it('verify a token without a key id, whichever of them signed it', async () => {
    const { issuer, admit } = setUp();
    const withoutId = (key: TestIssuer['signingKey']) => signToken(key, CLAIMS, { kid: undefined });
    const old = issuer.signingKey;
    issuer.rotate({ keep: true });
    await expect(admit(withoutId(old))).resolves.toBeDefined();
    await expect(admit(withoutId(issuer.signingKey))).resolves.toBeDefined();
    await expect(admit(withoutId(createIssuerKey('x')))).rejects.toEqual(refusal());
  });
});

describe('a rotation of keys', () => {
  it('an unknown key id fetches them again, and the new key verifies', async () => {
    const { issuer, admit } = setUp({ jwksUrl: `${ISSUER}${KEYS_PATH}` });
    await admit(issuer.issue(CLAIMS));
    issuer.rotate();
    await expect(admit(issuer.issue(CLAIMS))).resolves.toMatchObject({ teamName: 'research' });
    expect(issuer.requests).toEqual([KEYS_PATH, KEYS_PATH]);
  });

  it('a key that was withdrawn no longer verifies once the set was fetched again', async () => {
    const { issuer, clock, admit } = setUp();
    const old = issuer.signingKey;
    const token = signToken(old, CLAIMS);
    await admit(token);
    issuer.rotate();
    await admit(issuer.issue(CLAIMS));
    clock.ms = 30_000;
    await expect(admit(token)).rejects.toEqual(refusal());
  });

  it('a flood of unknown key ids costs the issuer one fetch in 30 seconds', async () => {
    const { issuer, clock, admit } = setUp({ jwksUrl: `${ISSUER}${KEYS_PATH}` });
    await admit(issuer.issue(CLAIMS));
    const flood = (from: number) =>
      Promise.allSettled(
        Array.from({ length: 100 }, (_, n) => admit(signToken(createIssuerKey(`invented-${from + n}`), CLAIMS))),
      );
    const outcomes = [...(await flood(0)), ...(await flood(100))];
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(issuer.requests).toHaveLength(2);
    clock.ms = 29_999;
    await flood(200);
    expect(issuer.requests).toHaveLength(2);
    clock.ms = 30_000;
    await flood(300);
    expect(issuer.requests).toHaveLength(3);
    expect(await admit(issuer.issue(CLAIMS))).toMatchObject({ teamName: 'research' });
  });

  it('a set older than ten minutes is fetched again behind the scenes, once', async () => {
    const { issuer, clock, admit } = setUp({ jwksUrl: `${ISSUER}${KEYS_PATH}` });
    const later = { ...CLAIMS, exp: seconds(START) + 3600 };
    await admit(issuer.issue(later));
    clock.ms = 600_000;
    await Promise.all([admit(issuer.issue(later)), admit(issuer.issue({ ...later, jti: 1 }))]);
    expect(issuer.requests).toEqual([KEYS_PATH, KEYS_PATH]);
  });
});

describe('an issuer that is away', () => {
  it('the keys that were fetched serve on', async () => {
    const { issuer, clock, failures, admit } = setUp();
    const later = { ...CLAIMS, exp: seconds(START) + 86_400 };
    await admit(issuer.issue(later));
    issuer.away = true;
    clock.ms = 3_600_000;
    await expect(admit(issuer.issue({ ...later, jti: 1 }))).resolves.toMatchObject({ teamName: 'research' });
    expect(failures).toHaveLength(1);
  });

  it('a token that needs a key not fetched yet is answered 503 with Retry-After, not let in', async () => {
    const { issuer, clock, admit } = setUp();
    issuer.away = true;
    await expect(admit(issuer.issue(CLAIMS))).rejects.toMatchObject({
      code: 'overloaded',
      status: 503,
      headers: { 'retry-after': '5' },
    });
    issuer.away = false;
    await expect(admit(issuer.issue(CLAIMS))).rejects.toEqual(outage);
    expect(issuer.requests).toEqual([DISCOVERY_PATH]);
    clock.ms = 5000;
    await expect(admit(issuer.issue(CLAIMS))).resolves.toBeDefined();
  });

  it('an unknown key id is answered 503, for the key may exist', async () => {
    const { issuer, admit } = setUp();
    await admit(issuer.issue(CLAIMS));
    issuer.away = true;
    issuer.rotate();
    await expect(admit(issuer.issue(CLAIMS))).rejects.toEqual(outage);
  });

  it('a warm-up fails quietly', async () => {
    const { issuer, failures, warmUp } = setUp();
    issuer.away = true;
    await expect(warmUp()).resolves.toBeUndefined();
    expect(failures).toEqual([new Error('the issuer is away')]);
  });
});

/** The same token with one bit of a part changed. */
function spoilPart(token: string, position: number): string {
  const parts = token.split('.');
  const bytes = Buffer.from(parts[position] ?? '', 'base64url');
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  parts[position] = bytes.toString('base64url');
  return parts.join('.');
}
