import type { AccessMatrix, IdMakers } from './access-matrix.js';

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

/** Everybody who builds workflows and agents sees the names. */
const EDITORS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'pat_owner'],
  refused: ['stranger', 'org_member', 'workspace_viewer', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

export const SECRETS: AccessMatrix = {
  'POST /w/secrets': ADMINISTRATORS,
  'GET /w/secrets': EDITORS,
  'GET /w/secrets/:id': EDITORS,
  'PATCH /w/secrets/:id': { ...ADMINISTRATORS, body: { value: 'taken-over' } },
  'DELETE /w/secrets/:id': ADMINISTRATORS,
};

export const IDS: IdMakers = {
  '/w/secrets/:id': async ({ organizationId, workspace, workspaceId }) => {
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const values = { workspaceId, name: `S${Math.random()}`, description: null, value: 'a-value' };
    const made = await workspace.database.change(actor, ({ workspaceSecrets }) =>
      workspaceSecrets.create(organizationId, values),
    );
    return made.id;
  },
};
