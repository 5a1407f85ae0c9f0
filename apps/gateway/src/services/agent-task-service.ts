import type { AgentTaskState } from '@multilane/persistence';
import type { AgentQuestion, PublishedAgent } from './agent-service.js';

/** A question to an agent that is answered in its own time. */
export interface AgentTask {
  /** Id of its run. */
  readonly id: string;
  readonly contextId: string;
  readonly messageId: string;
  /** Number of the context's earlier turns in the agent's input. */
  readonly turns: number;
  readonly state: AgentTaskState;
  readonly changedAt: Date;
  /** Reason of its end: `completed`, a limit, `cancelled` or `error`. Null until then. */
  readonly stopReason: string | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Question and answer of a task. */
export interface AgentTaskContent {
  readonly question: string;
  /** Null if there is none. */
  readonly answer: string | null;
  /** The sources that the answer names. */
  readonly citations: readonly unknown[];
  /** Reason for which the model ended its answer. */
  readonly finishReason: string | null;
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

/** Caller that asks for an agent's tasks. */
export interface AgentTaskAsker extends Pick<AgentQuestion, 'admission'> {
  readonly agent: PublishedAgent;
}

/** A question as a client of A2A sends it. */
export interface AgentTaskQuestion extends Omit<AgentQuestion, 'signal'> {
  readonly agent: PublishedAgent;
  readonly messageId: string;
  /** Undefined: a context of its own. */
  readonly contextId: string | undefined;
}

/** A task in a list. */
export interface ListedAgentTask extends AgentTask {
  /** Cursor of the page behind it. */
  readonly cursor: string;
}

export interface AgentTaskList {
  readonly tasks: readonly ListedAgentTask[];
  readonly nextCursor: string | undefined;
  readonly total: number;
}

export interface AgentTaskListRequest {
  readonly contextId: string | undefined;
  readonly state: AgentTaskState | undefined;
  readonly changedSince: Date | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Tasks of agents, for whoever began them: the person, the virtual account or the key. `workers` implements it. */
export interface AgentTaskService {
  /** @throws GatewayError 429 `too_many_jobs` */
  begin(question: AgentTaskQuestion): Promise<AgentTask>;
  /** Undefined if the caller has begun none such at the agent. */
  find(asker: AgentTaskAsker, id: string): Promise<AgentTask | undefined>;
  /** @throws GatewayError 400 for a cursor that is none */
  list(asker: AgentTaskAsker, request: AgentTaskListRequest): Promise<AgentTaskList>;
  /** Undefined if it is gone. */
  readContent(task: AgentTask): Promise<AgentTaskContent | undefined>;
  /** False for a task that has ended, or that the caller has not begun. */
  cancel(asker: AgentTaskAsker, id: string): Promise<boolean>;
  /** A task, now and whenever its state changes, until it has ended or waits for a person, nobody reads any more, or its time is over. */
  follow(asker: AgentTaskAsker, id: string, signal: AbortSignal): AsyncIterable<AgentTask>;
  /**
   * The same for whoever has not begun it just now.
   *
   * @throws GatewayError 429 `too_many_jobs` where the workspace has too many of them
   */
  subscribe(asker: AgentTaskAsker, id: string, signal: AbortSignal): AsyncIterable<AgentTask>;
}
