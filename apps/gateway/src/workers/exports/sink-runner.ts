import { setTimeout as wait } from 'node:timers/promises';
import type { ExportSinkEntry } from '@multilane/config';
import {
  type ExportedItem,
  type ExportPlace,
  type ExportState,
  type ExportWorkStore,
  MOST_EXPORT_ENTRIES,
  type TakenSink,
} from '@multilane/persistence';
import type { Logger, Metrics } from '@multilane/telemetry';
import { type BatchItem, type Delivery, deliverBatch, type Halt } from './deliver-batch.js';
import { type ExportRecord, isOfPlace, isWanted, pickFields, readExportRecord, readOrigin } from './export-record.js';
import { PAYLOAD_DELAY_MS, type PayloadReader } from './payload-reader.js';
import type { Sink } from './sinks/sink.js';

export interface RunnerOptions {
  /** Settings of the sink that are in effect; undefined once it is gone from gateway.yaml. */
  readonly findEntry: (name: string) => ExportSinkEntry | undefined;
  readonly openSink: (entry: ExportSinkEntry) => Sink;
  readonly store: Pick<ExportWorkStore, 'read' | 'plan' | 'advance' | 'note'>;
  /** Gives positions to entries that have none. */
  readonly stamp: () => Promise<void>;
  /** Reads stored texts, for sinks that get them. */
  readonly payloads: Pick<PayloadReader, 'add'>;
  readonly metrics: Pick<Metrics, 'exports'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Reports a failure of the gateway's own, such as a database that is away. */
  readonly onFailure: (error: unknown) => void;
  /** Name in metrics. Default: the sink's. */
  readonly label?: string;
  /** Failures, and records that it refused, in a row before. */
  readonly before?: { readonly failures: number; readonly inRow: number };
  /** Milliseconds until a sink that refuses everything is tried again. Default: five minutes. */
  readonly refusedMs?: number;
}

const REFUSED_MS = 300_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 300_000;
/** Interval at which a pause looks for new settings. */
const LOOK_EVERY_MS = 1_000;
/** A batch that was begun is sent again as it was. One that has grown beyond so many times its size is cut: its texts were stored, or asked for, since. */
const MOST_GROWTH = 2;
/** Pauses are shorter by up to this part of them, so that sinks that failed together are not tried together. */
const JITTER = 0.5;

/** Clocks of gateways differ by less. One that is a day ahead would keep all records behind its own from the sink for a day. */
const MOST_SKEW_MS = 60_000;

interface ReadBatch {
  /** Records in their order, with those that the sink does not want. */
  readonly read: readonly ExportedItem[];
  readonly items: readonly BatchItem[];
  /** More may wait behind it. */
  readonly isFull: boolean;
}

/** Limit of a turn. */
export interface TurnLimit {
  readonly isOver: boolean;
  readonly isCut: boolean;
}

/** How a sink does after a turn. */
export interface Turn {
  readonly state: 'working' | 'away' | 'refused';
  readonly problem: string | null;
  /** Milliseconds until its next turn. */
  readonly pauseMs: number;
  readonly failures: number;
  readonly inRow: number;
}

/** Outcome of a step. `idle`: everything was sent. `more`: a full batch was. `lost`: another process has the sink. */
type Step = Halt | { readonly kind: 'idle' | 'more' | 'lost' };

/**
 * Exports to one sink, as long as this process has its lease: batch after batch, each once its end is noted, so that a batch that comes again
 * after a crash is the same one. A sink that is away holds nobody but itself.
 */
export class SinkRunner {
  private at: ExportPlace;
  private plan: ExportPlace | undefined;
  private state: ExportState | undefined = undefined;
  private failures: number;
  private inRow: number;
  private readonly label: string;
  private opened: { readonly entry: ExportSinkEntry; readonly sink: Sink } | undefined = undefined;

  constructor(
    private readonly taken: TakenSink,
    private readonly options: RunnerOptions,
  ) {
    const { place, plannedPlace, plannedPosition, position } = taken;
    this.at = { position, place };
    this.label = options.label ?? taken.name;
    this.failures = options.before?.failures ?? 0;
    this.inRow = options.before?.inRow ?? 0;
    if (plannedPosition !== null && plannedPlace !== null) {
      this.plan = { position: plannedPosition, place: plannedPlace };
    }
  }

  /** Runs until it is told to stop, or the sink is gone or another process's. Never rejects. */
  async run(stop: AbortSignal): Promise<void> {
    await this.repeat(stop);
    this.close();
  }

  private async repeat(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const entry = this.options.findEntry(this.taken.name);
      if (entry === undefined) return;
      const step = await this.tryStep(entry);
      if (isLost(step)) return;
      const pauseMs = this.settle(step, entry);
      await this.change(...stateOf(step));
      await this.pause(pauseMs, entry, stop);
    }
  }

  /**
   * Sends batches for a while, as one turn of a sink that is given back afterwards. Never rejects. Undefined: another process has the sink.
   *
   * @param limit says when the turn is over, and that it ended within a batch
   */
  async takeTurn(entry: ExportSinkEntry, stop: AbortSignal, limit: TurnLimit): Promise<Turn | undefined> {
    let step = await this.tryStep(entry);
    while (step.kind === 'more' && !stop.aborted && !limit.isOver) step = await this.tryStep(entry);
    this.close();
    if (isLost(step)) return undefined;
    if (limit.isCut) return { state: 'working', problem: null, pauseMs: 0, failures: this.failures, inRow: this.inRow };
    const pauseMs = this.settle(step, entry);
    const [state, problem = null] = stateOf(step);
    return { state, problem, pauseMs, failures: this.failures, inRow: this.inRow };
  }

  /** Waits until the next step, or until the settings of the sink are others: what was wrong may be mended. */
  private async pause(milliseconds: number, entry: ExportSinkEntry, stop: AbortSignal): Promise<void> {
    const end = performance.now() + milliseconds;
    for (let left = milliseconds; left > 0 && !stop.aborted; left = end - performance.now()) {
      // A pause ends with the work; the loop sees why.
      await wait(Math.min(left, LOOK_EVERY_MS), undefined, { signal: stop, ref: false }).catch(() => undefined);
      if (this.options.findEntry(this.taken.name) !== entry) return;
    }
  }

  private async tryStep(entry: ExportSinkEntry): Promise<Step> {
    try {
      return await this.step(entry);
    } catch (error) {
      this.options.onFailure(error);
      return { kind: 'away', reason: 'The gateway could not read or note records.' };
    }
  }

  /** Sends one batch. */
  private async step(entry: ExportSinkEntry): Promise<Step> {
    await this.options.stamp();
    const batch = await this.readWhole(entry);
    const last = batch.read.at(-1);
    if (last === undefined) return this.plan === undefined ? { kind: 'idle' } : this.giveUpPlan();
    if (batch.items.length > 0 && !(await this.begin(last))) return { kind: 'lost' };
    const delivery = await deliverBatch(
      this.sinkOf(entry),
      batch.items,
      (items) => this.nameOf(batch.read, items),
      this.inRow,
    );
    this.inRow = delivery.inRow;
    if (!(await this.note(batch, delivery))) return { kind: 'lost' };
    return delivery.halt ?? { kind: batch.isFull ? 'more' : 'idle' };
  }

  private async readWhole(entry: ExportSinkEntry): Promise<ReadBatch> {
    const batch = await this.read(entry);
    return entry.payloads ? this.addPayloads(batch, entry.batch.max_kb * 1024) : batch;
  }

  /** Ends the batch before it is too large with its payloads; one whose end was noted before, only before it is far too large. */
  private async addPayloads(batch: ReadBatch, mostBytes: number): Promise<ReadBatch> {
    const items: BatchItem[] = [];
    const most = this.plan === undefined ? mostBytes : MOST_GROWTH * mostBytes;
    let bytes = 0;
    for await (const item of this.options.payloads.add(batch.items, batch.read)) {
      bytes += sizeOf(item.record);
      if (bytes > most && items.length > 0) {
        return { read: batch.read.slice(0, item.index), items, isFull: true };
      }
      items.push(item);
    }
    return { ...batch, items };
  }

  private async read({ batch, ...entry }: ExportSinkEntry): Promise<ReadBatch> {
    const { organizationId } = this.taken;
    const found = await this.options.store.read(this.at, this.plan, batch.max_records, organizationId);
    const items: BatchItem[] = [];
    let bytes = 0;
    for (const [index, { record: row }] of found.entries()) {
      if (row === null) continue;
      const record = readExportRecord(row);
      if (!isOfPlace(record, this.taken) || !isWanted(record, entry)) continue;
      if (entry.payloads && this.plan === undefined && !hasSettled(record)) {
        return { read: found.slice(0, index), items, isFull: false };
      }
      const picked = pickFields(record, entry.fields);
      bytes += sizeOf(picked);
      if (bytes > batch.max_kb * 1024 && items.length > 0) return { read: found.slice(0, index), items, isFull: true };
      items.push({ index, record: picked, origin: readOrigin(record) });
    }
    return { read: found, items, isFull: this.plan !== undefined || isFull(found, batch.max_records) };
  }

  /** Retention has removed the whole batch that was begun, so that the sink goes on with what is behind it. */
  private async giveUpPlan(): Promise<Step> {
    const nothing = { delivered: 0, dropped: 0, rejects: [] };
    const isHeld = await this.options.store.advance(this.taken, { to: this.at, plan: undefined, ...nothing });
    if (!isHeld) return { kind: 'lost' };
    this.plan = undefined;
    return { kind: 'more' };
  }

  /** Notes the end of a batch that was not begun before. */
  private async begin({ place, position }: ExportPlace): Promise<boolean> {
    if (this.plan !== undefined) return true;
    const plan = { position, place };
    const isHeld = await this.options.store.plan(this.taken, plan);
    // A database that failed has noted nothing.
    this.plan = plan;
    return isHeld;
  }

  private async note({ items, read }: ReadBatch, delivery: Delivery): Promise<boolean> {
    const { delivered, halted, rejects, settled } = delivery;
    const { metrics, store } = this.options;
    const next = items[settled];
    const end = next === undefined ? read.length : next.index;
    const to = read[end - 1] ?? this.at;
    const again = halted > 0 ? items[settled + halted - 1] : undefined;
    const plan = again === undefined ? undefined : read[again.index];
    const dropped = read.slice(0, end).filter(({ record }) => record === null).length;
    const isHeld = await store.advance(this.taken, {
      to: placeOf(to),
      plan: plan && placeOf(plan),
      delivered,
      dropped,
      rejects: rejects.map(({ item: { record }, reason }) => ({ time: record.time, id: record.id, reason })),
    });
    if (!isHeld) return false;
    this.at = placeOf(to);
    this.plan = plan && placeOf(plan);
    metrics.exports.recordRecords(this.label, { delivered, rejected: rejects.length, dropped });
    return true;
  }

  /** Counts a failure, and returns the milliseconds until the next step. */
  private settle(step: Exclude<Step, { kind: 'lost' }>, { batch }: ExportSinkEntry): number {
    const { metrics, refusedMs = REFUSED_MS } = this.options;
    if (step.kind === 'away' || step.kind === 'refused') {
      metrics.exports.recordFailure(this.label, step.kind);
      this.failures += 1;
      if (step.kind === 'refused') return refusedMs * (1 - JITTER * Math.random());
      const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.failures - 1));
      return Math.max(longest * (1 - JITTER * Math.random()), (step.retryAfterSeconds ?? 0) * 1_000);
    }
    this.failures = 0;
    return step.kind === 'more' ? 0 : batch.max_age_ms;
  }

  private async change(state: ExportState, problem?: string): Promise<void> {
    if (this.state === state) return;
    const { logger, onFailure, store } = this.options;
    const { name } = this.taken;
    if (problem !== undefined) logger.warn({ sink: name, state, problem }, 'a sink takes no records');
    else if (this.state !== undefined) logger.info({ sink: name }, 'a sink takes records again');
    this.state = state;
    await store.note(this.taken, state, problem ?? null).catch((error: unknown) => {
      // It is noted with the next change of the state, or by this process at its next step.
      this.state = undefined;
      onFailure(error);
    });
  }

  private sinkOf(entry: ExportSinkEntry): Sink {
    if (this.opened?.entry !== entry) {
      this.close();
      this.opened = { entry, sink: this.options.openSink(entry) };
    }
    return this.opened.sink;
  }

  private close(): void {
    this.opened?.sink.close?.();
    this.opened = undefined;
  }

  private nameOf(read: readonly ExportedItem[], items: readonly BatchItem[]): string {
    const [from, to] = [items[0], items.at(-1)].map((item) => read[item?.index ?? 0]);
    return `exp_${this.taken.id.replaceAll('-', '')}_${write(from)}-${write(to)}`;
  }
}

const isLost = (step: Step): step is { readonly kind: 'lost' } => step.kind === 'lost';

const stateOf = (step: Exclude<Step, { kind: 'lost' }>): readonly [Turn['state'], string?] =>
  step.kind === 'away' || step.kind === 'refused' ? [step.kind, step.reason] : ['working'];

/** True if more may wait: a batch has so many records, or so many entries as are read at once. */
const isFull = (found: readonly ExportedItem[], most: number): boolean =>
  found.length >= most || new Set(found.map(({ position }) => position)).size >= MOST_EXPORT_ENTRIES - 1;

/** Bytes of a record in JSON. */
const sizeOf = (record: ExportRecord): number => Buffer.byteLength(JSON.stringify(record));

/** True once a payload would be there: it is stored for itself, after the request has ended. By a clock that is far wrong, nobody waits. */
function hasSettled({ duration_ms: durationMs, time }: ExportRecord): boolean {
  const agoMs = Date.now() - Date.parse(time) - Number(durationMs ?? 0);
  return agoMs > PAYLOAD_DELAY_MS || agoMs < -MOST_SKEW_MS;
}

const placeOf = ({ place, position }: ExportPlace): ExportPlace => ({ position, place });

const write = (at: ExportPlace | undefined): string => `${at?.position ?? 0}.${at?.place ?? 0}`;
