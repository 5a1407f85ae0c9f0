import { auditLine, auditLines, idAt } from '@multilane/testing';
import { type AccessMatrix, type IdMakers, NEVER_CHANGED, type Tenant } from './access-matrix.js';

/** Records of requests are for those who administer the workspace, or the organization. */
const AUDITORS = {
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

/** Everybody in the workspace sees their own requests. Nothing is there for who made none. */
const PEOPLE = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

export const AUDIT: AccessMatrix = {
  'GET /w/own-requests': PEOPLE,
  'GET /w/own-requests/:id': PEOPLE,
  'GET /admin/audit': AUDITORS,
  'GET /admin/audit/export': AUDITORS,
  'GET /admin/audit/:id': AUDITORS,
  'GET /admin/audit/:id/payload': {
    allowed: ['owner', 'org_admin'],
    refused: ['workspace_admin', 'pat_owner', ...AUDITORS.refused],
  },
  'GET /admin/audit/:id/tree': AUDITORS,
  'GET /admin/audit/:id/annotation': AUDITORS,
  'PUT /admin/audit/:id/annotation': { ...AUDITORS, body: { rating: 'good' } },
  'DELETE /admin/audit/:id/annotation': AUDITORS,
  'GET /admin/explain': AUDITORS,
};

const SHA = 'a'.repeat(64);

export const USAGE_IMPORTS: AccessMatrix = {
  'POST /admin/usage/imports': AUDITORS,
  'GET /admin/usage/imports': AUDITORS,
  'GET /admin/usage/imports/:id': AUDITORS,
  'POST /admin/usage/imports/:id/rows': { ...AUDITORS, body: { batch: 0, rows: [] } },
  'POST /admin/usage/imports/:id/files': { ...AUDITORS, body: { batch: 0, name: 'a.csv', text: 'a' } },
  'POST /admin/usage/imports/:id/completion': { ...AUDITORS, body: { digest: SHA } },
  'DELETE /admin/usage/imports/:id': { ...AUDITORS, unversioned: NEVER_CHANGED },
};

/** Usage is for everybody with a role in the workspace, and for keys that may do more than ask models. */
export const USAGE: AccessMatrix = {
  // A body without lines gets as far as the service, which rejects it.
  'POST /admin/usage/reconciliations': {
    allowed: [
      'owner',
      'org_admin',
      'workspace_admin',
      'workspace_editor',
      'workspace_viewer',
      'pat_owner',
      'key_admin',
      'key_editor',
    ],
    refused: ['stranger', 'org_member', 'key_member', 'vat', 'scim'],
    body: { source: 'openai', lines: [] },
  },
  'GET /admin/usage': {
    allowed: [
      'owner',
      'org_admin',
      'workspace_admin',
      'workspace_editor',
      'workspace_viewer',
      'pat_owner',
      'key_admin',
      'key_editor',
    ],
    refused: ['stranger', 'org_member', 'key_member', 'vat', 'scim'],
  },
  'GET /admin/usage/forecast': {
    allowed: [
      'owner',
      'org_admin',
      'workspace_admin',
      'workspace_editor',
      'workspace_viewer',
      'pat_owner',
      'key_admin',
      'key_editor',
    ],
    refused: ['stranger', 'org_member', 'key_member', 'vat', 'scim'],
  },
  'POST /admin/usage/what-if': {
    allowed: [
      'owner',
      'org_admin',
      'workspace_admin',
      'workspace_editor',
      'workspace_viewer',
      'pat_owner',
      'key_admin',
      'key_editor',
    ],
    refused: ['stranger', 'org_member', 'key_member', 'vat', 'scim'],
  },
  'GET /admin/usage/tags': {
    allowed: [
      'owner',
      'org_admin',
      'workspace_admin',
      'workspace_editor',
      'workspace_viewer',
      'pat_owner',
      'key_admin',
      'key_editor',
    ],
    refused: ['stranger', 'org_member', 'key_member', 'vat', 'scim'],
  },
  // Charts are for people.
  'GET /admin/usage/series': {
    allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
    refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
  },
};

async function makeRecord({ workspace, organizationId, workspaceId }: Tenant): Promise<string> {
  const time = new Date();
  const id = idAt(time);
  const line = auditLine({ id, organization_id: organizationId, workspace_id: workspaceId }, time);
  await workspace.database.storeAuditRecords(auditLines([line]));
  const actor = { type: 'system', id: null, name: 'test' } as const;
  const annotation = { rating: 'good', note: '', annotatedById: null, annotatedBy: 'test' } as const;
  await workspace.database.change(actor, ({ requestAnnotations }) =>
    requestAnnotations.create(organizationId, { id, time, requestId: 'r', ...annotation }),
  );
  return id;
}

/** Sinks of exports get the same records. */
export const EXPORTS: AccessMatrix = {
  'POST /admin/exports': AUDITORS,
  'GET /admin/exports': AUDITORS,
  'GET /admin/exports/:id': AUDITORS,
  'PATCH /admin/exports/:id': { ...AUDITORS, body: { enabled: false } },
  'DELETE /admin/exports/:id': AUDITORS,
  'POST /admin/exports/:id/test': AUDITORS,
  'GET /admin/exports/:id/rejects': AUDITORS,
};

const ACTOR = { type: 'system', id: null, name: 'test' } as const;

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
  '/admin/usage/imports/:id': async ({ organizationId, workspace, workspaceId }) => {
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const values = { workspaceId, source: 'openai', account: '', createdBy: 'test' };
    const made = await workspace.database.change(actor, ({ usageImports }) =>
      usageImports.begin(organizationId, values),
    );
    return made.id;
  },
  '/admin/exports/:id': makeExport,
  '/admin/exports/:id/test': makeExport,
  '/admin/exports/:id/rejects': makeExport,
  '/w/own-requests/:id': makeRecord,
  '/admin/audit/:id': makeRecord,
  '/admin/audit/:id/payload': async (tenant) => {
    const id = await makeRecord(tenant);
    const text = JSON.stringify({ request: {}, answer: null, is_truncated: false });
    const { organizationId, workspace } = tenant;
    await workspace.database.auditPayloads.store([{ id, organizationId, time: new Date(), text }]);
    return id;
  },
};
