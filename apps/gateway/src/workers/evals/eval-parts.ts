import type { ArgumentChecker } from '@multilane/agents';
import { GatewayError } from '@multilane/errors';
import type { EvalCase, Sample, SuiteDefinition, Unit } from '@multilane/evals';
import type { JobQueues } from '@multilane/jobs';
import type { Database, EvalRunToWork } from '@multilane/persistence';
import type { Admission } from '../../recording/request-parts.js';
import type { TenantCode } from '../tenant-code/tenant-code.js';
import type { WorkerServices } from '../worker-services.js';
import type { RegressionAlerts } from './regression-alerts.js';

/** Parts of the gateway that evaluations need. */
export interface EvalParts {
  readonly database: Pick<
    Database,
    | 'agents'
    | 'agentRuns'
    | 'evalDatasets'
    | 'evalRuns'
    | 'evalWork'
    | 'inTransaction'
    | 'runEvents'
    | 'workflowRuns'
    | 'workflows'
  >;
  readonly services: WorkerServices;
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake'>;
  readonly checker: ArgumentChecker;
  readonly tenantCode: TenantCode;
  readonly alerts: RegressionAlerts;
}

/** One answer that is asked for. */
export interface UnitAttempt {
  readonly run: EvalRunToWork;
  readonly definition: SuiteDefinition;
  readonly unit: Unit;
  readonly item: EvalCase;
  /** Unique to the attempt: requests are recorded under names that begin with it. */
  readonly requestId: string;
  readonly admission: Admission;
  /** Aborts with a `WorkStopped`. */
  readonly signal: AbortSignal;
}

/** Answer of a target. */
export interface Answered extends Sample {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly finishReason: string | null;
  /** Run of a target that is an agent. */
  readonly agentRunId: string | null;
  /** Run of a target that is a workflow. */
  readonly workflowRunId: string | null;
}

/** A target gave no answer. Another attempt gives none either. */
export class TargetFailure extends Error {
  override readonly name = 'TargetFailure';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Never served from the cache: each repeat is an answer of its own. */
export const WITHOUT_CACHE = { 'cache-control': 'no-store' } as const;

const LONGEST_RETRY_AFTER_SECONDS = 300;
/** It is used up until its period ends: asking again soon is of no use. */
const FINAL = new Set(['budget_exhausted']);

/** Reads the wait that an overloaded target or gateway asks for. Undefined for other failures. */
export function readRefusal(error: unknown): { readonly retryAfterMs: number } | undefined {
  if (!(error instanceof GatewayError) || FINAL.has(error.code)) return undefined;
  const { code, headers, status } = error;
  if (status !== 429 && status !== 503 && code !== 'provider_rate_limited') return undefined;
  const seconds = Number(headers['retry-after'] ?? 0);
  return {
    retryAfterMs: Math.min(Number.isFinite(seconds) ? Math.max(0, seconds) : 0, LONGEST_RETRY_AFTER_SECONDS) * 1_000,
  };
}

/** True if another attempt may give an answer. */
export function isTemporary(error: unknown): boolean {
  return readRefusal(error) !== undefined || (error instanceof GatewayError && error.status >= 500);
}
