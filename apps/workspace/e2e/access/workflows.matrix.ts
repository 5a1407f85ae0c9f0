import { type AccessMatrix, CALLERS, type IdMakers, type Tenant } from './access-matrix.js';

const ACTOR = { type: 'system', id: null, name: 'test' } as const;

/** The signature is the credential. */
const EVERYBODY = { allowed: CALLERS, refused: [] };

const READERS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Everybody who builds workflows runs them. */
const EDITORS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'pat_owner'],
  refused: ['stranger', 'org_member', 'workspace_viewer', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

export const WORKFLOWS: AccessMatrix = {
  'POST /w/workflows': EDITORS,
  'GET /w/workflows': READERS,
  'GET /w/workflows/:id': READERS,
  'PATCH /w/workflows/:id': { ...EDITORS, body: { name: 'taken over' } },
  'DELETE /w/workflows/:id': EDITORS,
  'POST /w/workflows/:id/check': READERS,
  'POST /w/workflows/:id/publish': EDITORS,
  'GET /w/workflows/:id/versions': READERS,
  'POST /w/workflows/:id/runs': EDITORS,
  'PUT /w/workflows/:id/hook': { ...EDITORS },
  'DELETE /w/workflows/:id/hook': { ...EDITORS },
  'GET /w/workflow-runs': READERS,
  'GET /w/workflow-runs/:id': READERS,
  'GET /w/workflow-runs/:id/steps': READERS,
  'GET /w/workflow-runs/:id/events': READERS,
  'POST /w/workflow-runs/:id/cancel': EDITORS,
  'POST /w/workflow-runs/:id/rerun': EDITORS,
  'POST /w/workflow-runs/:id/steps/:step/decision': { ...EDITORS, body: { decision: 'approved' } },
  'POST /hooks/:workflow': EVERYBODY,
};

const createWorkflow = async ({ organizationId, workspace, workspaceId }: Tenant): Promise<string> => {
  const values = { name: `w${Math.random()}`, description: null, draft: '{"nodes":[],"edges":[]}' };
  const made = await workspace.database.change(ACTOR, ({ workflows }) =>
    workflows.create({ organizationId, workspaceId }, values),
  );
  return made.id;
};

export const IDS: IdMakers = {
  '/w/workflows/:id': createWorkflow,
  '/w/workflow-runs/:id': async (tenant) => {
    const { organizationId, workspace, workspaceId } = tenant;
    const workflowId = await createWorkflow(tenant);
    const { database } = workspace;
    const id = await database.inTransaction((sql) =>
      database.workflowRuns.createWithin(sql, {
        organizationId,
        workspaceId,
        workflowId,
        version: 1,
        definition: '{"nodes":[],"edges":[]}',
        trigger: 'manual',
        identity: {},
        startedBy: 'test',
        input: null,
      }),
    );
    return id ?? '';
  },
  ':step': () => '01930000-0000-7000-8000-00000000000a',
};
