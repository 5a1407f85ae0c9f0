import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '@multilane/errors';
import { FencedWorker, type JobQueues, onStop, type TakenJob } from '@multilane/jobs';
import type { BatchEnd, BatchLineToRun, BatchRecord, Database, Sql } from '@multilane/persistence';
import { BatchContext, type BatchServices } from './batch-context.js';
import { groupOf } from './batch-requests.js';
import { LineRunner } from './line-runner.js';
import { LineSupply } from './line-supply.js';
import { type NativeOutcome, NativeRun } from './native-run.js';
import { readLine } from './read-line.js';
import { toBatchError, validateBatch } from './validate-batch.js';
import { writeResults } from './write-results.js';

export interface BatchRunnerOptions extends Omit<BatchServices, 'database'> {
  readonly database: Pick<Database, 'batches' | 'batchLines' | 'storedFiles'>;
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake'>;
  /** Does what belongs to the end of a batch, in the same transaction: its webhook. */
  readonly onEnd: (sql: Sql, ended: BatchRecord) => Promise<void>;
  /** Runs once that is committed. */
  readonly afterEnd: () => void;
}

/** Writes of a worker that was thought dead may be under way: they are waited for, in milliseconds. */
const GRACE_MS = 3_000;
/** Interval between comparisons of a running batch with its row, in milliseconds: a cancellation takes as long. */
const LOOK_EVERY_MS = 1_000;
/** A batch runs so long before others that wait have their turn, in milliseconds. */
const SLICE_MS = 60_000;

/** Reason for which a batch stops before its lines have ended. */
type Stop = 'lost' | 'shutdown' | 'cancelled' | 'expired' | 'slice';

/**
 * Works on batches (docs/contract/batches.md#runs): checks their lines, runs them, and writes their results. A batch belongs to one
 * worker at a time, by its fence; which of its lines have been answered is stored line by line, so that another worker goes on where
 * this one stopped.
 */
export class BatchRunner {
  private readonly worker = new FencedWorker({ graceMs: GRACE_MS });
  private readonly draining = new AbortController();

  constructor(private readonly options: BatchRunnerOptions) {}

  /** Works on the batch of the queue. Rejects where it must be begun again. */
  async run(job: TakenJob<'batch.run'>): Promise<void> {
    const { database, services } = this.options;
    const batch = await database.batches.take(job.data.batch_id);
    if (batch === undefined || this.draining.signal.aborted) return batch && this.goOnLater(batch);
    const context = new BatchContext(batch, services);
    if (batch.status === 'validating') return (await this.validate(context)) ? this.run(job) : undefined;
    if (batch.providerModel === null) return this.runLines(context, job);
    return this.followProvider(context, job);
  }

  /** One step of a batch that its provider runs. */
  private async followProvider(context: BatchContext, job: TakenJob<'batch.run'>): Promise<void> {
    const { database, queues } = this.options;
    const { batch, hold } = context;
    const run = await NativeRun.open(context, this.options);
    if (run === undefined) {
      // A batch at a provider that is no longer configured cannot be fetched, and must not run twice.
      if (batch.providerBatch !== null) return void (await this.fail(context, new GatewayError('model_not_found')));
      return (await database.batches.leaveProvider(hold)) ? this.runLines(context, job) : undefined;
    }
    const outcome = await this.step(context, run);
    if (outcome === undefined || outcome.next === 'none') return;
    if (outcome.next === 'lines') return this.runLines(context, job);
    if (outcome.next === 'finalize') {
      await this.finalize(context, outcome.end);
      return run.remove();
    }
    const group = groupOf({ organizationId: batch.organizationId, owner: batch.owner });
    const { afterSeconds } = outcome;
    await queues.enqueue('batch.run', { batch_id: batch.id }, { afterSeconds, group });
  }

  /** Undefined where the batch has failed: whether its provider began it is not known, and it must not run twice. */
  private async step(context: BatchContext, run: NativeRun): Promise<NativeOutcome | undefined> {
    try {
      return await run.step();
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'batch_line_interrupted') throw error;
      await this.fail(context, error);
      return undefined;
    }
  }

  private fail(context: BatchContext, error: GatewayError): Promise<boolean> {
    return this.finish(context, { status: 'failed', errors: JSON.stringify([toBatchError(error, null)]) });
  }

  private async runLines(context: BatchContext, { signal }: TakenJob<'batch.run'>): Promise<void> {
    const { batch, hold } = context;
    const run = new OwnRun(context, this.options, this.draining.signal);
    // A process that ends waits for all of it: its database is closed next.
    await this.worker.hold(hold, signal, async (stop) => {
      onStop(stop, (why) => (why === 'lost' ? run.stop('lost') : run.abandon()));
      await run.work();
      const { stopped } = run;
      if (stopped === 'lost') return;
      if (stopped === 'shutdown' || stopped === 'slice') return this.goOnLater(batch);
      await this.finalize(context, stopped ?? 'completed');
    });
  }

  /** Ends a batch that ends the processes which work on it. */
  async poison(id: string): Promise<void> {
    const { database, services } = this.options;
    const batch = await database.batches.take(id);
    if (batch !== undefined) await this.fail(new BatchContext(batch, services), new GatewayError('poisoned'));
  }

  /** Reads the progress of a batch: the number of lines that were answered, and the state at its provider. */
  async readProgress(id: string): Promise<string> {
    return this.options.database.batches.readProgress(id);
  }

  /** Lets lines that run end for so long, then puts back those that no provider began to answer. */
  drain(limitMs: number): Promise<void> {
    this.draining.abort();
    return this.worker.drain(limitMs);
  }

  /** Other batches that wait come first. */
  private async goOnLater({ id, organizationId, owner }: BatchRecord): Promise<void> {
    const { queues } = this.options;
    await queues.enqueue('batch.run', { batch_id: id }, { group: groupOf({ organizationId, owner }) });
  }

  /** False where the batch has ended with it, or is another worker's. */
  private async validate(context: BatchContext): Promise<boolean> {
    const { database, services } = this.options;
    const { hold } = context;
    const validated = await validateBatch(context, this.options);
    if (validated === undefined) return false;
    if (validated.errors !== undefined) {
      await this.finish(context, { status: 'failed', errors: JSON.stringify(validated.errors) });
      return false;
    }
    const { model, providerModel, totalLines } = validated;
    if (await database.batches.begin(hold, { model, totalLines, providerModel })) return true;
    // It was cancelled meanwhile, or is another's.
    const status = await database.batches.count(hold);
    if (status === 'cancelling') await this.finalize(context, 'cancelled');
    else services.logger.info({ batch_id: hold.id }, 'a batch went to another worker while it was checked');
    return false;
  }

  private async finalize(context: BatchContext, end: Exclude<BatchEnd, 'failed'>): Promise<void> {
    const { database, files } = this.options;
    const { batch, hold } = context;
    if (!(await database.batches.finalize(hold))) return;
    await database.batches.count(hold);
    const unstarted = end === 'completed' ? 'expired' : end;
    const customIdOf = (request: string): string => readLine(Buffer.from(request), batch.endpoint).customId;
    const written = await writeResults(batch, database.batchLines, files, unstarted, customIdOf);
    const { hasUnstarted, ...results } = written;
    // The batch expired if an earlier worker stopped at the end of the window.
    const status = end === 'completed' && hasUnstarted ? 'expired' : end;
    const isWritten = await this.finish(context, { status, ...results }).catch((error: unknown) => {
      this.discard(results);
      throw error;
    });
    if (!isWritten) this.discard(results);
  }

  private discard(results: { outputFileId?: string | undefined; errorFileId?: string | undefined }): void {
    const { database, services } = this.options;
    const { storedFiles } = database;
    for (const id of [results.outputFileId, results.errorFileId]) {
      if (id !== undefined) void services.tasks.run('batch_files', () => storedFiles.discard(id));
    }
  }

  private async finish({ hold }: BatchContext, end: Parameters<Database['batches']['finish']>[1]): Promise<boolean> {
    const { afterEnd, database, onEnd, services } = this.options;
    const ended = await database.batches.finish(hold, end, onEnd);
    if (ended === undefined) return false;
    services.metrics.recordBatch(end.status);
    afterEnd();
    return true;
  }
}

/** A batch whose lines run in this process. */
class OwnRun {
  private ownStop: Stop | undefined = undefined;
  private readonly lines: LineRunner;
  private readonly supply: LineSupply;
  private pausedUntil = 0;
  private readonly startedAt = performance.now();

  constructor(
    private readonly context: BatchContext,
    private readonly parts: BatchRunnerOptions,
    /** Aborts when the process begins to end: no line is begun any more. */
    private readonly draining: AbortSignal,
  ) {
    this.lines = new LineRunner(context, parts);
    this.supply = new LineSupply(parts.database.batchLines, context.hold, parts.settings().lines_at_once);
  }

  get stopped(): Stop | undefined {
    return this.ownStop ?? (this.draining.aborted ? 'shutdown' : undefined);
  }

  stop(why: Exclude<Stop, 'shutdown'>): void {
    // A batch that another worker has taken over is not put back either.
    if (this.stopped === undefined || why === 'lost') this.ownStop = why;
    if (why === 'lost') this.lines.lose();
  }

  /** Lines that run are waited for no longer. */
  abandon(): void {
    this.lines.stop();
  }

  /** Resolves when no line runs any more: all have ended, or the run was stopped. */
  async work(): Promise<void> {
    const { batch, hold } = this.context;
    const { batches, batchLines } = this.parts.database;
    if (batch.fence > 1) await this.recover();
    const look = async (): Promise<void> => {
      const status = await batches.count(hold);
      if (status === undefined) this.stop('lost');
      else if (status === 'cancelling') this.stop('cancelled');
      else if (Date.now() > batch.expiresAt.getTime()) this.stop('expired');
      else if (performance.now() - this.startedAt > SLICE_MS) this.stop('slice');
    };
    await look();
    const { tasks } = this.parts.services;
    const stopLooking = tasks.every('batch_watch', LOOK_EVERY_MS, look, 'later');
    try {
      do {
        const lanes = Array.from({ length: this.parts.settings().lines_at_once }, () => this.runLines());
        // Nothing may run any more when this is over, whatever became of one of them.
        const outcomes = await Promise.allSettled(lanes);
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
        // A line that was put back for a limit runs again.
      } while (this.stopped === undefined && (await this.supply.refill()));
    } finally {
      await stopLooking();
    }
    // Lines that were fetched and have not begun.
    for (const { line } of this.supply.leave()) {
      if (this.stopped !== 'lost') await batchLines.putBack(hold, line);
    }
    if (this.stopped === undefined || this.stopped === 'slice') await look();
  }

  private async runLines(): Promise<void> {
    while (this.stopped === undefined) {
      const pauseMs = this.pausedUntil - performance.now();
      if (pauseMs > 0) {
        await sleep(Math.min(pauseMs, LOOK_EVERY_MS));
        continue;
      }
      const line = await this.takeLine();
      if (line === undefined) return;
      if (line === 'later') continue;
      const outcome = await this.lines.run(line);
      if (typeof outcome === 'object')
        this.pausedUntil = Math.max(this.pausedUntil, performance.now() + outcome.pauseMs);
    }
  }

  /** A database that is away is waited for: lines that run go on meanwhile. */
  private async takeLine(): Promise<BatchLineToRun | 'later' | undefined> {
    try {
      const line = await this.supply.next();
      this.parts.services.tasks.succeeded('batch_lines');
      return line;
    } catch (error) {
      this.parts.services.tasks.failed('batch_lines', error);
      await sleep(LOOK_EVERY_MS);
      return 'later';
    }
  }

  /** Cleans up after an earlier worker: lines that its providers began to answer never run again. */
  private async recover(): Promise<void> {
    const { hold } = this.context;
    const { batchLines } = this.parts.database;
    if (!(await batchLines.hasRunning(hold))) return;
    await sleep(GRACE_MS);
    for (const line of await batchLines.recover(hold)) {
      await this.lines.fail(line, new GatewayError('batch_line_interrupted'));
    }
  }
}
