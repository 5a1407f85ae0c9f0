import { AGENT_BOUNDS, readRunOutput } from '@multilane/agents';
import type { Caller } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import {
  type AgentTaskRecord,
  type AgentTaskScope,
  encodeTaskCursor,
  InvalidCursorError,
  newId,
} from '@multilane/persistence';
import { type AnsweredTurn, continueConversation, readQuestion } from '../../endpoints/chat/agent-conversation.js';
import type {
  AgentTask,
  AgentTaskAsker,
  AgentTaskContent,
  AgentTaskList,
  AgentTaskListRequest,
  AgentTaskQuestion,
  AgentTaskService,
} from '../../services/agent-task-service.js';
import { type BegunRuns, type BegunRunsOptions, refuseDeleted } from './begun-runs.js';

/** A task is looked at whenever its run has an event in this process, and so often otherwise. Milliseconds. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 1_000;
/** Nobody follows a task for longer: they ask again. */
const FOLLOWED_MS = 10 * 60_000;
/** Limit of subscribers to tasks of a workspace in one process. The number of callers that began one is bounded by the open runs. */
const MOST_SUBSCRIBERS = 400;

/** Tasks of clients of A2A: each is a run like any other (docs/contract/agents.md#a2a). */
export class AgentTasks implements AgentTaskService {
  /** By workspace. */
  private readonly subscribers = new Map<string, number>();

  constructor(
    private readonly database: BegunRunsOptions['database'],
    private readonly runs: BegunRuns,
  ) {}

  async begin(question: AgentTaskQuestion): Promise<AgentTask> {
    const { agent, contextId: asked, input: text, messageId } = question;
    const scope = scopeOf(question);
    const last = asked === undefined ? undefined : await this.findLastTurn(scope, asked);
    const { input, turns } = continueConversation(text, last, AGENT_BOUNDS.input);
    const contextId = asked ?? newId();
    const id = await this.runs.begin(agent, { ...question, input }, (sql, runId) =>
      this.database.agentTasks.createWithin(sql, runId, scope, { contextId, messageId, turns }),
    );
    const found = await this.find(question, id);
    if (found === undefined) throw refuseDeleted();
    return found;
  }

  async find(asker: AgentTaskAsker, id: string): Promise<AgentTask | undefined> {
    const found = await this.database.agentTasks.find(scopeOf(asker), id);
    return found && show(found);
  }

  async list(asker: AgentTaskAsker, { cursor, limit, ...filters }: AgentTaskListRequest): Promise<AgentTaskList> {
    try {
      const { data, ...page } = await this.database.agentTasks.listPage(scopeOf(asker), filters, { cursor, limit });
      return { ...page, tasks: data.map((each) => ({ ...show(each), cursor: encodeTaskCursor(each) })) };
    } catch (error) {
      if (!(error instanceof InvalidCursorError)) throw error;
      throw new GatewayError('invalid_value', { param: 'pageToken', message: '`pageToken` is not one of a list.' });
    }
  }

  async readContent({ id, turns }: AgentTask): Promise<AgentTaskContent | undefined> {
    const content = await this.database.agentRuns.readContent(id);
    if (content === undefined) return undefined;
    const { answer, citations, error, finish_reason } = readRunOutput(content.output);
    return {
      question: readQuestion(content.input, turns),
      answer: answer ?? null,
      citations: citations ?? [],
      finishReason: finish_reason ?? null,
      error,
    };
  }

  async cancel(asker: AgentTaskAsker, id: string): Promise<boolean> {
    return (await this.find(asker, id)) !== undefined && this.runs.cancel(asker.agent, id);
  }

  async *subscribe(asker: AgentTaskAsker, id: string, signal: AbortSignal): AsyncGenerator<AgentTask> {
    const { workspaceId } = asker.agent;
    const subscribers = this.subscribers.get(workspaceId) ?? 0;
    if (subscribers >= MOST_SUBSCRIBERS) {
      const message = 'Too many clients follow tasks of agents of the workspace. Ask for the task instead.';
      throw new GatewayError('too_many_jobs', { message, headers: { 'retry-after': '10' } });
    }
    this.subscribers.set(workspaceId, subscribers + 1);
    try {
      yield* this.follow(asker, id, signal);
    } finally {
      const left = (this.subscribers.get(workspaceId) ?? 1) - 1;
      if (left === 0) this.subscribers.delete(workspaceId);
      else this.subscribers.set(workspaceId, left);
    }
  }

  async *follow(asker: AgentTaskAsker, id: string, signal: AbortSignal): AsyncGenerator<AgentTask> {
    const endsAt = performance.now() + FOLLOWED_MS;
    let state: string | undefined;
    let pause = FIRST_LOOK_MS;
    while (!signal.aborted && performance.now() < endsAt) {
      const task = await this.find(asker, id);
      if (task === undefined) return;
      if (task.state !== state) {
        state = task.state;
        pause = FIRST_LOOK_MS;
        yield task;
      }
      if (task.state !== 'submitted' && task.state !== 'working') return;
      await this.runs.nextEvent(id, pause, signal);
      pause = Math.min(pause * 1.5, LAST_LOOK_MS);
    }
  }

  private async findLastTurn(scope: AgentTaskScope, contextId: string): Promise<AnsweredTurn | undefined> {
    const last = await this.database.agentTasks.findLastTurn(scope, contextId);
    if (last === undefined) return undefined;
    const { input, output, turns } = last;
    return { input, turns, answer: readRunOutput(output).answer ?? '' };
  }
}

function show({ changedAt, contextId, id, messageId, state, stopReason, turns, usage }: AgentTaskRecord): AgentTask {
  const { completionTokens, promptTokens } = usage;
  return { id, contextId, messageId, turns, state, changedAt, stopReason, promptTokens, completionTokens };
}

function scopeOf({ admission: { caller }, agent }: AgentTaskAsker): AgentTaskScope {
  const { id: agentId, organizationId, workspaceId } = agent;
  return { organizationId, workspaceId, agentId, owner: ownerOf(caller) };
}

/** Answers may hold what only their asker may see, so that others of the workspace do not find them. */
function ownerOf({ credentialId, keyName, serviceAccountId, teamName = '', userId }: Caller): string {
  if (userId !== undefined) return `user ${userId}`;
  if (serviceAccountId !== undefined) return `account ${serviceAccountId}`;
  return credentialId === undefined ? `key ${teamName} ${keyName}` : `credential ${credentialId}`;
}
