import { createHash } from 'node:crypto';
import { GatewayError } from '@multilane/errors';
import type { BatchLineToRun, BatchStatus } from '@multilane/persistence';
import {
  type BatchCodec,
  type BatchEndpoint,
  type BatchLine,
  type BatchResult,
  type ProviderExchange,
  ProviderFailure,
} from '@multilane/providers';
import { runExchange } from '../../model-calls/run-exchange.js';
import { checkRequest, settleAnswered } from '../../pipeline/check-request.js';
import { holdBudgets } from '../../pipeline/stages/budgets.stages.js';
import type { Settlement } from '../../recording/request-parts.js';
import { resolveName } from '../../snapshot/access/find-model.js';
import type { ServedModel } from '../../snapshot/snapshot.js';
import { CollectingSink } from '../collecting-sink.js';
import type { BatchContext, BatchServices } from './batch-context.js';
import { nameBatch } from './describe-batch.js';
import { endLine } from './end-line.js';
import { LineRun } from './line-run.js';
import { findBatchCodec, type NativeLine, toNativeLine } from './native-candidate.js';
import { readLine } from './read-line.js';

/**
 * Next action for a batch: ask its provider again later, write its results, run its lines one by one because the provider does not, or
 * nothing, because it is another worker's.
 */
export type NativeOutcome =
  | { readonly next: 'later'; readonly afterSeconds: number }
  | { readonly next: 'finalize'; readonly end: 'completed' | 'cancelled' }
  | { readonly next: 'lines' }
  | { readonly next: 'none' };

/** An upload of many lines takes its time, in milliseconds. */
const LONGEST_START_MS = 15 * 60_000;
const PAGE_LINES = 100;
const SETTLED_AT_ONCE = 8;
const LINE_ID = /^line-([1-9]\d{0,8})$/;

/** A provider is asked after so many seconds, and more seldom the longer its batch takes. */
const FIRST_POLL_SECONDS = 2;
const LONGEST_POLL_SECONDS = 60;

/** A batch that its provider runs, step by step: each step ends soon (docs/contract/batches.md#native). */
export class NativeRun {
  private constructor(
    private readonly context: BatchContext,
    private readonly parts: BatchServices,
    private readonly model: ServedModel,
    private readonly codec: BatchCodec,
  ) {}

  /** Undefined where the model is gone, or has no batches any more. */
  static async open(context: BatchContext, parts: BatchServices): Promise<NativeRun | undefined> {
    const { snapshots } = parts.services;
    const snapshot = snapshots.current;
    if (snapshot === undefined) throw new GatewayError('overloaded');
    const model = resolveName(snapshot, context.caller, context.batch.providerModel ?? '', 'catalog');
    if (model === undefined || model.route !== undefined) return undefined;
    const codec = findBatchCodec(model);
    return codec && new NativeRun(context, parts, model, codec);
  }

  async step(): Promise<NativeOutcome> {
    const { batch } = this.context;
    const { providerBatch } = batch;
    if (providerBatch !== null && providerBatch !== '') return this.follow(providerBatch);
    if (batch.status === 'cancelling') return { next: 'finalize', end: 'cancelled' };
    if (providerBatch === '') return this.findStarted();
    return this.start();
  }

  private async start(): Promise<NativeOutcome> {
    const { batch, hold } = this.context;
    const { batches } = this.parts.database;
    if (!(await batches.noteProviderBatch(hold, ''))) return { next: 'none' };
    try {
      const { bytes, endpoint, lines } = await this.measure();
      const id = await this.exchange(
        (exchange) =>
          this.codec.start(
            { name: nameBatch(batch.id), endpoint, lineCount: lines, bodyBytes: bytes, lines: this.encodeLines() },
            exchange,
          ),
        LONGEST_START_MS,
      );
      if (!(await batches.noteProviderBatch(hold, id))) return { next: 'none' };
      return { next: 'later', afterSeconds: FIRST_POLL_SECONDS };
    } catch (error) {
      return this.afterFailedStart(error);
    }
  }

  /** Nothing runs at a provider that has rejected; where it has not answered, nobody knows. */
  private async afterFailedStart(error: unknown): Promise<NativeOutcome> {
    const { hold } = this.context;
    const { batches } = this.parts.database;
    const status = error instanceof ProviderFailure ? error.status : undefined;
    const isRefused =
      error instanceof GatewayError ? error.status < 500 : status !== undefined && status < 500 && status !== 429;
    if (isRefused) return this.leave(error);
    if (status === undefined && !(error instanceof GatewayError)) throw error;
    await batches.noteProviderBatch(hold, null);
    this.log(error, 'the provider did not start a batch; it is asked again');
    return { next: 'later', afterSeconds: LONGEST_POLL_SECONDS };
  }

  private async leave(error: unknown): Promise<NativeOutcome> {
    this.log(error, 'the provider does not run the batch; its lines are run one by one');
    return (await this.parts.database.batches.leaveProvider(this.context.hold)) ? { next: 'lines' } : { next: 'none' };
  }

  /** A process died, or got no answer, while it started the batch. */
  private async findStarted(): Promise<NativeOutcome> {
    const { batch, hold } = this.context;
    const { batches } = this.parts.database;
    const { codec } = this;
    if (codec.find === undefined) throw new GatewayError('batch_line_interrupted');
    const find = codec.find.bind(codec);
    const id = await this.exchange((exchange) => find(nameBatch(batch.id), exchange));
    if (id === undefined) return this.start();
    if (!(await batches.noteProviderBatch(hold, id))) return { next: 'none' };
    return this.follow(id);
  }

  private async follow(id: string): Promise<NativeOutcome> {
    const { batch, hold } = this.context;
    const { batches } = this.parts.database;
    const progress = await this.exchange((exchange) => this.codec.read(id, exchange));
    if (progress.status === 'failed') return this.leave(new Error(progress.problem ?? 'it failed'));
    const { completed: done = 0, failed = batch.failedLines } = progress;
    const completed = progress.completed === undefined ? batch.completedLines : Math.max(0, done - failed);
    const status = await batches.noteProgress(hold, completed, failed);
    if (status === undefined) return { next: 'none' };
    if (progress.status === 'running') {
      if (status === 'cancelling') await this.exchange((exchange) => this.codec.cancel(id, exchange));
      return { next: 'later', afterSeconds: this.pauseOf(status) };
    }
    if (!(await batches.finalize(hold))) return { next: 'none' };
    await this.settle(id, await this.readFinalizingTime());
    return { next: 'finalize', end: status === 'cancelling' ? 'cancelled' : 'completed' };
  }

  /** Deletes what the batch has left at the provider. Never rejects. */
  async remove(): Promise<void> {
    const { providerBatch } = this.context.batch;
    const { codec } = this;
    if (!providerBatch || codec.remove === undefined) return;
    const remove = codec.remove.bind(codec);
    const { tasks } = this.parts.services;
    await tasks.run('batch_files', () => this.exchange((exchange) => remove(providerBatch, exchange)));
  }

  private pauseOf(status: BatchStatus): number {
    if (status === 'cancelling') return FIRST_POLL_SECONDS;
    const age = (Date.now() - this.context.batch.createdAt.getTime()) / 1000;
    return Math.min(Math.max(FIRST_POLL_SECONDS, Math.floor(age / 10)), LONGEST_POLL_SECONDS);
  }

  private async readFinalizingTime(): Promise<number> {
    const { batch } = this.context;
    const owner = { organizationId: batch.organizationId, owner: batch.owner };
    const stored = await this.parts.database.batches.find(owner, batch.id);
    return (stored?.finalizingAt ?? batch.createdAt).getTime();
  }

  /** Charges, records and stores each result, once. */
  private async settle(id: string, settledAt: number): Promise<void> {
    await this.exchange(async (exchange) => {
      const under = new Set<Promise<void>>();
      for await (const result of this.codec.results(id, exchange)) {
        const work = this.settleOne(result, settledAt).finally(() => under.delete(work));
        under.add(work);
        if (under.size >= SETTLED_AT_ONCE) await Promise.race(under);
      }
      await Promise.all(under);
    });
  }

  private async settleOne(result: BatchResult, settledAt: number): Promise<void> {
    const { context, parts } = this;
    const { batch, hold } = context;
    const number = Number(LINE_ID.exec(result.customId)?.[1]);
    if (result.outcome !== 'answered' || !(number > 0)) return;
    const line = await parts.database.batchLines.findOpen(batch.id, number);
    // It was settled before the process that did it died, or is nobody's.
    if (line === undefined) return;
    const { body, customId } = readLine(Buffer.from(line.request), batch.endpoint);
    const settlement: Settlement = {
      recordId: makeRecordId(batch.id, number, settledAt),
      recordedAt: settledAt,
      priceShare: this.codec.priceShare,
      answer: result,
    };
    const { services } = parts;
    const report = services.tasks.reportOf('answer_beginnings');
    const run = new LineRun(line, hold, parts.database.batchLines, report, settlement);
    const snapshot = services.snapshots.current;
    if (snapshot === undefined) throw new GatewayError('overloaded');
    const admission = { caller: context.caller, snapshot };
    const request = context.requestOf(run.requestId, admission, line.request.length, run);
    await settleAnswered(context.endpoint, { admission, body, request, services, sink: run.sink });
    const end = endLine(context, run, customId, run.sink, parts.settings().max_result_mb);
    services.metrics.recordBatchLine(batch.endpoint, end.status);
    await parts.database.batchLines.settle(hold, end);
  }

  private async measure(): Promise<{ endpoint: BatchEndpoint; lines: number; bytes: number }> {
    let lines = 0;
    let bytes = 0;
    let endpoint: BatchEndpoint = 'chat';
    for await (const { body, endpoint: each } of this.readNativeLines(true)) {
      lines += 1;
      bytes += Buffer.byteLength(body);
      endpoint = each;
    }
    return { endpoint, lines, bytes };
  }

  private async *encodeLines(): AsyncIterable<BatchLine> {
    for await (const { body, line } of this.readNativeLines()) yield { customId: `line-${line}`, body };
  }

  /** @param isEach True if the budget rules of each line are asked: lines have customers, tags and models of their own */
  private async *readNativeLines(isEach = false): AsyncIterable<NativeLine & Pick<BatchLineToRun, 'line'>> {
    const { context, parts } = this;
    const { batch, endpoint } = context;
    const { services } = parts;
    for (let after = 0; ; ) {
      const page = await parts.database.batchLines.read(batch.id, after, PAGE_LINES);
      const admission = await context.admit();
      for (const { line, request: text } of page) {
        const { body } = readLine(Buffer.from(text), batch.endpoint);
        const request = context.requestOf(`${batch.id}-${line}`, admission, text.length);
        const sink = new CollectingSink();
        const checked = await checkRequest(endpoint, { admission, body, request, services, sink });
        // A key, a team or a line of a rule without budget starts nothing: lines then run one by one, and those fail.
        if (after === 0 || (isEach && admission.snapshot.budgets !== undefined)) holdBudgets(checked);
        const native = toNativeLine(checked);
        if (native?.model.logicalName !== this.model.logicalName) throw new GatewayError('unsupported_provider');
        yield { ...native, line };
        after = line;
      }
      if (page.length < PAGE_LINES) return;
    }
  }

  private exchange<Result>(work: (exchange: ProviderExchange) => Promise<Result>, totalMs?: number): Promise<Result> {
    return runExchange(this.model, this.parts.services, work, totalMs);
  }

  private log(error: unknown, message: string): void {
    const detail = error instanceof ProviderFailure ? { code: error.code, provider_status: error.status } : {};
    this.parts.services.logger.warn({ batch_id: this.context.batch.id, ...detail }, message);
  }
}

/** A UUID of a time and a line: the same whoever settles it, so that its record counts once. */
function makeRecordId(batchId: string, line: number, time: number): string {
  const hash = createHash('sha256').update(`${batchId} ${line}`).digest('hex');
  const at = Math.trunc(time).toString(16).padStart(12, '0');
  return `${at.slice(0, 8)}-${at.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
