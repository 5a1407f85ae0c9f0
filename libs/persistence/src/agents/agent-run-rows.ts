import type { AgentStepRecord } from '../records/agent.js';

/** Sums of a run's steps, which include those of agents that it called. */
const USAGE = `json_build_object('promptTokens', sums.prompt_tokens, 'completionTokens', sums.completion_tokens, 'costUsd', sums.cost_usd,
  'steps', sums.steps, 'toolCalls', sums.tool_calls, 'activeMs', run.active_ms) AS usage`;

/** With its tables: conditions are added behind it. */
export const AGENT_RUN_COLUMNS = {
  sql: `run.id, run.organization_id AS "organizationId", run.workspace_id AS "workspaceId",
  run.agent_id AS "agentId", agent.name AS "agentName", run.version, run.root_id AS "rootId", run.parent_id AS "parentId", run.depth,
  run.workflow_step_id AS "workflowStepId", run.user_id AS "userId", run.status, run.stop_reason AS "stopReason", run.error_code AS "errorCode", ${USAGE},
  run.created_at AS "createdAt", run.started_at AS "startedAt", run.completed_at AS "completedAt", run.identity,
  run.client_address AS "clientAddress", run.uses_cache AS "usesCache"
  FROM agent_runs run JOIN agents agent ON agent.id = run.agent_id
  CROSS JOIN LATERAL (SELECT coalesce(sum(prompt_tokens), 0)::float8 AS prompt_tokens,
      coalesce(sum(completion_tokens), 0)::float8 AS completion_tokens, sum(cost_usd) AS cost_usd,
      count(*) FILTER (WHERE kind = 'model')::int AS steps, coalesce(sum(tool_calls), 0)::int AS tool_calls
    FROM agent_run_steps WHERE run_id = run.id) sums`,
  types: {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid',
    agentId: 'uuid',
    agentName: 'text',
    version: 'integer',
    rootId: 'uuid',
    parentId: 'uuid?',
    depth: 'integer',
    workflowStepId: 'uuid?',
    userId: 'uuid?',
    status: 'text',
    stopReason: 'text?',
    errorCode: 'text?',
    usage: 'json',
    createdAt: 'timestamptz',
    startedAt: 'timestamptz?',
    completedAt: 'timestamptz?',
    identity: 'jsonb',
    clientAddress: 'text?',
    usesCache: 'boolean',
  },
} as const;

export const STEP_COLUMNS = {
  sql: `step.position, step.kind, step.name, step.status, step.is_error AS "isError",
  step.content_sealed AS "contentSealed", step.result_sealed AS "resultSealed", step.prompt_tokens::float8 AS "promptTokens",
  step.completion_tokens::float8 AS "completionTokens", step.cost_usd AS "costUsd", step.tool_calls AS "toolCalls", step.request_id AS "requestId",
  child.id AS "childRunId", step.decided_by AS "decidedBy", step.started_at AS "startedAt", step.finished_at AS "finishedAt"
  FROM agent_run_steps step
  LEFT JOIN agent_runs child ON child.parent_id = step.run_id AND child.parent_position = step.position`,
  types: {
    position: 'integer',
    kind: 'text',
    name: 'text?',
    status: 'text',
    isError: 'boolean',
    contentSealed: 'text',
    resultSealed: 'text?',
    promptTokens: 'float8',
    completionTokens: 'float8',
    costUsd: 'float8?',
    toolCalls: 'integer',
    requestId: 'text?',
    childRunId: 'uuid?',
    decidedBy: 'text?',
    startedAt: 'timestamptz?',
    finishedAt: 'timestamptz?',
  },
} as const;

/** A step as it is read, still sealed. */
export interface StepRow extends Omit<AgentStepRecord, 'content' | 'result'> {
  readonly contentSealed: string;
  readonly resultSealed: string | null;
}

export const agentInputOf = (id: string): string => `agent_run_input ${id}`;
export const agentOutputOf = (id: string): string => `agent_run_output ${id}`;
export const agentStepOf = (runId: string, position: number): string => `agent_run_step ${runId} ${position}`;
