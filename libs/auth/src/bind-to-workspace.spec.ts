import { describe, expect, it } from '@jest/globals';
import { bindToWorkspace } from './bind-to-workspace.js';
import type { Caller } from './caller.js';

const caller = (changes: Partial<Caller>): Caller => ({
  credentialType: 'session',
  keyName: 'console',
  role: 'member',
  organizationId: 'o1',
  organizationRole: 'org_member',
  expiresAt: undefined,
  ...changes,
});
const W1 = { workspaceId: 'w1', role: 'viewer', teamId: 't1', teamName: 'research' } as const;
const W2 = { workspaceId: 'w2', role: 'admin' } as const;
const PAT = caller({ credentialType: 'pat', workspaceId: 'w1', memberships: [W1] });
const KEY = caller({ credentialType: 'api_key', teamId: 't1' });

describe('bindToWorkspace', () => {
  it.each<[string, Caller, string | undefined, Partial<Caller>]>([
    ['the only workspace of a session', caller({ memberships: [W1] }), undefined, { workspaceId: 'w1', teamId: 't1' }],
    ['the one a session names', caller({ memberships: [W1, W2] }), 'w2', { workspaceId: 'w2', teamId: undefined }],
    ['the team of that membership', caller({ memberships: [W1, W2] }), 'w1', { teamName: 'research' }],
    ['any that an owner names', caller({ organizationRole: 'owner' }), 'w9', { workspaceId: 'w9' }],
    ['any that an org_admin names', caller({ organizationRole: 'org_admin' }), 'w9', { workspaceId: 'w9' }],
    ["a PAT's own", PAT, undefined, { workspaceId: 'w1' }],
    ["a PAT's own, named", PAT, 'w1', { workspaceId: 'w1' }],
    ['none for a team-scoped key', KEY, undefined, { teamId: 't1', role: 'member' }],
  ])('binds to %s', (_rule, who, requested, bound) => {
    expect(bindToWorkspace(who, requested)).toMatchObject(bound);
  });

  it.each<[string, Caller, string | undefined, string]>([
    ['a session of several without a name', caller({ memberships: [W1, W2] }), undefined, 'invalid_value'],
    ['a session of none without a name', caller({ organizationRole: 'owner' }), undefined, 'invalid_value'],
    ['a session in a workspace that is not its own', caller({ memberships: [W1] }), 'w2', 'not_found'],
    ['a PAT in another workspace, though an owner has it', { ...PAT, organizationRole: 'owner' }, 'w2', 'not_found'],
    ['a team-scoped key in any workspace', KEY, 'w1', 'not_found'],
  ])('rejects %s', (_rule, who, requested, code) => {
    expect(() => bindToWorkspace(who, requested)).toThrow(expect.objectContaining({ code, param: 'workspace_id' }));
  });
});
