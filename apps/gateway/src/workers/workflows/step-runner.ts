import type { JobIdentity } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { FencedWorker, type TakenJob, type WorkStopped } from '@multilane/jobs';
import type { StepOutcome, TakenStep, WorkflowFailure, WorkflowRunDetails } from '@multilane/persistence';
import { toGatewayError } from '@multilane/providers';
import {
  branchOfFailure,
  pauseBeforeAttempt,
  referencesOf,
  WORKFLOW_BOUNDS,
  type WorkflowNode,
} from '@multilane/workflows';
import { findCaller } from '../job-identity.js';
import { performStep } from './perform-step.js';
import type { Performed } from './performed.js';
import { readDefinition } from './read-definition.js';
import { dataOf } from './run-advancer.js';
import type { StepRunnerParts } from './step-runner-parts.js';
import { StepFailure, toStepFailure } from './steps/step-failure.js';
import type { StepAttempt } from './steps/step-parts.js';

/** For an attempt, unless the step says otherwise. Seconds. */
const TIMEOUTS: Readonly<Partial<Record<WorkflowNode['kind'], number>>> = { model: 600 };
const TIMEOUT_SECONDS = 60;
/** Interval of running steps' signs of life and comparisons with their rows, in milliseconds: a cancellation takes as long. */
const ALIVE_EVERY_MS = 2_000;
/** A step that was begun this often, such as one that ends its process, is given up. */
const MOST_BEGINNINGS = 40;
const GRACE_MS = 2_000;

const { code, message } = new GatewayError('poisoned');
/** Failure of a run or step that is not begun again. */
export const POISONED: WorkflowFailure = { code, message };

/** Does the steps of runs (docs/contract/workflows.md#steps). */
export class StepRunner {
  private readonly worker: FencedWorker;

  constructor(private readonly parts: StepRunnerParts) {
    const { database, services } = parts;
    this.worker = new FencedWorker({
      graceMs: GRACE_MS,
      watch: {
        findLost: (fences) => database.workflowWork.keepAlive(fences),
        every: (look) => services.tasks.every('workflow_watch', ALIVE_EVERY_MS, look, 'later'),
      },
    });
  }

  /** Does the step of a job. Rejects where it must be begun again. */
  async run({
    begunBefore,
    data,
    signal,
  }: Pick<TakenJob<'workflow.step'>, 'data' | 'signal' | 'begunBefore'>): Promise<void> {
    const { workflowWork: work } = this.parts.database;
    const step = await work.take(data.step_id);
    if (step === undefined) {
      // Its worker may be about to be missed.
      if (begunBefore > 0 && (await work.isRunning(data.step_id))) throw new Error('the step is still taken');
      return;
    }
    const run = await work.findRun(step.runId);
    const node = run && readDefinition(run.definition).nodes.find(({ id }) => id === step.nodeId);
    if (run === undefined || node === undefined) return;
    await this.worker.hold(step, signal, (stop) => this.attempt(run, node, step, stop));
  }

  /** Ends a step that ends the processes which work on it. A retry would do that again. */
  async poison(id: string): Promise<void> {
    const { advancer, database } = this.parts;
    const step = await database.workflowWork.take(id);
    const run = step && (await database.workflowWork.findRun(step.runId));
    const node = run && readDefinition(run.definition).nodes.find(({ id: nodeId }) => nodeId === step.nodeId);
    if (step === undefined || run === undefined || node === undefined) return;
    const { outcome } = failed(node, step, new StepFailure(POISONED.code, POISONED.message));
    await advancer.finish(run, node, step, outcome);
  }

  /** Lets running steps end for so long, then puts the others back. */
  drain(limitMs: number): Promise<void> {
    return this.worker.drain(limitMs);
  }

  private async attempt(
    run: WorkflowRunDetails,
    node: WorkflowNode,
    step: TakenStep,
    stop: AbortSignal,
  ): Promise<void> {
    const { advancer, database } = this.parts;
    if (step.iteration < 0 && !step.hasWaited) {
      const started = { kind: 'step.started', data: { node: node.id, attempt: step.attempts } };
      await database.runEvents.append({ runId: run.id, workspaceId: run.workspaceId }, [started]);
    }
    const performed = await this.perform(run, node, step, stop);
    if (performed === undefined) return;
    await advancer.finish(run, node, step, performed.outcome, performed.within);
  }

  /** Undefined: the step is another worker's. */
  private async perform(
    run: WorkflowRunDetails,
    node: WorkflowNode,
    step: TakenStep,
    stop: AbortSignal,
  ): Promise<Performed | undefined> {
    const kind = taskKindOf(node);
    // The timeout of steps that wait for a person or an agent limits their wait, not the attempt.
    const asked = node.kind === 'approval' || kind === 'agent' ? undefined : node.timeout_seconds;
    const seconds = asked ?? TIMEOUTS[kind] ?? TIMEOUT_SECONDS;
    const limit = AbortSignal.timeout(seconds * 1_000);
    const signal = AbortSignal.any([stop, limit]);
    try {
      // One that waits is begun whenever it looks whether it still has to.
      if (step.fence > MOST_BEGINNINGS && !step.hasWaited) {
        throw new StepFailure('step_abandoned', 'The step was begun too often without an end.');
      }
      const attempt = await this.prepare(run, node, step, signal, seconds * 1_000);
      const performed = await orAborted(performStep(this.parts, node, attempt), signal);
      return bound(node, step, performed);
    } catch (error) {
      if (stop.aborted) return (stop.reason as WorkStopped).why === 'shutdown' ? putBack() : undefined;
      if (limit.aborted) {
        return failed(node, step, new StepFailure('timeout', `The step took longer than ${seconds} s.`, true));
      }
      const failure = toStepFailure(error);
      // The error is not the step's own, such as a database that is away: the step is begun again.
      if (failure === undefined) throw error;
      return failed(node, step, failure);
    }
  }

  private async prepare(
    run: WorkflowRunDetails,
    node: WorkflowNode,
    step: TakenStep,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<StepAttempt> {
    const { database, services } = this.parts;
    const data = dataOf(run, await database.workflowWork.findResults(run.id, referencesOf(node)));
    return {
      run,
      step,
      signal,
      timeoutMs,
      data: step.iteration < 0 ? data : { ...data, item: step.input, index: step.iteration },
      findAdmission: async () => {
        const snapshot = services.snapshots.current;
        if (snapshot === undefined) throw new GatewayError('overloaded');
        try {
          const caller = await findCaller(run.identity as JobIdentity, snapshot, services.database?.identities);
          return { caller, snapshot };
        } catch (error) {
          throw toGatewayError(error);
        }
      },
    };
  }
}

/** Nothing came of the attempt: another process makes it. */
const putBack = (): Performed => ({ outcome: { status: 'pending', dueAt: new Date(), isUncounted: true } });

const taskKindOf = (node: WorkflowNode): WorkflowNode['kind'] => (node.kind === 'map' ? node.step.kind : node.kind);

function failed(node: WorkflowNode, step: TakenStep, failure: StepFailure): Performed {
  const { askedSeconds, isTemporary } = failure;
  const pause = isTemporary ? pauseBeforeAttempt(node.retry, step.attempts, askedSeconds) : undefined;
  const error = failure.failure;
  if (pause !== undefined) {
    return { outcome: { status: 'pending', error, dueAt: new Date(Date.now() + pause * 1_000) } };
  }
  const branch = branchOfFailure(node.on_error) ?? null;
  return { outcome: { status: 'failed', branch, error, ...withinBounds(failure.shown) } };
}

/** What was sent and answered, as far as the output of a step may be as large. */
function withinBounds({ input, output }: StepFailure['shown']): StepFailure['shown'] {
  const fits = (value: unknown): boolean => (JSON.stringify(value) ?? '').length <= WORKFLOW_BOUNDS.output;
  return { ...(fits(input) && { input }), ...(fits(output) && { output }) };
}

/** Bounds the output of a step. */
function bound(node: WorkflowNode, step: TakenStep, performed: Performed): Performed {
  const { output } = performed.outcome as StepOutcome;
  const { output: most } = WORKFLOW_BOUNDS;
  if (output === undefined || (JSON.stringify(output) ?? '').length <= most) return performed;
  return failed(
    node,
    step,
    new StepFailure('output_too_large', `The step put out more than ${most} characters of JSON.`),
  );
}

/** Work that does not listen to the signal is left behind when its time is over. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
