import type { ExportSinkEntry, GatewayConfig } from '@multilane/config';
import { FencedWorker, type StopReason, type WorkStopped } from '@multilane/jobs';
import type { AuditPayloadStore, ExportTurnStore, ExportWorkStore, TakenSink } from '@multilane/persistence';
import type { BackgroundTask, BackgroundTasks, Logger, Metrics } from '@multilane/telemetry';
import { NetworkFetch } from '../network-fetch.js';
import { PayloadReader } from './payload-reader.js';
import { SharedStamp } from './shared-stamp.js';
import { SinkRunner } from './sink-runner.js';
import { openSink } from './sinks/open-sink.js';
import type { Send } from './sinks/sink.js';
import { TenantTurns } from './tenant-turns.js';

export interface RecordExporterOptions {
  /** Settings of gateway.yaml in effect. */
  readonly settings: () => Pick<GatewayConfig, 'exports' | 'network'>;
  readonly store: ExportWorkStore;
  /** Turns of the sinks of organizations and workspaces. */
  readonly turns: ExportTurnStore;
  /** Stored texts of requests and answers. */
  readonly payloads: Pick<AuditPayloadStore, 'findReadable'>;
  readonly tasks: Pick<BackgroundTasks, 'every' | 'failed'>;
  readonly metrics: Pick<Metrics, 'exports'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Days for which audit records are kept, and with them what waits for a sink. */
  readonly retentionDays: number;
  readonly refusedMs?: number;
}

/** A process that is killed holds its sinks for so long. */
const LEASE_SECONDS = 30;
const RENEW_EVERY_MS = 5_000;
const TAKE_EVERY_MS = 2_000;
/** Interval at which the sinks of gateway.yaml are named in the database, so that it does not forget them. */
const REGISTER_EVERY_MS = 60_000;
const MEASURE_EVERY_MS = 15_000;
const CLEAN_EVERY_MS = 60_000;
/** A sink of an organization or a workspace for which a record has waited so long is stopped. */
const STOP_DAYS = 7;
/** An ending process waits so long for the batches that it is sending. */
const GRACE_MS = 3_000;

/** Leases of sinks end with their process alone. */
const NEVER = new AbortController().signal;

/**
 * Exports the records of requests to the sinks of gateway.yaml, and to those of organizations and workspaces (docs/exports.md). Each sink is one
 * process's at a time: the one that has its lease.
 */
export class RecordExporter {
  private readonly held = new Map<string, TakenSink>();
  private readonly network: NetworkFetch;
  private readonly worker: FencedWorker;
  private readonly stamp: SharedStamp;
  private readonly tenants: TenantTurns;
  private readonly payloads: PayloadReader;
  private readonly stops: (() => Promise<void>)[] = [];
  private stopping: Promise<void> | undefined = undefined;
  private registered: { readonly exports: readonly ExportSinkEntry[]; readonly at: number } | undefined = undefined;

  constructor(private readonly options: RecordExporterOptions) {
    const { logger, payloads, settings, store, tasks } = options;
    this.payloads = new PayloadReader({ store: payloads, logger });
    this.network = new NetworkFetch(() => settings().network);
    this.worker = new FencedWorker({
      watch: {
        findLost: (fences) => store.findLost(fences, LEASE_SECONDS),
        every: (look) => tasks.every('export_leases', RENEW_EVERY_MS, look, 'later'),
      },
      graceMs: GRACE_MS,
    });
    this.stamp = new SharedStamp(() => store.stamp());
    const guarded: Send = (url, request) => this.network.current.fetchGuarded(url, request);
    this.tenants = new TenantTurns({
      ...options,
      payloads: this.payloads,
      stamp: () => this.stamp.run(),
      worker: this.worker,
      ways: { send: guarded, sendObject: guarded, dial: (target) => this.network.dial(target) },
      leaseSeconds: LEASE_SECONDS,
    });
  }

  start(): void {
    this.every('record_exports', TAKE_EVERY_MS, () => this.take());
    this.every('tenant_exports', TAKE_EVERY_MS, () => this.tenants.look());
    this.every('export_lags', MEASURE_EVERY_MS, () => this.measure());
    this.every('export_cleanup', CLEAN_EVERY_MS, () => this.clean());
  }

  /** Lets batches that are being sent end for some seconds, and leaves the sinks to other processes. May be called twice. */
  stop(): Promise<void> {
    this.stopping ??= this.end();
    return this.stopping;
  }

  private async end(): Promise<void> {
    await Promise.all(this.stops.splice(0).map((stop) => stop()));
    await this.worker.drain(0);
    this.worker.close();
    await this.network.close();
  }

  private async take(): Promise<void> {
    const { settings, store } = this.options;
    const { exports } = settings();
    if (exports.length === 0) return;
    const names = exports.map(({ name }) => name);
    const now = performance.now();
    if (this.registered?.exports !== exports || now - this.registered.at > REGISTER_EVERY_MS) {
      await store.register(names);
      this.registered = { exports, at: now };
    }
    const free = names.filter((name) => !this.held.has(name));
    if (free.length === 0) return;
    for (const taken of await store.take(free, LEASE_SECONDS)) {
      this.held.set(taken.name, taken);
      void this.hold(taken);
    }
  }

  /** Never rejects. */
  private async hold(taken: TakenSink): Promise<void> {
    const { logger, metrics, refusedMs, settings, store, tasks } = this.options;
    const runner = new SinkRunner(taken, {
      findEntry: (name) => settings().exports.find((entry) => entry.name === name),
      openSink: (entry) =>
        openSink(entry, {
          send: (url, request) => this.network.trusted(url, { ...request, redirect: 'manual' }),
          dial: (target) => this.network.trustedDial(target),
        }),
      store,
      payloads: this.payloads,
      stamp: () => this.stamp.run(),
      metrics,
      logger,
      onFailure: (error) => tasks.failed('record_exports', error),
      ...(refusedMs !== undefined && { refusedMs }),
    });
    let why: StopReason | undefined;
    try {
      await this.worker.hold(taken, NEVER, async (stop) => {
        await runner.run(stop);
        why = stop.aborted ? (stop.reason as WorkStopped).why : undefined;
        if (why !== 'lost') await store.release(taken);
      });
    } catch (error) {
      tasks.failed('record_exports', error);
    } finally {
      this.held.delete(taken.name);
    }
  }

  /** The lag of a sink of gateway.yaml is told by the process that has it. */
  private async measure(): Promise<void> {
    const { metrics, store } = this.options;
    const sinks = this.held.size === 0 ? [] : await store.list();
    const lags = await this.tenants.listLags();
    metrics.exports.setLags([...sinks.filter(({ name }) => this.held.has(name)), ...lags]);
  }

  private async clean(): Promise<void> {
    const { retentionDays, settings, store, turns } = this.options;
    // Before their records are removed, so that none is lost unnoticed.
    await turns.stopOverdue(Math.min(STOP_DAYS, retentionDays));
    await store.clean(
      retentionDays,
      settings().exports.map(({ name }) => name),
    );
  }

  private every(task: BackgroundTask, milliseconds: number, work: () => Promise<unknown>): void {
    this.stops.push(this.options.tasks.every(task, milliseconds, work));
  }
}
