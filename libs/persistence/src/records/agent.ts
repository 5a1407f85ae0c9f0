import type { WorkspaceAddress } from '../background/knowledge-store.js';

/** Ways in which an agent can be published: flags of its definition (docs/contract/agents.md#published-agents). */
export type AgentPublication = 'chat_model' | 'mcp_tool' | 'a2a';

/** An agent of a workspace, with its newest version. */
export interface AgentRecord extends WorkspaceAddress {
  readonly id: string;
  /** Unique in the workspace. */
  readonly name: string;
  readonly description: string;
  /** The number of the newest version, from 1. */
  readonly version: number;
  /** Newest version; libs/agents reads it. */
  readonly definition: object;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A version never changes. */
export interface AgentVersionRecord {
  readonly version: number;
  readonly definition: object;
  /** The name of whoever made it. */
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** `incomplete`: a limit ended it before its answer. */
export const AGENT_RUN_STATUSES = [
  'queued',
  'running',
  'awaiting_approval',
  'completed',
  'incomplete',
  'failed',
  'cancelled',
] as const;
export type AgentRunStatus = (typeof AGENT_RUN_STATUSES)[number];

export const AGENT_RUN_STOP_REASONS = [
  'completed',
  'max_steps',
  'budget',
  'time',
  'cancelled',
  'awaiting_approval',
  'error',
] as const;
export type AgentRunStopReason = (typeof AGENT_RUN_STOP_REASONS)[number];

/** Usage of a run, including that of the agents that it called. */
export interface AgentRunUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Null if no model that was asked has a price. */
  readonly costUsd: number | null;
  readonly steps: number;
  readonly toolCalls: number;
  /** Milliseconds in which a worker was at it. */
  readonly activeMs: number;
}

export interface AgentRunRecord extends WorkspaceAddress {
  readonly id: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly version: number;
  /** The run that a person or request began; of that one, its own id. */
  readonly rootId: string;
  /** The run of the agent that called this one. */
  readonly parentId: string | null;
  readonly depth: number;
  /** The step of a workflow that began it. */
  readonly workflowStepId: string | null;
  readonly userId: string | null;
  readonly status: AgentRunStatus;
  readonly stopReason: AgentRunStopReason | null;
  readonly errorCode: string | null;
  readonly usage: AgentRunUsage;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** Input and answer of a run. */
export interface AgentRunContent {
  readonly input: string;
  /** JSON; null until it has ended. */
  readonly output: string | null;
}

export type AgentStepStatus = 'due' | 'awaiting_approval' | 'finished' | 'skipped';

/** A step of a run: an answer of the model, or a call of a tool. Positions count from 0 in the order in which they were asked for. */
export interface AgentStepRecord {
  readonly position: number;
  readonly kind: 'model' | 'tool';
  /** Name of the tool. */
  readonly name: string | null;
  readonly status: AgentStepStatus;
  readonly isError: boolean;
  /** JSON. */
  readonly content: string;
  /** JSON; null until it is finished. Only of a tool. */
  readonly result: string | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd: number | null;
  /** 1 for a call that was made, and those of an agent that it called. */
  readonly toolCalls: number;
  /** The request to a model, as the audit log has it. */
  readonly requestId: string | null;
  /** The run of the agent that was called. */
  readonly childRunId: string | null;
  /** Person who approved or rejected the call. */
  readonly decidedBy: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** A call that waits for a person. */
export interface WaitingAgentCall {
  readonly runId: string;
  readonly agentId: string;
  readonly position: number;
  readonly name: string;
  /** JSON. */
  readonly content: string;
}

export interface NewAgentRun extends WorkspaceAddress {
  readonly id: string;
  readonly agentId: string;
  readonly version: number;
  readonly userId: string | null;
  readonly identity: object;
  readonly clientAddress: string | null;
  readonly input: string;
  readonly workflowStepId?: string | undefined;
  /** True if models may answer from the cache. Default: true. */
  readonly usesCache?: boolean | undefined;
}

/** A run in the hands of a worker. */
export interface AgentRunToWork extends AgentRunRecord {
  readonly usesCache: boolean;
  readonly identity: object;
  readonly clientAddress: string | null;
  readonly definition: object;
  readonly input: string;
}

/** Fence of the worker that writes; the root's fence holds for the runs below it too. */
export interface AgentRunHold {
  readonly rootId: string;
  readonly fence: number;
}

export interface NewAgentStep {
  readonly kind: 'model' | 'tool';
  readonly name: string | null;
  readonly status: AgentStepStatus;
  readonly isError: boolean;
  readonly content: string;
  readonly result: string | null;
  readonly promptTokens?: number | undefined;
  readonly completionTokens?: number | undefined;
  readonly costUsd?: number | null | undefined;
  readonly requestId?: string | null | undefined;
  readonly startedAt: Date | null;
}

export interface AgentRunEnd {
  readonly status: AgentRunStatus;
  readonly stopReason: AgentRunStopReason;
  readonly errorCode: string | null;
  /** JSON. */
  readonly output: string | null;
}
