import type { AgentRunRecord } from './agent.js';

/** State of an A2A task. `submitted`: no worker has it yet. `waiting`: for the approval of a person. */
export type AgentTaskState = 'submitted' | 'working' | 'waiting' | 'completed' | 'failed' | 'cancelled';

/** Address of the tasks of one agent and one owner. */
export interface AgentTaskScope {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly agentId: string;
  /** Caller that began the tasks. */
  readonly owner: string;
}

export interface NewAgentTask {
  readonly contextId: string;
  /** The id that the client gave its message. */
  readonly messageId: string;
  /** Number of earlier turns of the context that the run's input begins with. */
  readonly turns: number;
}

/** A run that a client of A2A began. */
export interface AgentTaskRecord extends NewAgentTask, Pick<AgentRunRecord, 'id' | 'stopReason' | 'usage'> {
  readonly state: AgentTaskState;
  /** Time of its present state, in whole milliseconds. */
  readonly changedAt: Date;
}

export interface AgentTaskFilters {
  readonly contextId?: string | undefined;
  readonly state?: AgentTaskState | undefined;
  /** Only tasks that changed then, or later. */
  readonly changedSince?: Date | undefined;
}
