import type { ArgumentChecker } from '@multilane/agents';
import { can } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import { FencedWorker, type JobData, type JobQueues, type TakenJob } from '@multilane/jobs';
import type { AgentRunEnd, AgentRunHold, AgentRunToWork, DatabaseWithSecrets } from '@multilane/persistence';
import type { Admission } from '../../recording/request-parts.js';
import { HttpCaller } from '../http-calls/http-caller.js';
import { findCaller, type JobIdentity } from '../job-identity.js';
import { NetworkFetch } from '../network-fetch.js';
import type { WorkerServices } from '../worker-services.js';
import { describeEnd } from './run-events.js';
import { queueStepOf, type RunParts } from './run-parts.js';
import { outcomeOfRefusal, RunSession } from './run-session.js';

export interface AgentWorkersOptions {
  readonly findNetwork: () => GatewayConfig['network'];
  readonly database: DatabaseWithSecrets;
  readonly queues: Pick<JobQueues, 'enqueue' | 'enqueueLost' | 'wake' | 'work'>;
  readonly services: WorkerServices;
  readonly checker: ArgumentChecker;
}

/** Runs at once in one process, and of one workspace among them: they mostly wait for models and tools. */
const RUNS = 50;
const RUNS_OF_WORKSPACE = 38;
/** Interval between comparisons of running runs with their rows, in milliseconds: a cancellation takes as long. */
const LOOK_EVERY_MS = 1_000;
/** A run without a sign of life for so long may have lost its job. */
const STALE_MS = 2 * 60_000;
const AT_ONCE = 100;
/** A run that is begun so often without getting on is given up: it ends each process that works on it, or fails each time. */
const MOST_FAILURES = 30;
const GRACE_MS = 3_000;
/** Runs are removed so long after their end. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Works on runs of agents (docs/contract/agents.md#runs). */
export class AgentWorkers {
  private readonly network: NetworkFetch;
  private readonly parts: RunParts;
  private readonly worker: FencedWorker;

  constructor(private readonly options: AgentWorkersOptions) {
    const { checker, database, findNetwork, queues, services } = options;
    this.network = new NetworkFetch(findNetwork);
    const http = new HttpCaller(this.network, database.upstreamSecrets);
    this.parts = { database, services, http, checker, queues };
    this.worker = new FencedWorker({
      graceMs: GRACE_MS,
      watch: {
        findLost: (fences) => database.agentWork.findLost(fences),
        every: (look) => services.tasks.every('agent_watch', LOOK_EVERY_MS, look, 'later'),
      },
    });
  }

  startWorking(): void {
    const { agentRuns } = this.options.database;
    const rules = {
      concurrency: RUNS,
      perGroup: RUNS_OF_WORKSPACE,
      onPoisoned: ({ run_id: id }: JobData<'agent.run'>) => this.poison(id),
      // Each step is stored when it is done.
      readProgress: async ({ run_id: id }: JobData<'agent.run'>) => {
        const steps = await agentRuns.listSteps(id);
        return `${steps.length} ${steps.filter(({ status }) => status === 'finished').length}`;
      },
    };
    this.options.queues.work('agent.run', rules, (job) => this.run(job));
  }

  /** Works on the run of a job. Rejects where it must be begun again. */
  async run({ data, signal }: Pick<TakenJob<'agent.run'>, 'data' | 'signal'>): Promise<void> {
    const { database, queues } = this.options;
    const taken = await database.agentWork.take(data.run_id);
    if (taken === undefined) return;
    const { hold, run } = taken;
    // It goes on at once in another process, and not when the queue finds that this one is silent.
    const putBack = () => queues.enqueue('agent.run', data, { group: run.workspaceId });
    const row = { id: run.id, fence: hold.fence };
    await this.worker.work(row, signal, (stop) => this.serve(run, hold, stop), putBack);
  }

  /** Queues runs whose jobs were lost, and removes old ones. Called every minute or so, in any number of processes. */
  async lookAfter(): Promise<void> {
    const { database, queues } = this.options;
    const stale = await database.agentWork.takeStale(new Date(Date.now() - STALE_MS), AT_ONCE);
    const works = stale.map(({ id, workspaceId: group }) => ({ data: { run_id: id }, group }));
    await queues.enqueueLost('agent.run', works);
    await database.agentRuns.removeEnded(new Date(Date.now() - KEPT_MS), AT_ONCE, (sql, ids) =>
      database.runEvents.removeWithin(sql, ids),
    );
  }

  /** Lets runs end for so long; the others go on in another process. */
  drain(limitMs: number): Promise<void> {
    return this.worker.drain(limitMs);
  }

  async close(): Promise<void> {
    this.worker.close();
    await this.network.close();
  }

  /** Ends a run that ends the processes which work on it. */
  private async poison(id: string): Promise<void> {
    const taken = await this.options.database.agentWork.take(id);
    const end = outcomeOfRefusal(new GatewayError('poisoned'));
    if (taken !== undefined && end !== undefined) await this.endAtOnce(taken.run, taken.hold, end);
  }

  private async serve(run: AgentRunToWork, hold: AgentRunHold, signal: AbortSignal): Promise<void> {
    let admission: Admission;
    try {
      if (hold.fence > MOST_FAILURES + run.usage.steps + run.usage.toolCalls)
        throw new GatewayError('agent_run_interrupted');
      admission = await this.admit(run);
    } catch (error) {
      const end = outcomeOfRefusal(error);
      if (end === undefined) throw error;
      return this.endAtOnce(run, hold, end);
    }
    await new RunSession(this.parts, run, { admission, hold, signal }).work();
  }

  private async endAtOnce(run: AgentRunToWork, hold: AgentRunHold, end: AgentRunEnd): Promise<void> {
    const { agentWork, runEvents } = this.options.database;
    const { id: runId, usage, workspaceId } = run;
    const { queues } = this.options;
    await agentWork.end(hold, { id: runId, activeMs: usage.activeMs }, end, async (sql) => {
      await runEvents.appendWithin(sql, { runId, workspaceId }, [describeEnd(end)]);
      await queueStepOf(queues, sql, run);
    });
    runEvents.announce(runId);
    queues.wake('workflow.step');
  }

  /** Admits the person or account that began the run, with the current permissions. */
  private async admit({ identity, organizationId, workspaceId }: AgentRunToWork): Promise<Admission> {
    const { services } = this.options;
    const snapshot = services.snapshots.current;
    if (snapshot === undefined) throw new GatewayError('overloaded');
    const caller = await findCaller(identity as JobIdentity, snapshot, services.database?.identities);
    const isPerson = caller.credentialType === 'session' || caller.credentialType === 'pat';
    const mayRun = isPerson
      ? can(caller, 'gateway.agents.run', { organizationId, workspaceId })
      : caller.organizationId === organizationId && caller.workspaceId === workspaceId;
    if (!mayRun)
      throw new GatewayError('permission_denied', { message: 'Whoever began the run may not run agents any more.' });
    return { caller, snapshot };
  }
}
