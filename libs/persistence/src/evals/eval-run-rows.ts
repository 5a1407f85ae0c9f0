import { parseBoundedJson } from '@multilane/contracts';
import type { EvalRunRecord } from '../records/eval.js';

/** With its tables: conditions are added behind it. */
export const EVAL_RUN_COLUMNS = {
  sql: `run.id, run.organization_id AS "organizationId", run.workspace_id AS "workspaceId",
  run.suite_id AS "suiteId", suite.name AS "suiteName", run.dataset_id AS "datasetId", run.dataset_version AS "datasetVersion",
  run.definition, run.case_count AS "caseCount", run.total, run.concurrency, run.max_cost_usd AS "maxCostUsd", run.user_id AS "userId", run.trigger,
  run.status, run.error_code AS "errorCode", run.error_message AS "errorMessage", sums.done, sums.cost_usd AS "costUsd",
  run.created_at AS "createdAt", run.started_at AS "startedAt", run.completed_at AS "completedAt"
  FROM eval_runs run JOIN eval_suites suite ON suite.id = run.suite_id
  CROSS JOIN LATERAL (SELECT count(*)::int AS done,
      CASE WHEN count(cost_usd) + count(judge_cost_usd) = 0 THEN NULL
        ELSE coalesce(sum(cost_usd), 0) + coalesce(sum(judge_cost_usd), 0) END AS cost_usd
    FROM eval_results WHERE run_id = run.id) sums`,
  types: {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid',
    suiteId: 'uuid',
    suiteName: 'text',
    datasetId: 'uuid',
    datasetVersion: 'integer',
    definition: 'text',
    caseCount: 'integer',
    total: 'integer',
    concurrency: 'integer',
    maxCostUsd: 'float8?',
    userId: 'uuid?',
    trigger: 'text',
    status: 'text',
    errorCode: 'text?',
    errorMessage: 'text?',
    done: 'integer',
    costUsd: 'float8?',
    createdAt: 'timestamptz',
    startedAt: 'timestamptz?',
    completedAt: 'timestamptz?',
  },
} as const;

export type EvalRunRow = Omit<EvalRunRecord, 'definition'> & { readonly definition: string };

export function evalRunOf<Row extends EvalRunRow>(row: Row): Omit<Row, 'definition'> & { readonly definition: object } {
  return { ...row, definition: parseBoundedJson(row.definition) as object };
}

/** Sealing purpose of a result. */
export const evalResultOf = (runId: string, target: number, position: number, repeat: number): string =>
  `eval_result ${runId} ${target} ${position} ${repeat}`;
