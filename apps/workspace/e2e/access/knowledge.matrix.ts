import { type AccessMatrix, type IdMakers, NEVER_CHANGED, type Tenant } from './access-matrix.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

/** Callers that reach the workspace. A key that is bound to none reaches the only one of its organization. */
const READERS = {
  allowed: [
    'owner',
    'org_admin',
    'workspace_admin',
    'workspace_editor',
    'workspace_viewer',
    'pat_owner',
    'key_admin',
    'key_editor',
    'key_member',
    'vat',
  ],
  refused: ['stranger', 'org_member', 'scim'],
} as const;

/** From editor up; a virtual account is a viewer. */
const EDITORS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'pat_owner', 'key_admin', 'key_editor'],
  refused: ['stranger', 'org_member', 'workspace_viewer', 'key_member', 'vat', 'scim'],
} as const;

const QUESTION = { ...READERS, body: { query: 'When?' } };

export const KNOWLEDGE: AccessMatrix = {
  'POST /w/kb': EDITORS,
  'GET /w/kb': READERS,
  'GET /w/kb/:id': READERS,
  'PATCH /w/kb/:id': EDITORS,
  'DELETE /w/kb/:id': EDITORS,
  'POST /w/kb/:id/query': QUESTION,
  'POST /w/kb/:id/documents': EDITORS,
  'GET /w/kb/:id/documents': READERS,
  'GET /w/kb/:id/documents/:document_id': READERS,
  'DELETE /w/kb/:id/documents/:document_id': { ...EDITORS, unversioned: NEVER_CHANGED },
  'GET /w/kb/:id/documents/:document_id/content': READERS,
  'POST /w/kb/:id/documents/:document_id/retry': EDITORS,
  'POST /w/kb/:id/documents/:document_id/cancel': EDITORS,
  'POST /w/kb/:id/documents/:document_id/refresh': EDITORS,
  'POST /w/ingest/url': {
    // People only.
    allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'pat_owner'],
    refused: ['stranger', 'org_member', 'workspace_viewer', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
    body: { kb_id: '00000000-0000-4000-8000-000000000000', url: 'https://example.com/' },
  },
  'POST /w/docsets': EDITORS,
  'GET /w/docsets': READERS,
  'GET /w/docsets/:id': READERS,
  'PUT /w/docsets/:id': EDITORS,
  'DELETE /w/docsets/:id': EDITORS,
  'POST /w/docsets/:id/query': QUESTION,
  'POST /admin/docsets': EDITORS,
  'GET /admin/docsets': READERS,
  'GET /admin/docsets/:id': READERS,
  'PUT /admin/docsets/:id': EDITORS,
  'DELETE /admin/docsets/:id': EDITORS,
  'POST /admin/docsets/:id/query': QUESTION,
};

const makeBase = async ({ workspace, organizationId, workspaceId }: Tenant): Promise<string> => {
  const place = { organizationId, workspaceId };
  const { id } = await workspace.database.change(SETUP, ({ knowledgeBases }) =>
    knowledgeBases.create(place, { name: 'base', embeddingModel: 'builtin' }),
  );
  return id;
};

const makeDocument = async (tenant: Tenant): Promise<string> => {
  const { organizationId, workspace, workspaceId } = tenant;
  const kbId = await makeBase(tenant);
  const { document } = await workspace.database.change(SETUP, ({ knowledgeDocuments }) =>
    knowledgeDocuments.add(
      { organizationId, workspaceId },
      {
        kbId,
        name: 'a.txt',
        contentType: null,
        bytes: 1,
        sha256: 'f'.repeat(64),
        sourceId: null,
        metadata: {},
        uploadedBy: {},
      },
      { bytes: 1e9, chunks: 1e9 },
      async () => undefined,
    ),
  );
  return document.id;
};

const makeDocset = async ({ workspace, organizationId, workspaceId }: Tenant): Promise<string> => {
  const values = { name: 'set', description: null, kbIds: [], teamIds: [] };
  const { id } = await workspace.database.change(SETUP, ({ docsets }) =>
    docsets.create({ organizationId, workspaceId }, values),
  );
  return id;
};

export const IDS: IdMakers = {
  '/w/kb/:id': makeBase,
  ':document_id': makeDocument,
  '/w/docsets/:id': makeDocset,
  '/admin/docsets/:id': makeDocset,
};
