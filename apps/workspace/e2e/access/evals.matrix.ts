import { newId } from '@multilane/persistence';
import { type AccessMatrix, type IdMakers, NEVER_CHANGED, type Tenant } from './access-matrix.js';

/** People who reach the workspace, with a session or a PAT. */
const PEOPLE = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Callers that may spend on evaluations, and change them. */
const EDITORS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'pat_owner'],
  refused: ['stranger', 'org_member', 'workspace_viewer', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Callers that may read payloads. */
const READERS_OF_PAYLOADS = {
  allowed: ['owner', 'org_admin'],
  refused: [
    'stranger',
    'org_member',
    'workspace_admin',
    'workspace_editor',
    'workspace_viewer',
    'pat_owner',
    'key_admin',
    'key_editor',
    'key_member',
    'vat',
    'scim',
  ],
} as const;

export const EVALS: AccessMatrix = {
  'POST /w/evals/datasets': EDITORS,
  'GET /w/evals/datasets': PEOPLE,
  'GET /w/evals/datasets/:id': PEOPLE,
  'PATCH /w/evals/datasets/:id': { ...EDITORS, body: { name: 'taken over' } },
  'DELETE /w/evals/datasets/:id': EDITORS,
  'POST /w/evals/datasets/:id/versions': { ...EDITORS, body: { jsonl: '{"input":"Hello"}' } },
  'POST /w/evals/datasets/:id/imports': { ...READERS_OF_PAYLOADS, body: { source: 'audit' } },
  'GET /w/evals/datasets/:id/versions': PEOPLE,
  'GET /w/evals/datasets/:id/cases': PEOPLE,
  'POST /w/evals/suites': EDITORS,
  'GET /w/evals/suites': PEOPLE,
  'GET /w/evals/suites/:id': PEOPLE,
  'PATCH /w/evals/suites/:id': { ...EDITORS, body: { repeats: 3 } },
  'DELETE /w/evals/suites/:id': EDITORS,
  'POST /w/evals/suites/:id/estimate': PEOPLE,
  'POST /w/evals/runs': EDITORS,
  'GET /w/evals/runs': PEOPLE,
  'GET /w/evals/runs/:id': PEOPLE,
  'DELETE /w/evals/runs/:id': { ...EDITORS, unversioned: NEVER_CHANGED },
  'POST /w/evals/runs/:id/cancel': EDITORS,
  'GET /w/evals/runs/:id/results': PEOPLE,
  'GET /w/evals/runs/:id/comparison': PEOPLE,
  'GET /w/evals/runs/:id/junit': PEOPLE,
};

const ACTOR = { type: 'system', id: null, name: 'test' } as const;

async function makeDataset({ organizationId, workspace, workspaceId }: Tenant): Promise<string> {
  const place = { organizationId, workspaceId };
  return workspace.database.change(ACTOR, async ({ evalDatasets }) => {
    const { id } = await evalDatasets.create(place, { name: `d-${newId()}`, description: '' });
    const cases = [{ key: '1', content: JSON.stringify({ key: '1', input: 'Hello' }) }];
    await evalDatasets.addVersion(place, id, { source: 'upload', createdBy: 'test', characters: 5, cases });
    return id;
  });
}

const definitionOf = (datasetId: string) => ({
  dataset_id: datasetId,
  targets: [{ type: 'model', model: 'm' }],
  graders: [{ type: 'contains', value: 'x' }],
});

async function makeSuite(tenant: Tenant): Promise<string> {
  const { organizationId, workspace, workspaceId } = tenant;
  const datasetId = await makeDataset(tenant);
  const values = { name: `s-${newId()}`, description: '', datasetId, definition: definitionOf(datasetId) };
  return workspace.database.change(
    ACTOR,
    async ({ evalSuites }) => (await evalSuites.create({ organizationId, workspaceId }, values)).id,
  );
}

export const IDS: IdMakers = {
  '/w/evals/datasets/:id': makeDataset,
  '/w/evals/suites/:id': makeSuite,
  '/w/evals/runs/:id': async (tenant) => {
    const { organizationId, userId, workspace, workspaceId } = tenant;
    const suiteId = await makeSuite(tenant);
    const suite = await workspace.database.evalSuites.find(organizationId, suiteId);
    const datasetId = suite?.datasetId ?? '';
    const id = newId();
    const run = {
      id,
      organizationId,
      workspaceId,
      suiteId,
      datasetId,
      datasetVersion: 1,
      definition: { ...definitionOf(datasetId), repeats: 1 },
      caseCount: 1,
      total: 1,
      concurrency: 1,
      maxCostUsd: null,
      userId,
      identity: {},
      clientAddress: null,
    };
    await workspace.database.evalRuns.create(run, 1_000, async () => undefined);
    await workspace.database.evalRuns.cancel(id);
    return id;
  },
};
