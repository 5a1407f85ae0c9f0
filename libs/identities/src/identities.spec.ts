import { describe, expect, it } from '@jest/globals';
import type { CredentialRecord, StoredIdentity as Row, SessionIdentity } from '@multilane/persistence';
import { toSessionIdentity } from './to-session-identity.js';
import { toStoredIdentity } from './to-stored-identity.js';

const T = (time: string): Date => new Date(`2026-11-21T${time}Z`);

const credential: CredentialRecord = {
  id: 'c1',
  organizationId: 'o1',
  kind: 'api_key',
  name: 'ci',
  hint: 'ml-…abcd',
  teamId: 't1',
  workspaceId: null,
  userId: null,
  serviceAccountId: null,
  organizationAccountId: null,
  role: 'admin',
  rpmLimit: 1,
  maxParallel: 4,
  queue: { max_wait_ms: 50, max_length: 7 },
  priority: 'low',
  maxPriority: null,
  tpmLimit: 2,
  budgetUsd: 3,
  budgetResetPeriod: 'daily',
  expiresAt: T('12:00:00'),
  disabled: false,
  rotateEveryDays: null,
  rotationDueAt: null,
  graceSeconds: 0,
  createdBy: null,
  createdAt: T('10:00:00'),
  updatedAt: T('10:00:00'),
  lastUsedAt: null,
};

const user = { id: 'u1', name: 'Ada', email: 'ada@example.com', role: 'org_member' as const, active: true };
const key: Row = {
  credential,
  secretExpiresAt: null,
  organization: { id: 'o1', name: 'default', products: ['ai_gateway'] },
  team: { id: 't1', name: 'research' },
  workspace: null,
  user: null,
  workspaceRole: null,
  isTeamRemoved: false,
  serviceAccount: null,
};
const pat: Row = {
  ...key,
  credential: { ...credential, kind: 'pat', teamId: null, userId: 'u1', workspaceId: 'w1', role: 'admin' },
  user,
  workspaceRole: 'editor',
};
const vat: Row = {
  ...key,
  team: null,
  credential: { ...credential, kind: 'vat', teamId: null, workspaceId: 'w1', serviceAccountId: 's1' },
  serviceAccount: {
    id: 's1',
    name: 'bot',
    allowedModels: ['gpt-4o'],
    allowedProviders: [],
    role: 'viewer',
    disabled: false,
  },
};

const account: Row = {
  ...vat,
  credential: { ...vat.credential, workspaceId: null, serviceAccountId: null, organizationAccountId: 'a1' },
  serviceAccount: null,
  organizationAccount: {
    id: 'a1',
    name: 'ci',
    permissions: ['gateway.teams.manage'],
    disabled: false,
    owner: { id: 'u1', name: 'Ada', email: 'ada@example.com', role: 'owner', active: true },
  },
};

describe('a virtual account of the organization', () => {
  const owner = account.organizationAccount?.owner ?? null;
  const having = (changes: object): Row => ({
    ...account,
    organizationAccount: account.organizationAccount && { ...account.organizationAccount, ...changes },
  });

  it('has what it was granted, acts for its owner, and has no model', () => {
    expect(toStoredIdentity(account)).toMatchObject({
      credentialType: 'vat',
      organizationAccountId: 'a1',
      grantedPermissions: new Set(['gateway.teams.manage']),
      userId: 'u1',
      allowedModels: new Set(),
      disabled: false,
    });
    expect(toStoredIdentity(account).keyName).toMatch(/^ci: /);
  });

  it.each([
    ['that is disabled', having({ disabled: true })],
    ['whose owner is gone', having({ owner: null })],
    ['whose owner is inactive', having({ owner: owner && { ...owner, active: false } })],
    ['whose owner is an owner no more', having({ owner: owner && { ...owner, role: 'org_admin' } })],
  ])('%s is disabled', (_name, row) => {
    expect(toStoredIdentity(row).disabled).toBe(true);
  });
});

describe('the identity of a stored credential', () => {
  it('an API key: its team, its role and its limits', () => {
    expect(toStoredIdentity(key)).toMatchObject({
      credentialType: 'api_key',
      credentialId: 'c1',
      role: 'admin',
      organizationId: 'o1',
      teamName: 'research',
      limits: {
        ...{ requestsPerMinute: 1, tokensPerMinute: 2, maxParallel: 4, budgetUsd: 3, budgetPeriod: 'daily' },
        ...{ queue: { maxWaitMs: 50, maxLength: 7 }, priority: 'low', maxPriority: undefined },
      },
      expiresAt: T('12:00:00').getTime(),
      disabled: false,
    });
    expect(toStoredIdentity(key).organizationRole).toBeUndefined();
  });

  it('a PAT: its person, in the one workspace, attributed to the team of that membership', () => {
    expect(toStoredIdentity(pat)).toMatchObject({
      credentialType: 'pat',
      role: 'member',
      userId: 'u1',
      organizationRole: 'org_member',
      workspaceId: 'w1',
      memberships: [{ workspaceId: 'w1', role: 'editor', teamId: 't1', teamName: 'research' }],
    });
  });

  it('a VAT: its virtual account with its restrictions; an empty list allows nothing', () => {
    const identity = toStoredIdentity(vat);
    expect(identity).toMatchObject({ credentialType: 'vat', serviceAccountId: 's1', role: 'member' });
    expect([identity.allowedModels, identity.allowedProviders]).toEqual([new Set(['gpt-4o']), new Set()]);
    expect(toStoredIdentity(key).allowedModels).toBeUndefined();
  });

  it.each<[string, Row]>([
    ['a key that is', { ...key, credential: { ...credential, disabled: true } }],
    ['a key whose owner is not active', { ...key, user: { ...user, active: false } }],
    ['a PAT whose person is not active', { ...pat, user: { ...user, active: false } }],
    ['a PAT whose person is gone', { ...pat, user: null }],
    ['a PAT whose person has no place in the workspace any more', { ...pat, workspaceRole: null }],
    [
      'a VAT whose account is',
      { ...vat, serviceAccount: vat.serviceAccount && { ...vat.serviceAccount, disabled: true } },
    ],
    ['a VAT whose account is gone', { ...vat, serviceAccount: null }],
  ])('switched off: %s', (_what, row) => {
    expect(toStoredIdentity(row).disabled).toBe(true);
  });

  it('says of a PAT whose person lost the team of the membership that it has, and continues', () => {
    const identity = toStoredIdentity({ ...pat, team: null, isTeamRemoved: true });
    expect([identity.isTeamRemoved, identity.teamId, identity.disabled]).toEqual([true, undefined, false]);
  });

  it('keeps the PAT of an owner, who needs no place in a workspace', () => {
    expect(toStoredIdentity({ ...pat, user: { ...user, role: 'owner' }, workspaceRole: null }).disabled).toBe(false);
  });

  it('ends a token that a rotation replaced when its grace is over', () => {
    expect(toStoredIdentity({ ...key, secretExpiresAt: T('11:00:00') }).replacedAt).toBe(T('11:00:00').getTime());
  });
});

describe('the person behind a session', () => {
  const session: SessionIdentity = {
    session: {
      id: 's1',
      organizationId: 'o1',
      userId: 'u1',
      createdAt: T('10:00:00'),
      lastSeenAt: T('11:00:00'),
      expiresAt: T('12:00:00'),
      address: null,
      userAgent: null,
    },
    organization: { ...key.organization, source: 'config' },
    user,
    memberships: [{ workspaceId: 'w1', workspaceName: 'default', role: 'viewer', team: null, isTeamRemoved: true }],
  };

  it('ends when it has been idle for too long, or at its end, whichever comes first', () => {
    const minutes = 60_000;
    expect(toSessionIdentity(session, 10 * minutes).expiresAt).toBe(T('11:10:00').getTime());
    expect(toSessionIdentity(session, 90 * minutes).expiresAt).toBe(T('12:00:00').getTime());
  });

  it('has the organization role and the memberships of its person', () => {
    expect(toSessionIdentity(session, 1)).toMatchObject({
      credentialType: 'session',
      credentialId: 's1',
      userId: 'u1',
      organizationRole: 'org_member',
      memberships: [{ workspaceId: 'w1', role: 'viewer', isTeamRemoved: true }],
      disabled: false,
    });
    expect(toSessionIdentity({ ...session, user: { ...user, active: false } }, 1).disabled).toBe(true);
  });
});
