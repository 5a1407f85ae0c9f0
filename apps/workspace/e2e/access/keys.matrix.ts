import { hashToken, newToken, tokenHint } from '@multilane/auth';
import type { Actor } from '@multilane/persistence';
import { type AccessMatrix, type IdMakers, NEVER_CHANGED, type Tenant } from './access-matrix.js';

/**
 * docs/contract/control-plane.md#key-management: key management needs a signed-in person or a credential allowed to
 * manage API keys.
 */
const KEY_MANAGERS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'pat_owner', 'key_admin'],
  refused: [
    'stranger',
    'org_member',
    'workspace_editor',
    'workspace_viewer',
    'key_editor',
    'key_member',
    'vat',
    'scim',
  ],
} as const;

export const KEYS: AccessMatrix = {
  'POST /admin/keys': KEY_MANAGERS,
  'GET /admin/keys': KEY_MANAGERS,
  'GET /admin/keys/export': KEY_MANAGERS,
  'GET /admin/keys/:id': KEY_MANAGERS,
  'PATCH /admin/keys/:id': KEY_MANAGERS,
  'DELETE /admin/keys/:id': KEY_MANAGERS,
  'POST /admin/keys/:id/rotate': KEY_MANAGERS,
  'POST /admin/keys/:id/disable': KEY_MANAGERS,
  'POST /admin/keys/:id/enable': KEY_MANAGERS,
};

/** Anyone who administers the workspace keeps its virtual accounts. */
const ACCOUNT_MANAGERS = {
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
 * docs/contract/authentication.md#virtual-accounts: a VAT is issued by a signed-in person holding the permission; no
 * token issues one.
 */
const SIGNED_IN_ACCOUNT_MANAGERS = {
  allowed: ['owner', 'org_admin', 'workspace_admin'],
  refused: [
    'stranger',
    'org_member',
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

export const SERVICE_ACCOUNTS: AccessMatrix = {
  'POST /admin/service-accounts': ACCOUNT_MANAGERS,
  'GET /admin/service-accounts': ACCOUNT_MANAGERS,
  'GET /admin/service-accounts/:id': ACCOUNT_MANAGERS,
  'PATCH /admin/service-accounts/:id': ACCOUNT_MANAGERS,
  'DELETE /admin/service-accounts/:id': ACCOUNT_MANAGERS,
  'GET /admin/service-accounts/:id/tokens': ACCOUNT_MANAGERS,
  'POST /admin/service-accounts/:id/tokens': {
    ...SIGNED_IN_ACCOUNT_MANAGERS,
    body: { name: 'x', rotate_every_days: 1 },
  },
  'DELETE /admin/service-accounts/:id/tokens/:token_id': { ...ACCOUNT_MANAGERS, unversioned: NEVER_CHANGED },
  'POST /admin/service-accounts/:id/tokens/:token_id/rotate': SIGNED_IN_ACCOUNT_MANAGERS,
};

/**
 * docs/contract/authentication.md#personal-access-tokens: PATs are issued or rotated only from a signed-in console
 * session, never with another token.
 */
const SIGNED_IN = {
  allowed: ['owner', 'org_admin', 'org_member', 'workspace_admin', 'workspace_editor', 'workspace_viewer'],
  refused: ['stranger', 'pat_owner', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** An `org_member` without a workspace may ask, and learns that there is no workspace for a token. */
export const PERSONAL_TOKENS: AccessMatrix = {
  'POST /auth/tokens': SIGNED_IN,
  'GET /auth/tokens': SIGNED_IN,
  'DELETE /auth/tokens/:id': { ...SIGNED_IN, unversioned: NEVER_CHANGED },
  'POST /auth/tokens/:id/rotate': SIGNED_IN,
};

const SETUP: Actor = { type: 'system', id: null, name: 'test' };

export const IDS: IdMakers = {
  '/admin/keys/:id': ({ workspace, organizationId, teamId }) =>
    workspace.issueKey({ organizationId, teamId, role: 'member' }).then(({ credentialId }) => credentialId),
  '/admin/service-accounts/:id': makeAccount,
  '/admin/service-accounts/:id/tokens/:token_id': makeToken,
  '/auth/tokens/:id': async ({ workspace, organizationId, workspaceId }) => {
    const { user } = await workspace.signIn({ organizationId });
    if (user === undefined) throw new Error('no person');
    return (await workspace.issuePat(user, workspaceId)).credentialId;
  },
};

async function makeAccount({ workspace, organizationId, workspaceId }: Tenant): Promise<string> {
  const name = newToken('account-');
  const account = await workspace.database.change(SETUP, ({ serviceAccounts }) =>
    serviceAccounts.create(organizationId, { workspaceId, name }),
  );
  return account.id;
}

async function makeToken(tenant: Tenant): Promise<string> {
  const { workspace, organizationId, workspaceId } = tenant;
  const serviceAccountId = await makeAccount(tenant);
  const token = newToken('ml_vat_');
  const secret = { name: 'test', hint: tokenHint(token), hash: hashToken(token) };
  const credential = await workspace.database.change(SETUP, ({ credentials }) =>
    credentials.create(organizationId, { ...secret, kind: 'vat', workspaceId, serviceAccountId }),
  );
  return credential.id;
}
