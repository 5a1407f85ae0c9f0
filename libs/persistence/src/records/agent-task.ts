import type { AgentRunRecord } from './agent.js';

/** What a task of A2A is at. `submitted`: no worker has it yet. `waiting`: for the approval of a person. */
export type AgentTaskState = 'submitted' | 'working' | 'waiting' | 'completed' | 'failed' | 'cancelled';

/** Whose tasks of which agent. */
export interface AgentTaskScope {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly agentId: string;
  /** Who began them. */
  readonly owner: string;
}

export interface NewAgentTask {
  readonly contextId: string;
  /** The id that the client gave its message. */
  readonly messageId: string;
  /** How many earlier turns of the context the input of the run begins with. */
  readonly turns: number;
}

/** A run that a client of A2A began. */
export interface AgentTaskRecord extends NewAgentTask, Pick<AgentRunRecord, 'id' | 'stopReason' | 'usage'> {
  readonly state: AgentTaskState;
  /** When it got to what it is at, in whole milliseconds. */
  readonly changedAt: Date;
}

export interface AgentTaskFilters {
  readonly contextId?: string | undefined;
  readonly state?: AgentTaskState | undefined;
  /** Only tasks that changed then, or later. */
  readonly changedSince?: Date | undefined;
}
