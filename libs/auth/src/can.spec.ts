import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KEY_ROLES, ORGANIZATION_ROLES, WORKSPACE_ROLES } from './caller.js';
import { can, permissionsAnywhere, permissionsOf, type Scope, type Subject } from './can.js';
import { PERMISSIONS, type Permission } from './permissions.js';

const subject = (changes: Partial<Subject>): Subject => ({
  credentialType: 'session',
  role: 'member',
  organizationId: 'o1',
  ...changes,
});
const person = (organizationRole: Subject['organizationRole'], memberships: Subject['memberships'] = []) =>
  subject({ organizationRole, memberships });
const pat = (organizationRole: Subject['organizationRole'], memberships: Subject['memberships'] = []) =>
  subject({ credentialType: 'pat', organizationRole, memberships, workspaceId: 'w1' });
const key = (role: Subject['role']) => subject({ credentialType: 'api_key', role, teamId: 't1' });

const boundKey: Subject = { ...key('admin'), workspaceId: 'w1' };

const OWNER = person('owner');
const ORG_ADMIN = person('org_admin');
const MEMBER = person('org_member');
const W1_ADMIN = person('org_member', [{ workspaceId: 'w1', role: 'admin' }]);
const W1_EDITOR = person('org_member', [{ workspaceId: 'w1', role: 'editor' }]);
const W1_VIEWER = person('org_member', [{ workspaceId: 'w1', role: 'viewer' }]);
const VAT = subject({ credentialType: 'vat', role: 'admin', workspaceId: 'w1', teamId: 't1' });

const ACCOUNT = subject({
  credentialType: 'vat',
  grantedPermissions: new Set(['gateway.teams.manage', 'gateway.models.manage', 'org.owners.manage', 'nonsense']),
});

const ORGANIZATION: Scope = { organizationId: 'o1' };
const W1: Scope = { organizationId: 'o1', workspaceId: 'w1' };
const W2: Scope = { organizationId: 'o1', workspaceId: 'w2' };
const T1: Scope = { organizationId: 'o1', teamId: 't1' };
const W1_T1: Scope = { ...W1, teamId: 't1' };
const T2: Scope = { organizationId: 'o1', teamId: 't2' };

describe('can', () => {
  const granted: [string, Subject, Permission, Scope][] = [
    ['an owner makes teams', OWNER, 'gateway.teams.manage', ORGANIZATION],
    ['an account of the organization does what it was granted', ACCOUNT, 'gateway.teams.manage', ORGANIZATION],
    ['an account of the organization does it in each workspace', ACCOUNT, 'gateway.models.manage', W2],
    ['an owner makes owners', OWNER, 'org.owners.manage', ORGANIZATION],
    ['an owner manages providers of every workspace', OWNER, 'gateway.providers.manage', W2],
    ['an org_admin manages people', ORG_ADMIN, 'org.members.manage', ORGANIZATION],
    ['an org_admin revokes SCIM tokens', ORG_ADMIN, 'org.scim.manage', ORGANIZATION],
    ['an org_admin manages organization-wide rate limits', ORG_ADMIN, 'gateway.ratelimits.manage', ORGANIZATION],
    ['an org_admin manages keys of every team', ORG_ADMIN, 'gateway.keys.manage', T2],
    ['an org_member sees the organization', MEMBER, 'org.read', ORGANIZATION],
    ['a workspace admin issues VATs there', W1_ADMIN, 'gateway.serviceaccounts.manage', W1],
    ['a workspace admin manages keys there', W1_ADMIN, 'gateway.keys.manage', W1],
    ['a workspace admin manages rate limits there', W1_ADMIN, 'gateway.ratelimits.manage', W1],
    ['an editor changes models there', W1_EDITOR, 'gateway.models.manage', W1],
    ['a viewer saves conversations there', W1_VIEWER, 'gateway.chats.manage', W1],
    ['a viewer reads models there', W1_VIEWER, 'gateway.models.read', W1],
    [
      'the PAT of a workspace admin does there what he may',
      pat('org_member', W1_ADMIN.memberships),
      'gateway.keys.manage',
      W1,
    ],
    ["an owner's PAT is an admin of its workspace", pat('owner'), 'gateway.providers.manage', W1],
    ['a key with the admin role manages the keys of its own team', key('admin'), 'gateway.keys.manage', T1],
    ['a JWT with the admin role does as well', { ...key('admin'), credentialType: 'oidc' }, 'gateway.keys.manage', T1],
    [
      'a key of a workspace with the admin role manages those of its team there',
      boundKey,
      'gateway.keys.manage',
      W1_T1,
    ],
    ['a key with the editor role reads the usage of its team', key('editor'), 'gateway.usage.read', T1],
  ];
  it.each(granted)('%s', (_rule, who, permission, place) => {
    expect(can(who, permission, place)).toBe(true);
  });

  const refused: [string, Subject, Permission, Scope][] = [
    [
      'an account of the organization does nothing that it was not granted',
      ACCOUNT,
      'org.members.manage',
      ORGANIZATION,
    ],
    ['an account of the organization makes no owners, whatever is stored', ACCOUNT, 'org.owners.manage', ORGANIZATION],
    ['an account does nothing in another organization', ACCOUNT, 'gateway.teams.manage', { organizationId: 'o2' }],
    ['a workspace admin does not manage MCP servers of the organization', W1_ADMIN, 'gateway.mcp.manage', ORGANIZATION],
    ['an org_admin does not make teams', ORG_ADMIN, 'gateway.teams.manage', ORGANIZATION],
    ['an org_admin does not set up single sign-on', ORG_ADMIN, 'org.sso.manage', ORGANIZATION],
    ['an org_admin does not issue SCIM tokens', ORG_ADMIN, 'org.scimtokens.issue', ORGANIZATION],
    ['an org_admin does not make owners', ORG_ADMIN, 'org.owners.manage', ORGANIZATION],
    ['an org_member manages nothing', MEMBER, 'org.manage', ORGANIZATION],
    ['an org_member sees no workspace without a membership', MEMBER, 'workspace.read', W1],
    ['a workspace admin has no power in another workspace', W1_ADMIN, 'gateway.models.read', W2],
    ['a workspace admin has none over the organization', W1_ADMIN, 'gateway.ratelimits.manage', ORGANIZATION],
    ['a workspace admin has none over keys of a team outside it', W1_ADMIN, 'gateway.keys.manage', T1],
    ['an editor does not see keys', W1_EDITOR, 'gateway.keys.read', W1],
    ['an editor does not manage providers, which hold secrets', W1_EDITOR, 'gateway.providers.manage', W1],
    ['a viewer changes no models', W1_VIEWER, 'gateway.models.manage', W1],
    ['a viewer starts no workflows', W1_VIEWER, 'gateway.workflows.run', W1],
    ['an editor changes no workflows of another workspace', W1_EDITOR, 'gateway.workflows.manage', W2],
    ['a key with the admin role sees no workflows', boundKey, 'gateway.workflows.read', W1_T1],
    ['a workspace editor sets no secrets', W1_EDITOR, 'gateway.secrets.manage', W1],
    ['a viewer changes no agents', W1_VIEWER, 'gateway.agents.manage', W1],
    ['a viewer starts no evaluations', W1_VIEWER, 'gateway.evals.run', W1],
    ['a viewer changes no datasets of evaluations', W1_VIEWER, 'gateway.evals.manage', W1],
    ['a key with the admin role sees no evaluations', boundKey, 'gateway.evals.read', W1_T1],
    ['a viewer approves no calls of tools', W1_VIEWER, 'gateway.agents.approve', W1],
    ['a key with the admin role runs no agents', boundKey, 'gateway.agents.run', W1_T1],
    ['a viewer sees no names of secrets', W1_VIEWER, 'gateway.secrets.read', W1],
    ['a key with the admin role sets no secrets', boundKey, 'gateway.secrets.manage', W1_T1],
    ['a viewer sees no conversations of another workspace', W1_VIEWER, 'gateway.chats.read', W2],
    ['an org_member without a membership saves no conversations', MEMBER, 'gateway.chats.manage', W1],
    ['a key with the admin role sees no conversations', boundKey, 'gateway.chats.read', W1_T1],
    ["an owner's PAT has no power over the organization", pat('owner'), 'org.members.manage', ORGANIZATION],
    ['nor over the organization named beside its workspace', pat('owner'), 'org.members.manage', W1],
    ['nor does it make teams there', pat('owner'), 'gateway.teams.manage', W1],
    ['nor has it power in another workspace', pat('owner'), 'workspace.read', W2],
    ['a key without a workspace binds no key to one', key('admin'), 'gateway.keys.manage', W1_T1],
    ['nor does a JWT', { ...key('admin'), credentialType: 'oidc' }, 'gateway.keys.manage', W1_T1],
    ['a key with the admin role has none over another team', key('admin'), 'gateway.keys.manage', T2],
    ['a key with the admin role has none over the organization', key('admin'), 'gateway.keys.read', ORGANIZATION],
    ['a key with the admin role does not change its team', key('admin'), 'gateway.teams.manage', T1],
    ['a key of a workspace has none over team-scoped keys of its team', boundKey, 'gateway.keys.manage', T1],
    ['nor over those of another workspace', boundKey, 'gateway.keys.manage', { ...W2, teamId: 't1' }],
    ['a key without a team has none', { ...key('admin'), teamId: undefined }, 'gateway.keys.manage', ORGANIZATION],
    ['a key with the editor role manages no keys', key('editor'), 'gateway.keys.manage', T1],
    ['a key with the member role reads nothing', key('member'), 'gateway.teams.read', T1],
    ['a virtual account has none, whatever its role', VAT, 'gateway.keys.read', { ...W1, teamId: 't1' }],
    ['nobody without an organization', { ...OWNER, organizationId: undefined }, 'org.read', ORGANIZATION],
  ];
  it.each(refused)('%s', (_rule, who, permission, place) => {
    expect(can(who, permission, place)).toBe(false);
  });
});

describe('anyone who asks', () => {
  const id = (prefix: string) => fc.constantFrom(`${prefix}1`, `${prefix}2`);
  const memberships = fc.array(fc.record({ workspaceId: id('w'), role: fc.constantFrom(...WORKSPACE_ROLES) }), {
    maxLength: 2,
  });
  const anybody: fc.Arbitrary<Subject> = fc.record({
    credentialType: fc.constantFrom('api_key', 'pat', 'vat', 'oidc', 'session'),
    role: fc.constantFrom(...KEY_ROLES),
    organizationId: id('o'),
    organizationRole: fc.option(fc.constantFrom(...ORGANIZATION_ROLES), { nil: undefined }),
    memberships,
    workspaceId: fc.option(id('w'), { nil: undefined }),
    teamId: fc.option(id('t'), { nil: undefined }),
  });
  const anywhere: fc.Arbitrary<Scope> = fc.record({
    organizationId: id('o'),
    workspaceId: fc.option(id('w'), { nil: undefined }),
    teamId: fc.option(id('t'), { nil: undefined }),
  });

  it('nothing is granted in another organization', () => {
    fc.assert(
      fc.property(anybody, anywhere, (who, place) => {
        fc.pre(who.organizationId !== place.organizationId);
        expect(permissionsOf(who, place).size).toBe(0);
      }),
    );
  });

  it('only a session has permissions over the organization', () => {
    fc.assert(
      fc.property(anybody, anywhere, (who, place) => {
        const over = [...permissionsOf(who, place)].some((permission) => permission.startsWith('org.'));
        if (over) expect(who.credentialType).toBe('session');
      }),
    );
  });

  it('permissions of a place are granted somewhere', () => {
    fc.assert(
      fc.property(anybody, anywhere, (who, place) => {
        const somewhere = permissionsAnywhere(who);
        for (const permission of permissionsOf(who, place)) expect(somewhere).toContain(permission);
      }),
    );
  });
});

it('every permission is granted to an owner, and named once', () => {
  expect(permissionsOf(OWNER, ORGANIZATION)).toEqual(new Set(PERMISSIONS));
  expect(new Set(PERMISSIONS).size).toBe(PERMISSIONS.length);
});
