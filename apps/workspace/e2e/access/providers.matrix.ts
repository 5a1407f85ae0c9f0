import type { AccessMatrix, IdMakers } from './access-matrix.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

/** People with a role in the workspace see its providers, without their secrets. Keys have no access to them. */
const READERS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Credentials are the administrators'. */
const ADMINISTRATORS = {
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

export const PROVIDERS: AccessMatrix = {
  'POST /admin/providers': ADMINISTRATORS,
  'GET /admin/providers': READERS,
  'GET /admin/providers/health': READERS,
  'GET /admin/providers/:id': READERS,
  'GET /admin/providers/:id/catalog': READERS,
  'PATCH /admin/providers/:id': ADMINISTRATORS,
  'DELETE /admin/providers/:id': ADMINISTRATORS,
  'POST /admin/providers/:id/test': ADMINISTRATORS,
  'POST /admin/providers/:id/models': ADMINISTRATORS,
  'GET /admin/provider-kinds': READERS,
};

export const IDS: IdMakers = {
  '/admin/providers/:id': async ({ workspace, organizationId, workspaceId }) => {
    const name = `of-${Math.random()}`;
    const made = await workspace.database.change(SETUP, ({ providers }) =>
      providers.create(organizationId, { workspaceId, name, kind: 'simulator' }),
    );
    return made.id;
  },
};
