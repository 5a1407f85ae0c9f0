import type { AgentDefinition } from './definition.js';

/** How far a call of a tool is. `due`: nothing keeps it from being made. */
type ToolCallStatus = 'due' | 'awaiting_approval' | 'finished' | 'skipped';

/** Why a run stopped. Only `completed` is a success. */
export type StopReason = 'completed' | 'max_steps' | 'budget' | 'time' | 'cancelled' | 'awaiting_approval' | 'error';

/** A call that the model asked for. */
export interface ToolCallState {
  /** As the model's messages have it. */
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly arguments: string;
  readonly status: ToolCallStatus;
  /** What the model gets; set when `finished`. */
  readonly result: string | undefined;
}

/** One answer of the model, with the calls that it asked for. */
export interface Turn<Call extends ToolCallState = ToolCallState> {
  readonly content: string | null;
  readonly calls: readonly Call[];
}

/** What a run has used so far, with what agents used that it called. */
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
