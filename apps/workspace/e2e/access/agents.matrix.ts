import { readDefinition } from '@multilane/agents';
import { newId } from '@multilane/persistence';
import type { AccessMatrix, IdMakers, Tenant } from './access-matrix.js';

/** People who reach the workspace, with a session or a PAT. Keys, virtual accounts and SCIM clients have no agents here. */
const PEOPLE = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'workspace_viewer', 'pat_owner'],
  refused: ['stranger', 'org_member', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

/** Callers that may change agents, and decide about calls of tools. */
const EDITORS = {
  allowed: ['owner', 'org_admin', 'workspace_admin', 'workspace_editor', 'pat_owner'],
  refused: ['stranger', 'org_member', 'workspace_viewer', 'key_admin', 'key_editor', 'key_member', 'vat', 'scim'],
} as const;

export const AGENTS: AccessMatrix = {
  'POST /w/agents': EDITORS,
  'GET /w/agents': PEOPLE,
  'GET /w/agents/:id': PEOPLE,
  'PATCH /w/agents/:id': { ...EDITORS, body: { instructions: 'taken over' } },
  'DELETE /w/agents/:id': EDITORS,
  'GET /w/agents/:id/versions': PEOPLE,
  'POST /w/agents/:id/runs': { ...PEOPLE, body: { input: 'Hello' } },
  'GET /w/agents/:id/runs': PEOPLE,
  'GET /w/agents/:id/runs/:run_id': PEOPLE,
  'GET /w/agents/:id/runs/:run_id/events': PEOPLE,
  'POST /w/agents/:id/runs/:run_id/cancel': PEOPLE,
  'POST /w/agents/:id/runs/:run_id/approvals': { ...EDITORS, body: { position: 1, decision: 'approve' } },
};

async function makeAgent({ organizationId, workspace, workspaceId }: Tenant): Promise<string> {
  const actor = { type: 'system', id: null, name: 'test' } as const;
  const agent = await workspace.database.change(actor, ({ agents }) =>
    agents.create(
      { organizationId, workspaceId },
      {
        name: `a-${newId()}`,
        description: '',
        definition: readDefinition({ model: 'm' }),
        createdBy: 'test',
      },
    ),
  );
  return agent.id;
}

export const IDS: IdMakers = {
  '/w/agents/:id': makeAgent,
  '/w/agents/:id/runs/:run_id': async (tenant) => {
    const { organizationId, userId, workspace, workspaceId } = tenant;
    const id = newId();
    const agentId = await makeAgent(tenant);
    const run = {
      id,
      organizationId,
      workspaceId,
      agentId,
      version: 1,
      userId,
      identity: {},
      clientAddress: null,
      input: 'Hello',
    };
    await workspace.database.agentRuns.create(run, 100, async () => undefined);
    return id;
  },
};
