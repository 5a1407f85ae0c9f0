import type { Sql } from '../connection/connection.js';
import { appendRunEvents } from '../runs/run-event-store.js';
import type { SecretBox } from '../secrets/secret-box.js';
import { command, statement } from '../statements/statement.js';

/** Event that follows a cancellation in the log of a run. */
export const RUN_CANCELLED = {
  kind: 'run.ended',
  data: { status: 'cancelled', stop_reason: 'cancelled', output: null },
};

const CANCEL = statement(
  { id: 'uuid' },
  `UPDATE agent_runs SET status = 'cancelled', stop_reason = 'cancelled', completed_at = now(), fence = fence + 1
   WHERE root_id = ANY($1::uuid[]) AND completed_at IS NULL RETURNING id`,
);
const SKIP_STEPS = command(
  `UPDATE agent_run_steps SET status = 'skipped' WHERE run_id = ANY($1::uuid[]) AND status <> 'finished'`,
);

/** Ends root runs that have not ended, and those below them. Resolves to the ids of all that it ended. */
export async function cancelAgentRuns(sql: Sql, rootIds: readonly string[]): Promise<readonly string[]> {
  const rows = await CANCEL.rows(sql, [rootIds]);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await SKIP_STEPS.run(sql, [ids]);
  return ids;
}

/** Steps of workflows that end: all of a run, or the items of one of its `map` steps. */
export interface EndedSteps {
  readonly runId: string;
  readonly itemsOf?: string | undefined;
}

const FIND_OF_STEPS = statement(
  { id: 'uuid', workspaceId: 'uuid' },
  `SELECT run.id, run.workspace_id AS "workspaceId" FROM agent_runs run JOIN workflow_steps step ON step.id = run.workflow_step_id
   WHERE step.run_id = $1 AND ($2::text IS NULL OR (step.node_id = $2 AND step.iteration >= 0)) AND run.completed_at IS NULL`,
);

/** Ends the runs of agents that steps of workflows wait for, in the transaction that ends the steps. */
export async function cancelAgentRunsOfSteps(sql: Sql, box: SecretBox, { itemsOf, runId }: EndedSteps): Promise<void> {
  const rows = await FIND_OF_STEPS.rows(sql, [runId, itemsOf ?? null]);
  const open = rows;
  if (open.length === 0) return;
  const ended = new Set(
    await cancelAgentRuns(
      sql,
      open.map(({ id }) => id),
    ),
  );
  for (const { id, workspaceId } of open) {
    if (ended.has(id)) await appendRunEvents(sql, box, { runId: id, workspaceId }, [RUN_CANCELLED]);
  }
}
