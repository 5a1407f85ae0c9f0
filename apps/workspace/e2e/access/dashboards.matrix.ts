import { randomUUID } from 'node:crypto';
import type { AccessMatrix, IdMakers } from './access-matrix.js';

/** People who see the usage of the workspace, with a session or a PAT. */
const PEOPLE = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

export const DASHBOARDS: AccessMatrix = {
  'POST /w/dashboards': PEOPLE,
  'GET /w/dashboards': PEOPLE,
  'GET /w/dashboards/:id': PEOPLE,
  // Only its maker and administrators change one that exists (dashboards.integration.spec.ts); for others it is as unknown as here.
  'PATCH /w/dashboards/:id': { ...PEOPLE, body: { name: 'taken over' } },
  'DELETE /w/dashboards/:id': PEOPLE,
};

export const IDS: IdMakers = {
  '/w/dashboards/:id': async ({ organizationId, workspace, workspaceId }) => {
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const values = { workspaceId, name: randomUUID(), charts: [], createdBy: randomUUID() };
    const made = await workspace.database.change(actor, ({ dashboards }) => dashboards.create(organizationId, values));
    return made.id;
  },
};
