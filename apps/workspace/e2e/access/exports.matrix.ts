import type { AccessMatrix, IdMakers, Tenant } from './access-matrix.js';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;

/** Records name people, so that administrators of the workspace export them: a token of an owner for a workspace is one of it. */
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

export const EXPORTS: AccessMatrix = {
  'POST /admin/exports': ADMINISTRATORS,
  'GET /admin/exports': ADMINISTRATORS,
  'GET /admin/exports/:id': ADMINISTRATORS,
  'PATCH /admin/exports/:id': { ...ADMINISTRATORS, body: { enabled: false } },
  'DELETE /admin/exports/:id': ADMINISTRATORS,
  'POST /admin/exports/:id/test': ADMINISTRATORS,
  'GET /admin/exports/:id/rejects': ADMINISTRATORS,
};

const makeExport = async ({ organizationId, workspace, workspaceId }: Tenant): Promise<string> => {
  const { id } = await workspace.database.change(ACTOR, ({ tenantExports }) =>
    tenantExports.create(organizationId, {
      workspaceId,
      name: `sink-${Math.random()}`,
      kind: 'http',
      enabled: true,
      settings: { filter: { tags: {} }, batch: {}, sample_ratio: 1, timeout_ms: 1_000 },
      config: { url: 'https://in.example.com' },
      hint: 'https://in.example.com',
      secrets: { url: 'https://in.example.com/x' },
    }),
  );
  return id;
};

export const IDS: IdMakers = {
  '/admin/exports/:id': makeExport,
  '/admin/exports/:id/test': makeExport,
  '/admin/exports/:id/rejects': makeExport,
};
