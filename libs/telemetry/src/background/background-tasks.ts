import type { Logger } from '../log/create-logger.js';
import { maskSecrets } from '../log/mask-secrets.js';
import type { Metrics } from '../metrics/metrics.js';
import { BACKGROUND_TASKS, type BackgroundTask, type TaskDefinition } from './task-table.js';

/** Receiver of one task's results. */
export interface TaskReport {
  failed(error: unknown): void;
  succeeded(): void;
}

/** A task that fails, as the deployment page shows it. */
export interface FailingTask {
  readonly task: BackgroundTask;
  readonly failures: number;
  /** Time of the first of these failures. */
  readonly since: string;
  readonly cause: string;
}

interface TaskState {
  /** In a row. */
  failures: number;
  since: number;
  failedAt: number;
  cause: string;
  /** Failures since the last line of the log. */
  unlogged: number;
  loggedAt: number;
  /** True if the log's last line says that it fails. */
  isLogged: boolean;
  lastError: unknown;
}

/** Less often than this, a task is not called failing: the next try may succeed. */
const FAILING_AFTER = 3;
const LOG_EVERY_MS = 60_000;
/** Milliseconds for which a task that runs for requests alone counts as failing after its last failure. */
const ON_DEMAND_MS = 60_000;
/** A cause is the first so many characters of the error's message. */
const CAUSE_LENGTH = 200;
/** Intervals are shorter by up to this part of them. */
const JITTER = 0.1;

/**
 * Background work of the service: every timer, queue, renewer and listener reports here how it goes. A failure is a
 * line of the log (one a minute for each task, with the number of failures), a number of
 * `service_background_failures_total`, and after three in a row a name under `degraded` of `/readyz` and on the
 * deployment page.
 */
export class BackgroundTasks {
  private readonly states = new Map<BackgroundTask, TaskState>();

  constructor(
    private readonly services: {
      readonly logger: Pick<Logger, 'warn' | 'info'>;
      readonly metrics: Metrics;
    },
    private readonly now: () => number = Date.now,
  ) {
    services.metrics.service.setFailingSource(() => this.failing().map(({ task }) => task));
  }

  failed(task: BackgroundTask, error: unknown): void {
    this.services.metrics.service.recordBackgroundFailure(task);
    const now = this.now();
    const state = this.stateOf(task);
    if (isOver(BACKGROUND_TASKS[task], state, now)) state.failures = 0;
    if (state.failures === 0) state.since = now;
    state.failures += 1;
    state.failedAt = now;
    state.cause = causeOf(error);
    state.lastError = error;
    state.unlogged += 1;
    if (now - state.loggedAt >= LOG_EVERY_MS) this.logFailure(task, state, now);
  }

  succeeded(task: BackgroundTask): void {
    const state = this.states.get(task);
    if (state === undefined || state.failures === 0) return;
    const { failures, since } = state;
    state.failures = 0;
    // A single failure between successes needs no second line.
    if (!state.isLogged || failures < FAILING_AFTER) return;
    state.isLogged = false;
    state.unlogged = 0;
    const seconds = Math.round((this.now() - since) / 1_000);
    const { text } = BACKGROUND_TASKS[task];
    this.services.logger.info({ task, failures, seconds }, `a background task works again: ${text}`);
  }

  /** For one task. */
  reportOf(task: BackgroundTask): TaskReport {
    return { failed: (error) => this.failed(task, error), succeeded: () => this.succeeded(task) };
  }

  /** Does something once. Never rejects: a failure is reported, and the outcome is then undefined. */
  async run<Result>(task: BackgroundTask, work: () => Promise<Result> | Result): Promise<Result | undefined> {
    try {
      const result = await work();
      this.succeeded(task);
      return result;
    } catch (error) {
      this.failed(task, error);
      return undefined;
    }
  }

  /**
   * Does something at intervals, until the function that it returns is called. A run that takes longer is not overtaken. Intervals are up to
   * a tenth shorter, at random: processes that were started together do not ask the database together for long.
   *
   * @param first whether the first run is now or after one interval
   * @returns resolves when the run that is under way is over
   */
  every(
    task: BackgroundTask,
    milliseconds: number,
    work: () => Promise<unknown>,
    first: 'now' | 'later' = 'now',
  ): () => Promise<void> {
    let running: Promise<void> | undefined;
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      timer = setTimeout(run, milliseconds * (1 - JITTER * Math.random())).unref();
    };
    const run = (): void => {
      wait();
      running ??= this.run(task, work).then(() => {
        running = undefined;
      });
    };
    if (first === 'now') run();
    else wait();
    return async () => {
      clearTimeout(timer);
      await running;
    };
  }

  /** The tasks that failed several times in a row, and not since. */
  failing(): FailingTask[] {
    const now = this.now();
    return [...this.states]
      .filter(([task, state]) => isFailing(BACKGROUND_TASKS[task], state, now))
      .map(([task, { cause, failures, since }]) => ({
        task,
        failures,
        since: new Date(since).toISOString(),
        cause,
      }));
  }

  private stateOf(task: BackgroundTask): TaskState {
    let state = this.states.get(task);
    if (state === undefined) {
      const never = Number.NEGATIVE_INFINITY;
      state = {
        failures: 0,
        since: 0,
        failedAt: never,
        cause: '',
        unlogged: 0,
        loggedAt: never,
        isLogged: false,
        lastError: undefined,
      };
      this.states.set(task, state);
    }
    return state;
  }

  private logFailure(task: BackgroundTask, state: TaskState, now: number): void {
    const { text } = BACKGROUND_TASKS[task];
    this.services.logger.warn(
      { task, failures: state.unlogged, err: state.lastError },
      `a background task failed: ${text}`,
    );
    state.loggedAt = now;
    state.unlogged = 0;
    state.isLogged = true;
    state.lastError = undefined;
  }
}

function isFailing(definition: TaskDefinition, state: TaskState, now: number): boolean {
  return state.failures >= FAILING_AFTER && !isOver(definition, state, now);
}

/** Nobody may have asked for it since it failed, or it says nothing where it succeeds. */
function isOver({ isOnDemand }: TaskDefinition, { failedAt }: TaskState, now: number): boolean {
  return isOnDemand === true && now - failedAt > ON_DEMAND_MS;
}

/** One line, without what a message quotes of a row. */
function causeOf(error: unknown): string {
  const words = error instanceof Error ? error.message || error.name : String(error);
  return maskSecrets(words).split('\n', 1)[0]?.slice(0, CAUSE_LENGTH) ?? '';
}
