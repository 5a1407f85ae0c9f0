import { hashToken, newToken, tokenHint } from '@multilane/auth';
import type { Actor } from '@multilane/persistence';
import { type AccessMatrix, type IdMakers, NEVER_CHANGED, type Tenant } from './access-matrix.js';

const NOBODY_ELSE = [
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
] as const;

/** docs/contract/authentication.md#organization-accounts: only an owner who is signed in grants, and issues tokens. */
const OWNERS = { allowed: ['owner'], refused: ['org_admin', ...NOBODY_ELSE] } as const;

const READERS = { allowed: ['owner', 'org_admin'], refused: NOBODY_ELSE } as const;

export const ORGANIZATION_ACCOUNTS: AccessMatrix = {
  'POST /org/accounts': OWNERS,
  'GET /org/accounts': READERS,
  'GET /org/accounts/:id': READERS,
  'PATCH /org/accounts/:id': { ...OWNERS, body: { disabled: true } },
  'DELETE /org/accounts/:id': OWNERS,
  'GET /org/accounts/:id/tokens': READERS,
  'POST /org/accounts/:id/tokens': { ...OWNERS, body: { name: 'x', rotate_every_days: 1 } },
  'DELETE /org/accounts/:id/tokens/:token_id': { ...OWNERS, unversioned: NEVER_CHANGED },
  'POST /org/accounts/:id/tokens/:token_id/rotate': OWNERS,
};

const SETUP: Actor = { type: 'system', id: null, name: 'test' };

export const IDS: IdMakers = {
  '/org/accounts/:id': makeAccount,
  '/org/accounts/:id/tokens/:token_id': makeToken,
};

async function makeAccount({ workspace, organizationId, userId }: Tenant): Promise<string> {
  const values = { name: newToken('account-'), permissions: ['gateway.teams.read'], grantedBy: userId };
  const { id } = await workspace.database.change(SETUP, ({ organizationAccounts }) =>
    organizationAccounts.create(organizationId, values),
  );
  return id;
}

async function makeToken(tenant: Tenant): Promise<string> {
  const { workspace, organizationId } = tenant;
  const organizationAccountId = await makeAccount(tenant);
  const token = newToken('ml_vat_');
  const { id } = await workspace.database.change(SETUP, ({ credentials }) =>
    credentials.create(organizationId, {
      kind: 'vat',
      name: 'test',
      hint: tokenHint(token),
      hash: hashToken(token),
      organizationAccountId,
    }),
  );
  return id;
}
