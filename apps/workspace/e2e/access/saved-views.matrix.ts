import { randomUUID } from 'node:crypto';
import type { AccessMatrix, IdMakers } from './access-matrix.js';

/** People who reach the workspace, with a session or a PAT. */
const PEOPLE = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** The view is somebody else's: whoever administers the workspace changes it. */
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

export const SAVED_VIEWS: AccessMatrix = {
  'POST /w/views': PEOPLE,
  'GET /w/views': PEOPLE,
  'GET /w/views/:id': PEOPLE,
  'PATCH /w/views/:id': { ...ADMINISTRATORS, body: { name: 'taken over' } },
  'DELETE /w/views/:id': ADMINISTRATORS,
};

export const IDS: IdMakers = {
  '/w/views/:id': async ({ organizationId, workspace, workspaceId }) => {
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const values = { workspaceId, page: 'requests', name: randomUUID(), search: '', createdBy: randomUUID() };
    const made = await workspace.database.change(actor, ({ savedViews }) => savedViews.create(organizationId, values));
    return made.id;
  },
};
