import type { AgentDefinition } from './definition.js';

/** State of a tool call. `due`: nothing keeps it from being made. */
type ToolCallStatus = 'due' | 'awaiting_approval' | 'finished' | 'skipped';

/** Reason why a run stopped. Only `completed` is a success. */
export type StopReason = 'completed' | 'max_steps' | 'budget' | 'time' | 'cancelled' | 'awaiting_approval' | 'error';

/** A call that the model asked for. */
export interface ToolCallState {
  /** Id in the model's messages. */
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly arguments: string;
  readonly status: ToolCallStatus;
  /** Result that the model gets; set when `finished`. */
  readonly result: string | undefined;
}

/** One answer of the model, with the calls that it asked for. */
export interface Turn<Call extends ToolCallState = ToolCallState> {
  readonly content: string | null;
  readonly calls: readonly Call[];
}

/** Usage of a run so far, including that of the agents that it called. */
export interface RunUsage {
  readonly tokens: number;
  readonly costUsd: number;
  readonly activeMs: number;
  readonly toolCalls: number;
}

export interface RunState<Call extends ToolCallState = ToolCallState> {
  readonly definition: AgentDefinition;
  readonly input: string;
  readonly turns: readonly Turn<Call>[];
  readonly used: RunUsage;
  readonly isCancelled: boolean;
}
