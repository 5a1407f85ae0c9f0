import { type Caller, causeOf } from '@multilane/auth';
import type { TakenStep, WorkflowRunDetails } from '@multilane/persistence';
import type { RunData, WorkflowTask } from '@multilane/workflows';
import type { Snapshot } from '../../../snapshot/snapshot.js';
import type { HttpCaller } from '../../http-calls/http-caller.js';
import type { TenantCode } from '../../tenant-code/tenant-code.js';
import type { WorkerServices } from '../../worker-services.js';

/** Parts of the gateway that steps need. */
export interface StepParts {
  readonly services: WorkerServices;
  readonly tenantCode: TenantCode;
  readonly http: HttpCaller;
}

/** One attempt at a step. */
export interface StepAttempt {
  readonly run: WorkflowRunDetails;
  readonly step: TakenStep;
  readonly data: RunData;
  /** Finds the caller whose permissions the run has, as of now. */
  readonly findAdmission: () => Promise<{ readonly caller: Caller; readonly snapshot: Snapshot }>;
  /** Aborts when the step is cancelled or another worker's, and when its time is over. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Requests of a run say what it is for, and models of an evaluation never answer from the response cache. */
export const headersOf = ({
  identity,
  usesCache,
}: Pick<WorkflowRunDetails, 'identity' | 'usesCache'>): Readonly<Record<string, string>> => ({
  ...causeOf(identity),
  ...(usesCache ? undefined : { 'cache-control': 'no-store' }),
});

/** Result of a task. The input is shown beside the output, with names of secrets and never their values. */
export interface TaskResult {
  readonly input: unknown;
  readonly output: unknown;
}

/** Tasks that run in place: all but sub-workflows and agents, which are runs of their own. */
export type OwnTask = Exclude<WorkflowTask, { readonly kind: 'subworkflow' | 'agent' }>;

/** Unique to the attempt: the audit log has it. */
export function requestIdOf({ fence, id }: TakenStep): string {
  return `wfs_${id.replaceAll('-', '')}_${fence}`;
}
