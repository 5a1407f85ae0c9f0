import type { ExportRecord, RecordOrigin } from './export-record.js';
import type { ExportBatch, Sink, SinkAnswer } from './sinks/sink.js';

/** Record of a batch with its index in it, as the sink gets it. */
export interface BatchItem {
  readonly index: number;
  readonly record: ExportRecord;
  readonly origin: RecordOrigin;
}

export type Halt = Extract<SinkAnswer, { kind: 'away' | 'refused' }>;

/** How far a batch came. Its records are sent in their order, so that what was settled is its beginning. */
export interface Delivery {
  /** Number of items that are settled: accepted, or rejected for good. */
  readonly settled: number;
  readonly delivered: number;
  readonly rejects: readonly { readonly item: BatchItem; readonly reason: string }[];
  /** Reason why the rest is sent later. */
  readonly halt: Halt | undefined;
  /** Number of items at the beginning of the rest that were sent together, and must be sent together again. */
  readonly halted: number;
}

/** A sink that refuses so many records in a row, each for itself, is taken to refuse every one. */
const MOST_IN_ROW = 16;

interface State {
  settled: number;
  delivered: number;
  inRow: number;
  readonly rejects: { readonly item: BatchItem; readonly reason: string }[];
}

/**
 * Sends a batch. One that the sink does not take is halved until the records at fault are found: those are rejected, and the others go on.
 *
 * @param nameOf id of the batch of these items
 * @param inRow records that the sink refused in a row before
 */
export async function deliverBatch(
  sink: Sink,
  items: readonly BatchItem[],
  nameOf: (items: readonly BatchItem[]) => string,
  inRow = 0,
): Promise<Delivery & { readonly inRow: number }> {
  const state: State = { settled: 0, delivered: 0, inRow, rejects: [] };
  const halted = items.length === 0 ? undefined : await deliver(sink, items, nameOf, state);
  return { ...state, halt: halted?.halt, halted: halted?.items ?? 0 };
}

async function deliver(
  sink: Sink,
  items: readonly BatchItem[],
  nameOf: (items: readonly BatchItem[]) => string,
  state: State,
): Promise<{ readonly halt: Halt; readonly items: number } | undefined> {
  const records = items.map(({ record }) => record);
  const batch: ExportBatch = { id: nameOf(items), records, origins: items.map(({ origin }) => origin) };
  const answer = await sink.send(batch);
  const [first] = items;
  if (answer.kind === 'accepted') {
    state.settled += items.length;
    state.delivered += items.length;
    state.inRow = 0;
    return undefined;
  }
  if (answer.kind !== 'records') return { halt: answer, items: items.length };
  if (items.length > 1 || first === undefined) {
    const middle = Math.ceil(items.length / 2);
    return (
      (await deliver(sink, items.slice(0, middle), nameOf, state)) ??
      (await deliver(sink, items.slice(middle), nameOf, state))
    );
  }
  if (state.inRow >= MOST_IN_ROW) {
    return { halt: { kind: 'refused', reason: `The sink refuses every record. ${answer.reason}` }, items: 1 };
  }
  state.inRow += 1;
  state.settled += 1;
  state.rejects.push({ item: first, reason: answer.reason });
  return undefined;
}
