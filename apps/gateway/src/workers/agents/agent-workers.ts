import { setTimeout as sleep } from 'node:timers/promises';
import type { ArgumentChecker } from '@multilane/agents';
import { can } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import type { JobData, JobQueues, TakenJob } from '@multilane/jobs';
import type { AgentRunEnd, AgentRunHold, AgentRunToWork, DatabaseWithSecrets } from '@multilane/persistence';
import type { GatewayServices } from '../../gateway-services.js';
import type { Admission } from '../../recording/request-parts.js';
import { HttpCaller } from '../http-calls/http-caller.js';
import { findCaller, type JobIdentity } from '../job-identity.js';
import { NetworkFetch } from '../network-fetch.js';
import { describeEnd } from './run-events.js';
import { queueStepOf, type RunParts, RunStopped } from './run-parts.js';
import { outcomeOfRefusal, RunSession } from './run-session.js';

export interface AgentWorkersOptions {
  readonly findNetwork: () => GatewayConfig['network'];
  readonly database: DatabaseWithSecrets;
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake' | 'work'>;
  readonly services: GatewayServices;
  readonly checker: ArgumentChecker;
}

/** Runs at once in one process, and of one workspace among them: they mostly wait for models and tools. */
const RUNS = 50;
const RUNS_OF_WORKSPACE = 38;
/** How often running runs are compared with their rows: a cancellation takes as long. Milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** A run without a sign of life for so long has lost its job. */
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
  private readonly running = new Map<string, { readonly fence: number; readonly stop: AbortController }>();
  private watching: NodeJS.Timeout | undefined = undefined;

  constructor(private readonly options: AgentWorkersOptions) {
    const { checker, database, findNetwork, queues, services } = options;
    this.network = new NetworkFetch(findNetwork);
    const http = new HttpCaller(this.network, database.upstreamSecrets);
    this.parts = { database, services, http, checker, queues };
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
    const stop = new AbortController();
    this.running.set(run.id, { fence: hold.fence, stop });
    this.watch();
    const lose = (): void => stop.abort(new RunStopped('lost'));
    signal.addEventListener('abort', lose, { once: true });
    try {
      await this.serve(run, hold, stop.signal);
    } catch (error) {
      if (!(error instanceof RunStopped)) throw error;
      // It goes on at once in another process, and not when the queue finds that this one is silent.
      if (error.why === 'shutdown') await queues.enqueue('agent.run', data, { group: run.workspaceId });
    } finally {
      signal.removeEventListener('abort', lose);
      this.running.delete(run.id);
    }
  }

  /** Queues runs whose jobs were lost, and removes old ones. Called every minute or so, in any number of processes. */
  async lookAfter(): Promise<void> {
    const { database, queues } = this.options;
    for (const { id, workspaceId: group } of await database.agentWork.takeStale(
      new Date(Date.now() - STALE_MS),
      AT_ONCE,
    )) {
      await queues.enqueue('agent.run', { run_id: id }, { group });
    }
    await database.agentRuns.removeEnded(new Date(Date.now() - KEPT_MS), AT_ONCE, (sql, ids) =>
      database.runEvents.removeWithin(sql, ids),
    );
  }

  /** Lets runs end for so long; the others go on in another process. */
  async drain(limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    while (this.running.size > 0 && performance.now() < deadline) await sleep(50);
    for (const { stop } of this.running.values()) stop.abort(new RunStopped('shutdown'));
    const last = performance.now() + GRACE_MS;
    while (this.running.size > 0 && performance.now() < last) await sleep(20);
  }

  async close(): Promise<void> {
    clearInterval(this.watching);
    for (const { stop } of this.running.values()) stop.abort(new RunStopped('lost'));
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

  /** Whoever began the run, as they may act now. */
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

  /** Hears of runs that were cancelled, or taken by others, wherever that happened. */
  private watch(): void {
    if (this.watching !== undefined) return;
    const look = async (): Promise<void> => {
      if (this.running.size === 0) {
        clearInterval(this.watching);
        this.watching = undefined;
        return;
      }
      const fences = new Map([...this.running].map(([id, { fence }]) => [id, fence]));
      for (const id of await this.options.database.agentWork.findLost(fences)) {
        const run = this.running.get(id);
        if (run?.fence === fences.get(id)) run?.stop.abort(new RunStopped('lost'));
      }
    };
    const { tasks } = this.options.services;
    this.watching = setInterval(() => void tasks.run('agent_watch', look), LOOK_EVERY_MS);
    this.watching.unref();
  }
}
