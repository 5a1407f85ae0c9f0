import { describe, expect, it } from '@jest/globals';
import type { TeamReference } from '@multilane/auth';
import {
  type Claims,
  createIssuerKey,
  hmacToken,
  KEYS_PATH,
  type SigningAlgorithm,
  signToken,
  TestIssuer,
  toJwk,
  unsignedToken,
} from '@multilane/testing';
import { createPassportJwtAuthenticator } from './jwt-authenticator.js';

const ISSUER = 'https://id.example/realms/main';
const now = () => Math.floor(Date.now() / 1000);
const TEAM: TeamReference = { teamId: 't1', teamName: 'research', organizationId: 'o1', organizationName: 'default' };

const claims = (changes: Claims = {}): Claims => ({
  iss: ISSUER,
  aud: 'multilane',
  sub: 'user-1',
  team: 'research',
  exp: now() + 300,
  ...changes,
});

function setUp(
  algorithm?: SigningAlgorithm,
  teams: readonly TeamReference[] = [TEAM],
  teamMapping: Readonly<Record<string, string>> = {},
) {
  const refusals: unknown[] = [];
  const issuer = new TestIssuer(ISSUER, algorithm);
  const authenticate = createPassportJwtAuthenticator(
    { issuer: ISSUER, audience: 'multilane', teamClaim: 'team', teamMapping, roleClaim: 'role', adminRole: 'boss' },
    {
      fetchJson: issuer.fetchJson,
      findTeams: async (names) => teams.filter(({ teamName }) => names.includes(teamName)),
      onFailure: () => undefined,
      onRefusal: (refusal) => refusals.push(refusal),
    },
  );
  return { issuer, refusals, admit: async (token: string, team?: string) => authenticate(token, Date.now(), team) };
}

const refused = expect.objectContaining({ code: 'invalid_api_key', status: 401 });

describe('a JWT on the control plane (docs/contract/authentication.md#oidc)', () => {
  it.each<SigningAlgorithm>(['RS256', 'ES256'])('signed with %s by the issuer is its bearer', async (algorithm) => {
    const { issuer, admit } = setUp(algorithm);
    const { exp } = claims();
    expect(await admit(issuer.issue(claims({ exp, role: 'boss' })))).toEqual({
      credentialType: 'oidc',
      keyName: 'user-1',
      role: 'admin',
      ...TEAM,
      expiresAt: Number(exp) * 1000,
    });
  });

  it('makes a member of whoever has another role', async () => {
    const { issuer, admit } = setUp();
    expect(await admit(issuer.issue(claims({ role: 'admin' })))).toMatchObject({ role: 'member' });
  });

  it.each<[string, Claims]>([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another' }],
    ['no audience', { aud: undefined }],
    ['a time to live that is over', { exp: now() - 60 }],
    ['no end', { exp: undefined }],
    ['a beginning in the future', { nbf: now() + 600 }],
    ['no team', { team: undefined }],
    ['an unknown team', { team: 'sales' }],
  ])('with %s is rejected with 401', async (_what, changes) => {
    const { issuer, admit } = setUp();
    await expect(admit(issuer.issue(claims(changes)))).rejects.toEqual(refused);
  });

  it('that names several teams takes X-Service-Team, else the first in the order of the mapping', async () => {
    const sales = { ...TEAM, teamId: 't2', teamName: 'sales' };
    const { issuer, admit } = setUp('ES256', [TEAM, sales], { b: 'sales', a: 'research' });
    const token = issuer.issue(claims({ team: ['a', 'b'] }));
    expect(await admit(token)).toMatchObject({ teamName: 'sales' });
    expect(await admit(token, 'research')).toMatchObject({ teamName: 'research', teamId: 't1' });
    await expect(admit(issuer.issue(claims({ team: 'a' })), 'sales')).rejects.toMatchObject({
      code: 'permission_denied',
      param: 'X-Service-Team',
    });
  });

  it('that is rejected is told for the log with the reason, and without the token', async () => {
    const { issuer, admit, refusals } = setUp();
    const token = issuer.issue(claims({ aud: 'another' }));
    await expect(admit(token)).rejects.toEqual(refused);
    await expect(admit(issuer.issue(claims({ team: 'sales' })))).rejects.toEqual(refused);
    expect(refusals).toEqual([
      { reason: 'The token is not valid.', cause: 'JsonWebTokenError' },
      { reason: 'The team of the token is unknown.' },
    ]);
  });

  it('without a signature is rejected', async () => {
    const { admit } = setUp();
    await expect(admit(unsignedToken(claims()))).rejects.toEqual(refused);
    await expect(admit(unsignedToken(claims(), { kid: 'key-0' }))).rejects.toEqual(refused);
  });

  it('signed with the public key as a shared secret is rejected', async () => {
    const { issuer, admit } = setUp('RS256');
    const pem = issuer.signingKey.publicKey.export({ type: 'spki', format: 'pem' });
    await expect(admit(hmacToken(pem, claims(), { kid: 'key-0' }))).rejects.toEqual(refused);
  });

  it('signed with a key of somebody else under a known id is rejected', async () => {
    const { admit } = setUp();
    await expect(admit(signToken(createIssuerKey('key-0'), claims()))).rejects.toEqual(refused);
  });

  it('that brings its own key is rejected', async () => {
    const { admit } = setUp();
    const own = createIssuerKey('own');
    await expect(admit(signToken(own, claims(), { jwk: toJwk(own) }))).rejects.toEqual(refused);
  });

  it('that demands an extension is rejected', async () => {
    const { issuer, admit } = setUp();
    await expect(admit(issuer.issue(claims(), { crit: ['exp'] }))).rejects.toEqual(refused);
  });

  it.each(['a.b.c', '..', 'e30.e30.', `${Buffer.from('null').toString('base64url')}.e30.x`])(
    'that is none is rejected: %s',
    async (token) => {
      const { admit } = setUp();
      await expect(admit(token)).rejects.toEqual(refused);
    },
  );

  it('signed with a new key is admitted once the key set has it, with one fetch for unknown keys at a time', async () => {
    const { issuer, admit } = setUp();
    await admit(issuer.issue(claims()));
    issuer.rotate();
    await expect(admit(issuer.issue(claims()))).resolves.toMatchObject({ keyName: 'user-1' });
    const fetches = issuer.requests.filter((path) => path === KEYS_PATH).length;
    const unknown = createIssuerKey('never');
    await expect(admit(signToken(unknown, claims()))).rejects.toEqual(refused);
    await expect(admit(signToken(unknown, claims()))).rejects.toEqual(refused);
    expect(issuer.requests.filter((path) => path === KEYS_PATH).length).toBe(fetches);
  });

  it('cannot be verified while the issuer was never reached: 503 with Retry-After', async () => {
    const { issuer, admit } = setUp();
    issuer.away = true;
    await expect(admit(issuer.issue(claims()))).rejects.toMatchObject({ code: 'overloaded', status: 503 });
  });
});
