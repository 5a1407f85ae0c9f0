import type { OpenAccess } from '../connection/connection.js';
import { isId } from '../ids/new-id.js';
import type {
  RunTree,
  TreeAgentRun,
  TreeAgentStep,
  TreeWorkflowRun,
  TreeWorkflowStep,
} from '../records/requests/request-tree.js';
import { statement } from '../statements/statement.js';

/** Runs within each other that are climbed at most. */
const DEEPEST = 50;

/** From a step up to the run that nothing began. */
const CLIMB = statement(
  { id: 'uuid' },
  `
WITH RECURSIVE up AS (
  SELECT run.id, run.parent_step_id, 1 AS height FROM workflow_steps step JOIN workflow_runs run ON run.id = step.run_id
   WHERE step.id = $2 AND run.organization_id = $1
  UNION ALL
  SELECT run.id, run.parent_step_id, up.height + 1 FROM up JOIN workflow_steps step ON step.id = up.parent_step_id
    JOIN workflow_runs run ON run.id = step.run_id WHERE up.height < ${DEEPEST})
SELECT id FROM up ORDER BY height DESC LIMIT 1`,
);

const WORKFLOW_RUNS = statement<TreeWorkflowRun>(
  {
    id: 'uuid',
    workspaceId: 'uuid',
    name: 'text',
    status: 'text',
    parentStepId: 'uuid?',
    createdAt: 'timestamptz',
    startedAt: 'timestamptz?',
    endedAt: 'timestamptz?',
  },
  `
WITH RECURSIVE tree AS (
  SELECT run.id, 1 AS depth FROM workflow_runs run WHERE run.organization_id = $1 AND run.id = $2
  UNION ALL
  SELECT inner_run.id, tree.depth + 1 FROM tree JOIN workflow_steps step ON step.run_id = tree.id
    JOIN workflow_runs inner_run ON inner_run.parent_step_id = step.id WHERE tree.depth < ${DEEPEST})
SELECT run.id, run.workspace_id AS "workspaceId", workflow.name, run.status, run.parent_step_id AS "parentStepId",
    run.created_at AS "createdAt", run.started_at AS "startedAt", run.ended_at AS "endedAt"
  FROM tree JOIN workflow_runs run ON run.id = tree.id JOIN workflows workflow ON workflow.id = run.workflow_id
 ORDER BY tree.depth, run.id LIMIT $3`,
);

const WORKFLOW_STEPS = statement<TreeWorkflowStep>(
  {
    id: 'uuid',
    runId: 'uuid',
    nodeId: 'text',
    status: 'text',
    fence: 'integer',
    startedAt: 'timestamptz?',
    endedAt: 'timestamptz?',
  },
  `
SELECT id, run_id AS "runId", node_id AS "nodeId", status, fence, started_at AS "startedAt", ended_at AS "endedAt"
  FROM workflow_steps WHERE run_id = ANY($1::uuid[]) ORDER BY id LIMIT $2`,
);

const AGENT_RUNS = statement<TreeAgentRun>(
  {
    id: 'uuid',
    workspaceId: 'uuid',
    name: 'text',
    status: 'text',
    parentId: 'uuid?',
    workflowStepId: 'uuid?',
    fence: 'integer',
    createdAt: 'timestamptz',
    startedAt: 'timestamptz?',
    endedAt: 'timestamptz?',
  },
  `
SELECT run.id, run.workspace_id AS "workspaceId", agent.name, run.status, run.parent_id AS "parentId",
    run.workflow_step_id AS "workflowStepId", root.fence, run.created_at AS "createdAt", run.started_at AS "startedAt",
    run.completed_at AS "endedAt"
  FROM agent_runs root JOIN agent_runs run ON run.root_id = root.id JOIN agents agent ON agent.id = run.agent_id
 WHERE root.organization_id = $1 AND (root.id = $2 OR root.workflow_step_id = ANY($3::uuid[])) AND root.parent_id IS NULL
 ORDER BY run.depth, run.id LIMIT $4`,
);

const AGENT_STEPS = statement<TreeAgentStep>(
  {
    runId: 'uuid',
    position: 'integer',
    kind: 'text',
    name: 'text?',
    status: 'text',
    startedAt: 'timestamptz?',
    endedAt: 'timestamptz?',
  },
  `
SELECT run_id AS "runId", position, kind, name, status, started_at AS "startedAt", finished_at AS "endedAt"
  FROM agent_run_steps WHERE run_id = ANY($1::uuid[]) ORDER BY run_id, position LIMIT $2`,
);

const FIND_ROOT = statement(
  { id: 'uuid', stepId: 'uuid?' },
  `SELECT root.id, root.workflow_step_id AS "stepId" FROM agent_runs run JOIN agent_runs root ON root.id = run.root_id
    WHERE run.organization_id = $1 AND run.id = $2`,
);

/** Part of a run that a request was made for. */
export type RunPart = { readonly agentRunId: string } | { readonly workflowStepId: string };

/** Runs of workflows and agents with all that they began, without their contents. */
export class RunTreeStore {
  constructor(private readonly access: OpenAccess) {}

  /**
   * Reads the whole tree that a part belongs to, from the run that nothing began.
   *
   * @param limit of runs and of steps, each
   * @returns undefined for another tenant's part, and for one that is gone
   */
  async find(organizationId: string, part: RunPart, limit: number): Promise<RunTree | undefined> {
    const id = 'agentRunId' in part ? part.agentRunId : part.workflowStepId;
    if (!isId(id)) return undefined;
    if ('workflowStepId' in part) return this.readWorkflow(organizationId, id, limit);
    const [root] = await FIND_ROOT.rows(this.access, [organizationId, id]);
    if (root === undefined) return undefined;
    const above = root.stepId === null ? undefined : await this.readWorkflow(organizationId, root.stepId, limit);
    return above ?? this.readAgents(organizationId, { rootId: root.id, workflowRuns: [], workflowSteps: [] }, limit);
  }

  private async readWorkflow(organizationId: string, stepId: string, limit: number): Promise<RunTree | undefined> {
    const [root] = await CLIMB.rows(this.access, [organizationId, stepId]);
    if (root === undefined) return undefined;
    const runs = await WORKFLOW_RUNS.rows(this.access, [organizationId, root.id, limit + 1]);
    const workflowRuns = runs.slice(0, limit);
    const steps = await WORKFLOW_STEPS.rows(this.access, [workflowRuns.map((run) => run.id), limit + 1]);
    const workflowSteps = steps.slice(0, limit);
    const tree = await this.readAgents(organizationId, { rootId: null, workflowRuns, workflowSteps }, limit);
    return { ...tree, hasMore: tree.hasMore || runs.length > limit || steps.length > limit };
  }

  private async readAgents(
    organizationId: string,
    {
      rootId,
      workflowRuns,
      workflowSteps,
    }: Pick<RunTree, 'workflowRuns' | 'workflowSteps'> & {
      readonly rootId: string | null;
    },
    limit: number,
  ): Promise<RunTree> {
    const stepIds = workflowSteps.map((step) => step.id);
    const runs = await AGENT_RUNS.rows(this.access, [organizationId, rootId, stepIds, limit + 1]);
    const agentRuns = runs.slice(0, limit);
    const steps = await AGENT_STEPS.rows(this.access, [agentRuns.map((run) => run.id), limit + 1]);
    const hasMore = runs.length > limit || steps.length > limit;
    return { workflowRuns, workflowSteps, agentRuns, agentSteps: steps.slice(0, limit), hasMore };
  }
}
