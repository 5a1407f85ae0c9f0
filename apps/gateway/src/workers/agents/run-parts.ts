import {
  AGENT_BOUNDS,
  type AgentCaps,
  type AgentDefinition,
  type ArgumentChecker,
  type RunUsage,
  type StopReason,
} from '@multilane/agents';
import type { JobQueues } from '@multilane/jobs';
import type { AgentRunHold, AgentRunToWork, AgentStepRecord, Database, NewRunEvent, Sql } from '@multilane/persistence';
import type { Admission } from '../../recording/request-parts.js';
import type { HttpCaller } from '../http-calls/http-caller.js';
import type { WorkerServices } from '../worker-services.js';

/** Parts of the gateway that runs of agents need. */
export interface RunParts {
  readonly database: Pick<Database, 'agentRuns' | 'agentWork' | 'docsets' | 'runEvents'>;
  readonly services: WorkerServices;
  readonly http: HttpCaller;
  readonly checker: ArgumentChecker;
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake'>;
}

/** A root run in the hands of this process, with the runs of agents that it calls. */
export interface RunTurn {
  readonly admission: Admission;
  readonly hold: AgentRunHold;
  /** Aborts with a `WorkStopped`. */
  readonly signal: AbortSignal;
}

/** A run has worked as long as it may. */
export class RunOutOfTime extends Error {
  override readonly name = 'RunOutOfTime';
}

/** Outcome of a run when its session is over. */
export interface RunOutcome {
  readonly stopReason: StopReason;
  readonly answer: string | null;
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

/** A run that is worked on, as its calls of tools see it. */
export interface WorkedRun {
  readonly parts: RunParts;
  readonly run: AgentRunToWork;
  readonly turn: RunTurn;
  readonly definition: AgentDefinition;
  /** Aborts when this process stops with the run, or it is out of time. */
  readonly signal: AbortSignal;
  /** Milliseconds that the run has been worked on. */
  readonly activeMs: number;
  /** Usage as of the last `reload`. */
  readonly used: RunUsage;
  readonly steps: readonly AgentStepRecord[];
  /** Reads what the run has done. */
  reload(): Promise<void>;
  /** Writes events in the transaction of a change. */
  append(sql: Sql, events: readonly NewRunEvent[]): Promise<void>;
  /** Tells readers in this process of events that are written. */
  announce(): void;
  /** Works on the run of an agent that this one calls. */
  workOn(child: AgentRunToWork, caps: (own: AgentCaps) => AgentCaps): Promise<RunOutcome>;
}

/** Queues the step of a workflow that waits for a run, in the transaction that says why it looks again. */
export async function queueStepOf(
  queues: Pick<JobQueues, 'enqueue'>,
  sql: Sql,
  { workflowStepId, workspaceId: group }: Pick<AgentRunToWork, 'workflowStepId' | 'workspaceId'>,
): Promise<void> {
  if (workflowStepId === null) return;
  await queues.enqueue('workflow.step', { step_id: workflowStepId }, { within: sql, group });
}

/** True if an agent of a run may call further ones. */
export function mayCallAgents({ depth }: Pick<AgentRunToWork, 'depth'>): boolean {
  return depth < AGENT_BOUNDS.depth;
}
