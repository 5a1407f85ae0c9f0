import type { Caller } from '@multilane/auth';
import type { AgentPublication } from '@multilane/persistence';
import type { Snapshot } from '../snapshot/snapshot.js';

/** A workspace with agents. */
export interface AgentPlace {
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** An agent that a caller may ask. */
export interface PublishedAgent extends AgentPlace {
  readonly id: string;
  /** Unique in its workspace. */
  readonly name: string;
  readonly description: string;
  readonly version: number;
}

/** One question to an agent. */
export interface AgentQuestion {
  readonly admission: { readonly caller: Caller; readonly snapshot: Snapshot };
  readonly clientAddress: string | null;
  /** Headers of the request, by which its credential is found again. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly input: string;
  /** Aborted when nobody waits for the answer any more: the run is cancelled then. */
  readonly signal: AbortSignal;
}

export interface AgentAnswer {
  readonly runId: string;
  /** Empty if a limit ended the run before the agent said anything. */
  readonly text: string;
  /** `completed`, or the limit that ended the run. */
  readonly stopReason: string;
  /** Reason for which the model ended its last answer. */
  readonly finishReason: string | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** The agents of workspaces, for callers of the gateway. `workers` implements it. */
export interface AgentService {
  /** The workspace whose published agents a caller may ask; undefined if there is none. */
  placeOf(caller: Caller): AgentPlace | undefined;
  /** The published agents of a workspace, by name. */
  list(place: AgentPlace, as: AgentPublication): Promise<readonly PublishedAgent[]>;
  /** Undefined for one that the caller may not ask. */
  find(caller: Caller, as: AgentPublication, name: string): Promise<PublishedAgent | undefined>;
  /**
   * Runs an agent, and waits for its answer.
   *
   * @throws GatewayError what the run failed with, 429 `too_many_jobs`, 503 `worker_unavailable`, 403 for an agent that waits for a
   *   person, or the signal's reason
   */
  ask(agent: PublishedAgent, question: AgentQuestion): Promise<AgentAnswer>;
}
