import { randomUUID } from 'node:crypto';
import { type ExportSinkEntry, parseTenantExport } from '@multilane/config';
import type { FencedWorker, WorkStopped } from '@multilane/jobs';
import type { EndedTurn, ExportTurnStore, ExportWorkStore, TakenTest, TakenTurn } from '@multilane/persistence';
import type { BackgroundTasks, Logger, Metrics } from '@multilane/telemetry';
import { type ExportRecord, pickFields } from './export-record.js';
import type { PayloadReader } from './payload-reader.js';
import { SinkRunner, type TurnLimit } from './sink-runner.js';
import { openSink, type Ways } from './sinks/open-sink.js';
import type { Sink, SinkAnswer } from './sinks/sink.js';

export interface TenantTurnsOptions {
  readonly turns: ExportTurnStore;
  readonly store: ExportWorkStore;
  /** Stored texts of requests and answers. */
  readonly payloads: Pick<PayloadReader, 'add'>;
  readonly stamp: () => Promise<void>;
  readonly worker: Pick<FencedWorker, 'hold' | 'isStopping'>;
  /** Ways to addresses of people. */
  readonly ways: Ways;
  readonly tasks: Pick<BackgroundTasks, 'failed'>;
  readonly metrics: Pick<Metrics, 'exports'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly leaseSeconds: number;
  readonly refusedMs?: number | undefined;
}

/** Turns at once in one process: each has a batch in memory. */
const MOST_TURNS = 16;
/** Those of sinks that were slow: the others are for quick ones. */
const MOST_SLOW = 8;
const MOST_OF_ORGANIZATION = 2;
const MOST_TESTS = 4;
/** A turn begins no batch after so long, and no request after twice that. */
const TURN_MS = 10_000;
/** A sink whose request took so long is a slow one in its next turn. */
const SLOW_MS = 3_000;

const NOT_OPENED = 'The encryption key does not open its settings. Set the key that sealed them, or enter them again.';
const TURN_OVER = 'The turn is over.';

/** Sinks end with their turns alone. */
const NEVER = new AbortController().signal;

/**
 * Exports to the sinks of organizations and workspaces (docs/exports.md#organizations-and-workspaces): one that something waits for gets a turn of some
 * batches in any process, and is given back. So none holds another, and a sink costs nothing while nothing waits for it.
 */
export class TenantTurns {
  private readonly running = new Map<string, TakenTurn>();
  private tests = 0;
  private filling: Promise<void> | undefined = undefined;

  constructor(private readonly options: TenantTurnsOptions) {}

  /** Looks for sinks that something waits for, and for tests. */
  async look(): Promise<void> {
    if (!(await this.options.turns.hasWork())) return;
    await this.options.stamp();
    await this.fill();
    await this.test();
  }

  /** Greatest lags, by the label of metrics. */
  async listLags(): Promise<{ readonly name: string; readonly lagSeconds: number }[]> {
    const lags = await this.options.turns.listLags();
    return lags.map(({ kind, lagSeconds }) => ({ name: labelOf(kind), lagSeconds }));
  }

  /** Takes turns until this process has as many as it may, or nothing waits. */
  private fill(): Promise<void> {
    this.filling ??= this.takeAll().finally(() => {
      this.filling = undefined;
    });
    return this.filling;
  }

  private async takeAll(): Promise<void> {
    const { leaseSeconds, turns, worker } = this.options;
    while (this.running.size < MOST_TURNS && !worker.isStopping) {
      const running = [...this.running.values()];
      const taken = await turns.take(
        {
          most: MOST_TURNS - running.length,
          busy: findBusy(running),
          mostSlow: MOST_SLOW - running.filter(({ isSlow }) => isSlow).length,
        },
        leaseSeconds,
      );
      if (taken.length === 0) return;
      for (const turn of taken) void this.run(turn);
    }
  }

  /** Never rejects. */
  private async run(taken: TakenTurn): Promise<void> {
    const { tasks, worker } = this.options;
    this.running.set(taken.id, taken);
    let isMore = false;
    try {
      await worker.hold(taken, NEVER, async (stop) => {
        const ended = await this.take(taken, stop);
        isMore = ended !== undefined && ended.pauseSeconds === 0;
        const isLost = stop.aborted && (stop.reason as WorkStopped).why === 'lost';
        if (ended !== undefined && !isLost) await this.options.turns.end(taken, ended);
      });
    } catch (error) {
      tasks.failed('record_exports', error);
    } finally {
      this.running.delete(taken.id);
    }
    // Others are found with the next look.
    if (isMore) await this.fill().catch((error: unknown) => tasks.failed('record_exports', error));
  }

  private async take(taken: TakenTurn, stop: AbortSignal): Promise<EndedTurn | undefined> {
    const entry = readEntry(taken);
    if (entry === undefined) return { ...UNREADABLE, failures: taken.failures + 1, inRow: taken.inRow };
    const { logger, metrics, payloads, refusedMs, store, tasks, ways } = this.options;
    const limited = new LimitedSink(openSink(entry, ways));
    const runner = new SinkRunner(taken, {
      findEntry: () => entry,
      openSink: () => limited,
      store,
      payloads,
      // The look that found it has stamped.
      stamp: () => Promise.resolve(),
      metrics,
      logger,
      label: labelOf(taken.kind),
      before: taken,
      onFailure: (error) => tasks.failed('record_exports', error),
      ...(refusedMs !== undefined && { refusedMs }),
    });
    const turn = await runner.takeTurn(entry, stop, limited);
    if (turn === undefined) return undefined;
    const { pauseMs, ...ended } = turn;
    return { ...ended, isSlow: limited.longestMs > SLOW_MS, pauseSeconds: pauseMs / 1_000 };
  }

  private async test(): Promise<void> {
    if (this.tests >= MOST_TESTS) return;
    for (const test of await this.options.turns.takeTests(MOST_TESTS - this.tests)) void this.make(test);
  }

  /** Makes a test. Never rejects. */
  private async make(test: TakenTest): Promise<void> {
    const { tasks, turns, ways } = this.options;
    this.tests += 1;
    try {
      const entry = readEntry(test);
      const record = pickFields(makeTestRecord(), entry?.fields);
      const sink = entry && openSink(entry, ways);
      const answer = await sink?.send({ id: `exp_test_${record.id}`, records: [record] });
      sink?.close?.();
      await turns.endTest(test.id, answer === undefined ? NOT_OPENED : problemOf(answer));
    } catch (error) {
      // It is made again a minute later.
      tasks.failed('record_exports', error);
    } finally {
      this.tests -= 1;
    }
  }
}

const UNREADABLE = { state: 'refused', problem: NOT_OPENED, isSlow: false, pauseSeconds: 300 } as const;

/** A label that no sink of gateway.yaml has. There is one for each kind, and none for a tenant. */
const labelOf = (kind: string): string => `org:${kind}`;

const problemOf = (answer: SinkAnswer): string | null => (answer.kind === 'accepted' ? null : answer.reason);

/** Record of a test: of no request. */
const makeTestRecord = (): ExportRecord => ({
  time: new Date().toISOString(),
  id: randomUUID(),
  request_id: 'test',
  endpoint: 'exports.test',
  outcome: 'success',
  duration_ms: 0,
});

/** Organizations that have as many turns as they may. */
function findBusy(running: readonly TakenTurn[]): string[] {
  const counts = new Map<string, number>();
  for (const { organizationId: id } of running) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= MOST_OF_ORGANIZATION).map(([id]) => id);
}

/** Undefined for settings that cannot be read. */
function readEntry({
  config,
  kind,
  settings,
}: Pick<TakenTurn, 'config' | 'kind' | 'settings'>): ExportSinkEntry | undefined {
  return config && parseTenantExport({ ...settings, name: 'sink', kind, config }).entry;
}

/** A sink whose turn ends: what is asked later is for its next turn. */
class LimitedSink implements Sink, TurnLimit {
  longestMs = 0;
  isCut = false;
  private readonly startedAt = performance.now();

  constructor(private readonly sink: Sink) {}

  close(): void {
    this.sink.close?.();
  }

  get isOver(): boolean {
    return performance.now() - this.startedAt > TURN_MS;
  }

  async send(batch: Parameters<Sink['send']>[0]): Promise<SinkAnswer> {
    const startedAt = performance.now();
    if (startedAt - this.startedAt > 2 * TURN_MS) {
      this.isCut = true;
      return { kind: 'away', reason: TURN_OVER };
    }
    const answer = await this.sink.send(batch);
    this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
    return answer;
  }
}
