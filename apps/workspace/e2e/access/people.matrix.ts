import { randomUUID } from 'node:crypto';
import { type AccessMatrix, CALLERS, type IdMakers, NEVER_CHANGED } from './access-matrix.js';
import { personOf } from './callers/make-callers.js';

/** Everybody with a place in the workspace, and anyone who runs the organization. No key and no token of a service. */
const PLACED = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

const WORKSPACE_ADMINISTRATORS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'pat_owner'],
  refused: [
    'stranger',
    'org_member',
    'workspace_editor',
    'workspace_viewer',
    'key_admin',
    'key_editor',
    'key_member',
    'vat',
    'scim',
  ],
} as const;

/**
 * Organization routes need a person who is signed in (docs/contract/control-plane.md#roles): a PAT has no power over
 * the organization.
 */
const ADMINISTRATORS = {
  allowed: ['owner', 'org_admin'],
  refused: [
    'stranger',
    'org_member',
    'workspace_admin',
    'workspace_editor',
    'workspace_viewer',
    'pat_owner',
    'key_admin',
    'key_editor',
    'key_member',
    'vat',
    'scim',
  ],
} as const;

const OWNERS = {
  allowed: ['owner'],
  refused: ['org_admin', ...ADMINISTRATORS.refused],
} as const;

const SIGNED_IN = {
  allowed: ['owner', 'org_admin', 'org_member', 'workspace_admin', 'workspace_editor', 'workspace_viewer'],
  refused: ['stranger', 'pat_owner', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

export const WORKSPACES: AccessMatrix = {
  'POST /admin/workspaces': ADMINISTRATORS,
  'GET /admin/workspaces': PLACED,
  'GET /admin/workspaces/:id': PLACED,
  'PATCH /admin/workspaces/:id': WORKSPACE_ADMINISTRATORS,
  'DELETE /admin/workspaces/:id': ADMINISTRATORS,
  'PUT /admin/workspaces/:id/payload-capture': {
    ...ADMINISTRATORS,
    body: { until: '2999-01-01T00:00:00Z' },
  },
  'DELETE /admin/workspaces/:id/payload-capture': { ...ADMINISTRATORS },
  'GET /admin/workspaces/:id/members': PLACED,
  'GET /admin/workspaces/:id/members/:user_id': PLACED,
  'PUT /admin/workspaces/:id/members/:user_id': { ...WORKSPACE_ADMINISTRATORS, body: { role: 'viewer' } },
  'DELETE /admin/workspaces/:id/members/:user_id': WORKSPACE_ADMINISTRATORS,
};

export const USERS: AccessMatrix = {
  'GET /admin/users': ADMINISTRATORS,
  'GET /admin/users/:id': ADMINISTRATORS,
  'PATCH /admin/users/:id': { ...ADMINISTRATORS, body: { name: 'x' } },
  'POST /admin/users/:id/password': { ...ADMINISTRATORS, body: { new_password: 'a new password 1' } },
  'DELETE /admin/users/:id': ADMINISTRATORS,
  'GET /admin/users/:id/tokens': ADMINISTRATORS,
  'DELETE /admin/users/:id/tokens': { ...ADMINISTRATORS, unversioned: NEVER_CHANGED },
  'DELETE /admin/users/:id/tokens/:token_id': { ...ADMINISTRATORS, unversioned: NEVER_CHANGED },
  'DELETE /admin/users/:id/second-factor': { ...OWNERS, unversioned: NEVER_CHANGED },
  'GET /admin/users/:id/sessions': ADMINISTRATORS,
  'DELETE /admin/users/:id/sessions': { ...ADMINISTRATORS, unversioned: NEVER_CHANGED },
  'DELETE /admin/users/:id/sessions/:session_id': { ...ADMINISTRATORS, unversioned: NEVER_CHANGED },
  'GET /org/members': ADMINISTRATORS,
  'GET /org/members/export': ADMINISTRATORS,
  'GET /org/members/:user_id': ADMINISTRATORS,
  'PATCH /org/members/:user_id': { ...ADMINISTRATORS, body: { role: 'org_member' } },
  'DELETE /org/members/:user_id': ADMINISTRATORS,
};

export const ORGANIZATION: AccessMatrix = {
  'GET /org': SIGNED_IN,
  'PATCH /org': ADMINISTRATORS,
  'GET /org/credential-policy': SIGNED_IN,
  'PATCH /org/credential-policy': ADMINISTRATORS,
  'GET /org/sign-in-policy': SIGNED_IN,
  'PATCH /org/sign-in-policy': OWNERS,
  'GET /org/products': SIGNED_IN,
  'GET /org/sso': ADMINISTRATORS,
  'PUT /org/sso': { ...OWNERS, body: { issuer: 'https://login.example.com', client_id: 'x' } },
  'DELETE /org/sso': OWNERS,
  'POST /org/sso/test': OWNERS,
  'GET /org/usage': ADMINISTRATORS,
  'POST /org/scim-tokens': OWNERS,
  'GET /org/scim-tokens': ADMINISTRATORS,
  'DELETE /org/scim-tokens/:id': { ...ADMINISTRATORS, unversioned: NEVER_CHANGED },
  'POST /org/scim-mappings': ADMINISTRATORS,
  'GET /org/scim-mappings': ADMINISTRATORS,
  'GET /org/scim-mappings/:id': ADMINISTRATORS,
  'PATCH /org/scim-mappings/:id': { ...ADMINISTRATORS, body: { role: 'admin' } },
  'DELETE /org/scim-mappings/:id': ADMINISTRATORS,
  'POST /org/invites': ADMINISTRATORS,
  'GET /org/invites': ADMINISTRATORS,
  'DELETE /org/invites/:id': { ...ADMINISTRATORS, unversioned: NEVER_CHANGED },
  'GET /admin/changes': ADMINISTRATORS,
  'GET /admin/deployment': OWNERS,
  'POST /admin/config-imports': OWNERS,
};

export const JOINING: AccessMatrix = {
  'POST /auth/signup': { allowed: CALLERS, refused: [] },
  'POST /auth/invites/accept': SIGNED_IN,
};

const SETUP = { type: 'system', id: null, name: 'test' } as const;

export const IDS: IdMakers = {
  '/admin/workspaces/:id': ({ workspaceId }) => workspaceId,
  '/admin/users/:id': ({ userId }) => userId,
  '/admin/users/:id/tokens/:token_id': async ({ workspace, organizationId, workspaceId, userId }) => {
    const user = await workspace.database.users.find(organizationId, userId);
    return (await workspace.issuePat(personOf(user), workspaceId)).credentialId;
  },
  '/admin/users/:id/sessions/:session_id': async ({ workspace, organizationId }) =>
    (await workspace.signIn({ organizationId, role: 'org_member' })).credentialId,
  '/org/scim-tokens/:id': async ({ workspace, organizationId }) => {
    const token = { name: 'foreign', hint: 'ml_scim_', hash: 'a'.repeat(64) };
    const made = await workspace.database.change(SETUP, (change) => change.scimTokens.create(organizationId, token));
    return made.id;
  },
  '/org/scim-mappings/:id': async ({ workspace, organizationId, workspaceId }) => {
    const made = await workspace.database.change(SETUP, async ({ scimMappings, teams }) => {
      const { id: teamId } = await teams.create(organizationId, { name: randomUUID() });
      return scimMappings.create(organizationId, { teamId, workspaceId, role: 'viewer' });
    });
    return made.id;
  },
  '/org/invites/:id': async ({ workspace, organizationId }) => {
    const invite = { email: 'x@example.com', role: 'org_member', hash: 'a'.repeat(64), expiresAt: new Date() } as const;
    return (await workspace.database.change(SETUP, (change) => change.invites.create(organizationId, invite))).id;
  },
};
