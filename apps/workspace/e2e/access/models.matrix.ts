import type { AccessMatrix, IdMakers } from './access-matrix.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

/** People with a role in the workspace see its models. A key does if it is bound to the workspace; these are not. */
const READERS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Models hold no secrets: who edits the workspace registers them. */
const EDITORS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'pat_owner'],
  refused: ['stranger', 'org_member', 'workspace_viewer', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

export const MODELS: AccessMatrix = {
  'POST /admin/models': EDITORS,
  'GET /admin/models': READERS,
  'GET /admin/models/export': READERS,
  'GET /admin/models/:id': READERS,
  'PATCH /admin/models/:id': EDITORS,
  'DELETE /admin/models/:id': EDITORS,
};

export const IDS: IdMakers = {
  '/admin/models/:id': async ({ workspace, organizationId, workspaceId }) => {
    const name = `of-${Math.random()}`;
    const made = await workspace.database.change(SETUP, async ({ providers, models }) => {
      const { id: providerId } = await providers.create(organizationId, { workspaceId, name, kind: 'simulator' });
      const model = { kind: 'model', type: 'chat', upstreamModel: 'simulator', logicalName: name } as const;
      return models.create(organizationId, { ...model, workspaceId, providerId });
    });
    return made.id;
  },
};
