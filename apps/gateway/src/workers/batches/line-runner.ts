import { GatewayError } from '@multilane/errors';
import type { BatchLineToRun } from '@multilane/persistence';
import { toGatewayError } from '@multilane/providers';
import { runPipeline } from '../../pipeline/run-pipeline.js';
import { writeEnd } from '../write-again.js';
import type { BatchContext, BatchServices } from './batch-context.js';
import { endLine, type LineAnswer } from './end-line.js';
import { LineRun } from './line-run.js';
import { type LineRequest, readLine } from './read-line.js';

/** Outcome of a line's run. */
export type LineOutcome = 'ended' | 'put back' | { readonly pauseMs: number };

/** A line that a limit rejected waits for so long at most, in milliseconds, before it is tried again. */
const LONGEST_LIMIT_MS = 60_000;
const DEFAULT_LIMIT_MS = 5_000;
/** Limit of a line's runs while its provider is overloaded. */
const MOST_TRIES = 10;

/** Refusals of now, of which nothing is left later: a line waits for them in place of failing. */
const PASSING: ReadonlySet<string> = new Set([
  'rpm_exceeded',
  'tpm_exceeded',
  'concurrency_exceeded',
  'overloaded',
  'guardrail_unavailable',
]);

/** Runs the lines of one batch, each as a request of its own under every policy (docs/contract/batches.md#runs). */
export class LineRunner {
  private readonly running = new Set<LineRun>();
  private readonly tries = new Map<number, number>();
  private isLost = false;
  private isStopping = false;

  constructor(
    private readonly context: BatchContext,
    private readonly parts: BatchServices,
  ) {}

  /** The batch is another worker's: nothing of it is written any more. */
  lose(): void {
    this.isLost = true;
    for (const run of this.running) run.lose();
  }

  /** This process ends: lines that no provider began to answer are put back. */
  stop(): void {
    this.isStopping = true;
    for (const run of this.running) run.stop();
  }

  /** Runs a line to its end. Rejects where neither the line nor its end could be stored. */
  async run(line: BatchLineToRun): Promise<LineOutcome> {
    const { context } = this;
    const run = this.start(line);
    this.running.add(run);
    try {
      const request = readLine(Buffer.from(line.request), context.batch.endpoint);
      const failure = await this.ask(run, request);
      return await this.settle(run, request, failure);
    } finally {
      this.running.delete(run);
    }
  }

  /** Ends a line that an earlier worker left behind while its provider answered: it never runs again. */
  async fail(line: BatchLineToRun, error: GatewayError): Promise<void> {
    const { context } = this;
    const run = this.start(line);
    const request = readLine(Buffer.from(line.request), context.batch.endpoint);
    await this.end(run, request, { error });
  }

  /** Resolves to the error that prevented the request from running, if any. */
  private async ask(run: LineRun, { body }: LineRequest): Promise<GatewayError | undefined> {
    const { context, parts } = this;
    try {
      const admission = await context.admit();
      const request = context.requestOf(run.requestId, admission, run.line.request.length, run);
      const { services } = parts;
      await runPipeline(context.endpoint, { admission, body, request, services, sink: run.sink });
      return undefined;
    } catch (error) {
      return toGatewayError(error);
    }
  }

  private async settle(run: LineRun, request: LineRequest, failure: GatewayError | undefined): Promise<LineOutcome> {
    const { sink } = run;
    if (run.isLost || this.isLost) return 'ended';
    const error = failure ?? sink.error;
    const isUnanswered = failure === undefined && sink.status === undefined;
    const pauseMs = error && !run.hasAnswer ? this.pauseFor(error, run.line.line, failure !== undefined) : undefined;
    if (isUnanswered || pauseMs !== undefined || (this.isStopping && error !== undefined)) {
      if (await this.write(() => this.parts.database.batchLines.putBack(this.context.hold, run.line.line))) {
        return pauseMs === undefined ? 'put back' : { pauseMs };
      }
      if (isUnanswered) {
        await this.end(run, request, { error: new GatewayError('batch_line_interrupted') });
        return 'ended';
      }
    }
    if (error !== undefined) {
      await this.end(run, request, { error });
      return 'ended';
    }
    await this.end(run, request, { body: sink.body });
    return 'ended';
  }

  /** Pause of the batch before the line runs again, in milliseconds; undefined if the error ends the line. */
  private pauseFor(error: GatewayError, line: number, isBefore: boolean): number | undefined {
    const asked = Number(error.headers['retry-after']) * 1000;
    const pauseMs = Math.min(asked > 0 ? asked : DEFAULT_LIMIT_MS, LONGEST_LIMIT_MS);
    // Nobody was asked yet: the database is away, or the gateway has no configuration.
    if (isBefore && error.status >= 500) return pauseMs;
    // A prompt that is larger than its limit never passes.
    if (error.headers['x-should-retry'] === 'false') return undefined;
    if (PASSING.has(error.code)) return pauseMs;
    if (error.code !== 'provider_rate_limited') return undefined;
    const tries = (this.tries.get(line) ?? 0) + 1;
    this.tries.set(line, tries);
    return tries > MOST_TRIES ? undefined : pauseMs;
  }

  private async end(run: LineRun, { customId }: LineRequest, answer: LineAnswer): Promise<void> {
    const { context, parts } = this;
    const end = endLine(context, run, customId, answer, parts.settings().max_result_mb);
    this.tries.delete(end.line);
    parts.services.metrics.recordBatchLine(context.batch.endpoint, end.status);
    await this.write(() => parts.database.batchLines.finish(context.hold, end));
  }

  private start(line: BatchLineToRun): LineRun {
    const { context, parts } = this;
    return new LineRun(
      line,
      context.hold,
      parts.database.batchLines,
      parts.services.tasks.reportOf('answer_beginnings'),
    );
  }

  private write(work: () => Promise<boolean>): Promise<boolean> {
    const { tasks } = this.parts.services;
    return writeEnd(work, () => this.isStopping || this.isLost, tasks.reportOf('batch_results'));
  }
}
