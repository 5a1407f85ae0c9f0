import type { AgentQuestion, PublishedAgent } from '../services/agent-service.js';
import type { AgentTaskService } from '../services/agent-task-service.js';

/** Policies that hold for each question. The pipeline implements it. */
export interface A2aPolicies {
  /** Lets a question pass. @throws GatewayError */
  begin(): Promise<void>;
  /** The message was rejected, or failed. */
  fail(error: unknown): void;
}

/** One message of a client of A2A for an agent that it may run. */
export interface A2aExchange extends Pick<AgentQuestion, 'admission' | 'clientAddress' | 'headers'> {
  readonly tasks: AgentTaskService;
  readonly agent: PublishedAgent;
  /** Parsed JSON, not checked yet. */
  readonly body: unknown;
  readonly policies: A2aPolicies;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}
