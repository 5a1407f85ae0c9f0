import { randomUUID } from 'node:crypto';
import type { AccessMatrix, IdMakers } from './access-matrix.js';

/** People who reach the workspace, with a session or a PAT. */
const PEOPLE = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

export const SAVED_VIEWS: AccessMatrix = {
  'POST /w/views': PEOPLE,
  'GET /w/views': PEOPLE,
  'GET /w/views/:id': PEOPLE,
  // Only its maker and administrators change one that exists (saved-views.integration.spec.ts); for others it is as unknown as here.
  'PATCH /w/views/:id': { ...PEOPLE, body: { name: 'taken over' } },
  'DELETE /w/views/:id': PEOPLE,
};

export const IDS: IdMakers = {
  '/w/views/:id': async ({ organizationId, workspace, workspaceId }) => {
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const values = { workspaceId, page: 'requests', name: randomUUID(), search: '', createdBy: randomUUID() };
    const made = await workspace.database.change(actor, ({ savedViews }) => savedViews.create(organizationId, values));
    return made.id;
  },
};
