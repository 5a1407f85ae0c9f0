import cluster, { type Worker } from 'node:cluster';
import { Metrics, type MetricValues, mergeEnded, renderMerged } from '@multilane/telemetry';
import { isMessage, sendToWorker, type ToPrimary } from './worker-messages.js';

/** A worker that is this late is left out of an answer: what it said last counts. */
const COLLECT_LIMIT_MS = 2_000;

interface Round {
  readonly waiting: Set<number>;
  finish(): void;
}

/**
 * The metrics of all worker processes as one, in the primary process. Each worker that gets a request for `/metrics` asks here. Counts of
 * workers that have ended are kept.
 */
export class MetricsOfWorkers {
  /** Metrics of this process: the number of workers, and of replacements. */
  readonly own = new Metrics();
  private readonly latest = new Map<number, MetricValues>();
  private ended: MetricValues = [];
  private forgetting: Promise<void> = Promise.resolve();
  private readonly rounds = new Map<number, Round>();
  private lastRound = 0;
  private rendering: Promise<string> | undefined = undefined;

  /** @param countWorkers how many workers serve requests now */
  constructor(private readonly countWorkers: () => number) {
    cluster.on('message', (worker, message: unknown) => {
      if (isMessage(message)) this.receive(worker, message as ToPrimary);
    });
  }

  /** Keeps the last reported values of a worker that has ended. */
  forget({ id }: Worker): Promise<void> {
    // One after the other: each adds to what the others left.
    this.forgetting = this.forgetting
      .catch(() => undefined)
      .then(async () => {
        const values = this.latest.get(id);
        if (values !== undefined) this.ended = await mergeEnded([this.ended, values]);
      })
      .finally(() => {
        // Not before its values are among those that ended: no answer may be without them.
        this.latest.delete(id);
        for (const round of this.rounds.values()) {
          round.waiting.delete(id);
          if (round.waiting.size === 0) round.finish();
        }
      });
    return this.forgetting;
  }

  private receive(worker: Worker, message: ToPrimary): void {
    if (message.kind === 'render-metrics') {
      this.render().then(
        (text) => sendToWorker(worker, { kind: 'rendered-metrics', id: message.id, text }),
        () => undefined,
      );
      return;
    }
    if (message.kind !== 'metric-values') return;
    this.latest.set(worker.id, message.values);
    const round = this.rounds.get(message.round);
    round?.waiting.delete(worker.id);
    if (round?.waiting.size === 0) round.finish();
  }

  /** Callers that ask at the same time get one answer. */
  private render(): Promise<string> {
    this.rendering ??= this.collect().finally(() => {
      this.rendering = undefined;
    });
    return this.rendering;
  }

  private async collect(): Promise<string> {
    const round = ++this.lastRound;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, COLLECT_LIMIT_MS);
      const finish = (): void => {
        clearTimeout(limit);
        resolve();
      };
      this.rounds.set(round, { waiting: new Set(workers.map((worker) => worker?.id ?? 0)), finish });
      for (const worker of workers) if (worker) sendToWorker(worker, { kind: 'collect-metrics', round });
      if (workers.length === 0) finish();
    });
    this.rounds.delete(round);
    this.own.service.setWorkerProcesses(this.countWorkers());
    return renderMerged([this.ended, ...this.latest.values(), await this.own.collectValues()]);
  }
}
