import { type RunOutput, readRunOutput } from '@multilane/agents';
import { type Caller, can } from '@multilane/auth';
import { ERRORS, type ErrorCode, GatewayError } from '@multilane/errors';
import type { AgentPublication, AgentRecord, AgentRunRecord } from '@multilane/persistence';
import type {
  AgentAnswer,
  AgentPlace,
  AgentQuestion,
  AgentService,
  PublishedAgent,
} from '../../services/agent-service.js';
import { AgentTasks } from './agent-tasks.js';
import { BegunRuns, type BegunRunsOptions, refuseDeleted } from './begun-runs.js';

/** Agents of a workspace at most. */
const MOST_AGENTS = 200;
/** A run is looked at whenever it has an event in this process, and so often otherwise. Milliseconds. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 1_000;
/** No worker takes a run that waits longer. */
const UNTAKEN_MS = 60_000;

/** The agents of workspaces as chat models, as tools and over A2A: each question is a run like any other (docs/contract/agents.md#published-agents). */
export class PublishedAgents implements AgentService {
  readonly tasks: AgentTasks;
  private readonly runs: BegunRuns;

  constructor(private readonly options: BegunRunsOptions) {
    this.runs = new BegunRuns(options);
    this.tasks = new AgentTasks(options.database, this.runs);
  }

  placeOf(caller: Caller): AgentPlace | undefined {
    const { credentialType, isTeamRemoved, organizationId, workspaceId } = caller;
    if (organizationId === undefined || workspaceId === undefined || isTeamRemoved) return undefined;
    const place = { organizationId, workspaceId };
    const isPerson = credentialType === 'session' || credentialType === 'pat';
    return !isPerson || can({ ...caller, organizationId }, 'gateway.agents.run', place) ? place : undefined;
  }

  async list(place: AgentPlace, as: AgentPublication): Promise<readonly PublishedAgent[]> {
    return (await this.options.database.agents.listPublished(place, as, MOST_AGENTS)).map(show);
  }

  async find(caller: Caller, as: AgentPublication, name: string): Promise<PublishedAgent | undefined> {
    const place = this.placeOf(caller);
    if (place === undefined || !/^[a-zA-Z0-9._-]{1,64}$/.test(name)) return undefined;
    const found = await this.options.database.agents.findByName(place, name);
    return found !== undefined && isPublished(found, as) ? show(found) : undefined;
  }

  async ask(agent: PublishedAgent, question: AgentQuestion): Promise<AgentAnswer> {
    const { signal } = question;
    signal.throwIfAborted();
    const id = await this.runs.begin(agent, question);
    const { agentRuns } = this.options.database;
    try {
      const run = await this.wait(agent.organizationId, id, signal);
      const content = await agentRuns.readContent(id);
      if (content === undefined) throw refuseDeleted();
      return readAnswer(run, readRunOutput(content.output));
    } catch (error) {
      await this.cancel(agent, id);
      throw error;
    }
  }

  /** The run when it has ended, or waits for a person. */
  private async wait(organizationId: string, id: string, signal: AbortSignal): Promise<AgentRunRecord> {
    const { agentRuns } = this.options.database;
    const giveUpAt = performance.now() + UNTAKEN_MS;
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LAST_LOOK_MS)) {
      signal.throwIfAborted();
      const run = await agentRuns.find(organizationId, id);
      if (run === undefined) throw refuseDeleted();
      if (run.completedAt !== null || run.status === 'awaiting_approval') return run;
      if (run.startedAt === null && performance.now() > giveUpAt) throw new GatewayError('worker_unavailable');
      await this.runs.nextEvent(id, pause, signal);
    }
  }

  /** Does nothing to a run that has ended. Never rejects: what nobody waits for ends by its own limits at the latest. */
  private async cancel(agent: PublishedAgent, id: string): Promise<void> {
    try {
      await this.runs.cancel(agent, id);
    } catch {
      // A failed cancellation, such as while the database is away, ends with the run's own limits.
    }
  }
}

function isPublished({ definition }: AgentRecord, as: AgentPublication): boolean {
  return (definition as Partial<Record<AgentPublication, unknown>>)[as] === true;
}

function show({ description, id, name, organizationId, version, workspaceId }: AgentRecord): PublishedAgent {
  return { id, organizationId, workspaceId, name, description, version };
}

function readAnswer(
  run: AgentRunRecord,
  { answer, error, finish_reason: finishReason = null }: RunOutput,
): AgentAnswer {
  const { id, status, stopReason, usage } = run;
  if (status === 'awaiting_approval') {
    throw new GatewayError('permission_denied', {
      message: 'The agent needs the approval of a person for a call. Run it with POST /w/agents/{id}/runs instead.',
    });
  }
  if (status === 'failed') {
    const code =
      error !== undefined && Object.hasOwn(ERRORS, error.code) ? (error.code as ErrorCode) : 'internal_error';
    throw new GatewayError(code, { message: `The agent failed: ${error?.message ?? 'for an unknown reason.'}` });
  }
  if (status === 'cancelled') throw new GatewayError('conflict', { message: 'The run of the agent was cancelled.' });
  return {
    runId: id,
    text: answer ?? '',
    stopReason: stopReason ?? 'completed',
    finishReason,
    promptTokens: usage.promptTokens,
    completionTokens: usage.completionTokens,
  };
}
