import type { Sql } from '../connection/connection.js';
import type { Database } from '../database.js';
import type { WorkflowRunDetails } from '../records/workflow.js';

/**
 * Cancels a run with those within it, and says so in their events. Does nothing to a run that has ended.
 *
 * @param by whose decision it is, by name
 * @param alsoWithin joins the transaction where a run was ended
 */
export async function cancelWorkflowRun(
  { inTransaction, runEvents, workflowRuns }: Pick<Database, 'inTransaction' | 'runEvents' | 'workflowRuns'>,
  { id, workspaceId }: Pick<WorkflowRunDetails, 'id' | 'workspaceId'>,
  by: string,
  alsoWithin?: (sql: Sql) => Promise<unknown>,
): Promise<void> {
  const cancelled = await inTransaction(async (sql) => {
    const ids = await workflowRuns.cancelWithin(sql, id);
    for (const runId of ids) {
      const event = { kind: 'run.cancelled', data: { run_id: runId, by } };
      await runEvents.appendWithin(sql, { runId, workspaceId }, [event]);
    }
    if (ids.length > 0) await alsoWithin?.(sql);
    return ids;
  });
  for (const runId of cancelled) runEvents.announce(runId);
}
