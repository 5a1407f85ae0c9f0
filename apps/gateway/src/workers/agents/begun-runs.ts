import { AGENT_BOUNDS } from '@multilane/agents';
import { identityOf } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { JobQueues } from '@multilane/jobs';
import { cancelAgentRun, type Database, newId, type Sql, TooManyAgentRuns } from '@multilane/persistence';
import type { AgentQuestion, PublishedAgent } from '../../services/agent-service.js';

export interface BegunRunsOptions {
  readonly database: Pick<Database, 'agents' | 'agentRuns' | 'agentTasks' | 'runEvents'>;
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake' | 'whenReady'>;
}

/** Runs of agents that callers of the gateway begin. */
export class BegunRuns {
  constructor(private readonly options: BegunRunsOptions) {}

  /**
   * Stores a run and queues it, with what `within` does in the same transaction. Resolves to its id.
   *
   * @throws GatewayError 429 `too_many_jobs`
   */
  async begin(
    agent: PublishedAgent,
    { admission: { caller }, clientAddress, headers, input }: Omit<AgentQuestion, 'signal'>,
    within: (sql: Sql, id: string) => Promise<unknown> = async () => undefined,
  ): Promise<string> {
    const { database, queues } = this.options;
    const { organizationId, workspaceId } = agent;
    const id = newId();
    const run = {
      id,
      organizationId,
      workspaceId,
      agentId: agent.id,
      version: agent.version,
      userId: caller.userId ?? null,
      identity: identityOf({ caller, headers }),
      clientAddress,
      input,
    };
    await queues.whenReady();
    const enqueue = async (sql: Sql): Promise<void> => {
      await within(sql, id);
      await queues.enqueue('agent.run', { run_id: id }, { within: sql, group: workspaceId });
    };
    await database.agentRuns.create(run, AGENT_BOUNDS.openRuns, enqueue).catch((error: unknown) => {
      if (!(error instanceof TooManyAgentRuns)) throw error;
      const message = `The workspace has ${AGENT_BOUNDS.openRuns} runs of agents that have not ended. Wait for some.`;
      throw new GatewayError('too_many_jobs', { message, headers: { 'retry-after': '10' } });
    });
    queues.wake('agent.run');
    return id;
  }

  /** Resolves with an event of the run, after so many milliseconds, or when the signal aborts. */
  nextEvent(id: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        stop();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, milliseconds);
      const stop = this.options.database.runEvents.onAppend((runId) => {
        if (runId === id) finish();
      });
      signal.addEventListener('abort', finish, { once: true });
    });
  }

  /** False for a run that has ended. */
  cancel({ workspaceId }: Pick<PublishedAgent, 'workspaceId'>, id: string): Promise<boolean> {
    return cancelAgentRun(this.options.database, { id, workspaceId });
  }
}

/** For a run that is gone while somebody waits for it. */
export function refuseDeleted(): GatewayError {
  return new GatewayError('not_found', { message: 'The run of the agent was deleted.' });
}
