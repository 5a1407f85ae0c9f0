import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { createSessionAuthenticator } from './authenticate-session.js';
import { hashToken, type StoredIdentity } from './authenticate-stored-credential.js';
import { createAuthenticator } from './create-authenticator.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const GET = { method: 'GET', origin: 'https://ai.example' };
const COOKIE = { cookie: 'ml_session=s1' };

const session: StoredIdentity = {
  credentialType: 'session',
  credentialId: '01930000-0000-7000-8000-0000000000aa',
  keyName: 'console session',
  role: 'member',
  organizationId: 'o1',
  userId: 'u1',
  expiresAt: NOW + 1000,
  disabled: false,
};

const OWN = '01930000-0000-7000-8000-000000000001';
const pat = (changes: Partial<StoredIdentity> = {}): StoredIdentity => ({
  ...session,
  credentialType: 'pat',
  credentialId: OWN,
  keyName: 'laptop',
  workspaceId: 'w1',
  ...changes,
});

const SESSIONS = new Map<string, StoredIdentity>([
  [hashToken('s1'), session],
  [hashToken('over'), { ...session, expiresAt: NOW }],
  [hashToken('inactive'), { ...session, disabled: true }],
  [hashToken('a-pat-among-sessions'), pat()],
]);
const PATS: Record<string, StoredIdentity> = {
  [OWN]: pat(),
  '01930000-0000-7000-8000-000000000002': pat({ userId: 'u2' }),
  '01930000-0000-7000-8000-000000000003': pat({ disabled: true }),
  '01930000-0000-7000-8000-000000000004': pat({ expiresAt: NOW }),
  '01930000-0000-7000-8000-000000000005': pat({ replacedAt: NOW }),
  '01930000-0000-7000-8000-000000000006': pat({ credentialType: 'api_key' }),
  '01930000-0000-7000-8000-000000000007': pat({ credentialType: 'vat' }),
};

const asked: string[] = [];
const authenticate = createAuthenticator<StoredIdentity>({
  stored: () => {
    throw new GatewayError('invalid_api_key');
  },
  session: createSessionAuthenticator({
    findSession: (hash) => SESSIONS.get(hash),
    findPersonalAccessToken: (id) => {
      asked.push(id);
      return PATS[id];
    },
  }),
});

const actingAs = (id: string) => ({ ...COOKIE, 'x-service-credential': id });
const refused = (param?: string) => expect.objectContaining({ code: 'invalid_api_key', status: 401, param });

describe('a console session', () => {
  it('authenticates its person', () => {
    expect(authenticate(COOKIE, NOW, GET)).toBe(session);
  });

  it.each(['over', 'inactive', 'unknown', 'a-pat-among-sessions', hashToken('s1'), 'S1', 's1 '.repeat(2), '__proto__'])(
    'is rejected with 401 when it is %s',
    (value) => {
      expect(() => authenticate({ cookie: `ml_session=${value}` }, NOW, GET)).toThrow(refused());
    },
  );

  it('ends at the millisecond at which it expires', () => {
    expect(authenticate(COOKIE, NOW + 999, GET)).toBe(session);
    expect(() => authenticate(COOKIE, NOW + 1000, GET)).toThrow(refused());
  });

  it('is answered later where its store answers later', async () => {
    const later = createAuthenticator<StoredIdentity>({
      stored: () => session,
      session: createSessionAuthenticator({
        findSession: async (hash) => SESSIONS.get(hash),
        findPersonalAccessToken: async (id) => PATS[id],
      }),
    });
    await expect(later(COOKIE, NOW, GET)).resolves.toBe(session);
    await expect(later(actingAs(OWN), NOW, GET)).resolves.toBe(PATS[OWN]);
    await expect(later({ cookie: 'ml_session=x' }, NOW, GET)).rejects.toThrow(refused());
    await expect(later(actingAs(OWN.replace(/1$/, '2')), NOW, GET)).rejects.toThrow(refused('X-Service-Credential'));
  });
});

describe('X-Service-Credential (docs/contract/authentication.md#acting-as-a-pat)', () => {
  it("authenticates and attributes the request as one of the caller's own PATs", () => {
    expect(authenticate(actingAs(OWN), NOW, GET)).toBe(PATS[OWN]);
    expect(authenticate(actingAs(OWN.toUpperCase()), NOW, GET)).toBe(PATS[OWN]);
  });

  it.each([
    ["somebody else's", '01930000-0000-7000-8000-000000000002'],
    ['disabled', '01930000-0000-7000-8000-000000000003'],
    ['expired', '01930000-0000-7000-8000-000000000004'],
    ['replaced by a rotation', '01930000-0000-7000-8000-000000000005'],
    ['an API key', '01930000-0000-7000-8000-000000000006'],
    ['a VAT', '01930000-0000-7000-8000-000000000007'],
    ['unknown', '01930000-0000-7000-8000-000000000008'],
  ])('is rejected with 401 invalid_api_key, in the same words, when it names one that is %s', (_rule, id) => {
    const error = expect.objectContaining({
      code: 'invalid_api_key',
      message: 'X-Service-Credential does not name a usable personal access token of yours.',
    });
    expect(() => authenticate(actingAs(id), NOW, GET)).toThrow(error);
  });

  it.each(['', ' ', 'ml_pat_abc', `${OWN}, ${OWN}`, `${OWN}'--`, `${OWN} `, '__proto__', '%00', '../'.repeat(9)])(
    'is rejected without asking the store when it is no id: %j',
    (id) => {
      asked.length = 0;
      expect(() => authenticate(actingAs(id), NOW, GET)).toThrow(refused('X-Service-Credential'));
      expect(asked).toEqual([]);
    },
  );

  it('is rejected when it comes twice', () => {
    const twice = { ...COOKIE, 'x-service-credential': [OWN, OWN] };
    expect(() => authenticate(twice, NOW, GET)).toThrow(refused('X-Service-Credential'));
  });

  it('gives no power to a session that has ended', () => {
    const over = { cookie: 'ml_session=over', 'x-service-credential': OWN };
    expect(() => authenticate(over, NOW, GET)).toThrow(refused());
  });

  it('needs the same origin for a write, as the session does that it comes with', () => {
    const post = { ...GET, method: 'POST' };
    expect(() => authenticate(actingAs(OWN), NOW, post)).toThrow(expect.objectContaining({ status: 403 }));
    expect(authenticate({ ...actingAs(OWN), origin: GET.origin }, NOW, post)).toBe(PATS[OWN]);
  });
});
