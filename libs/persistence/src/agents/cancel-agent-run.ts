import type { Sql } from '../connection/connection.js';
import type { Database } from '../database.js';
import type { AgentRunRecord } from '../records/agent.js';
import { RUN_CANCELLED } from './cancel-agent-runs.js';

/**
 * Cancels a run that no other run called, with those below it, and says so in its events. False for a run that has ended.
 *
 * @param alsoWithin joins the transaction
 */
export async function cancelAgentRun(
  { agentRuns, runEvents }: Pick<Database, 'agentRuns' | 'runEvents'>,
  { id, workspaceId }: Pick<AgentRunRecord, 'id' | 'workspaceId'>,
  alsoWithin?: (sql: Sql) => Promise<unknown>,
): Promise<boolean> {
  const isCancelled = await agentRuns.cancel(id, async (sql) => {
    await runEvents.appendWithin(sql, { runId: id, workspaceId }, [RUN_CANCELLED]);
    await alsoWithin?.(sql);
  });
  if (isCancelled) runEvents.announce(id);
  return isCancelled;
}
