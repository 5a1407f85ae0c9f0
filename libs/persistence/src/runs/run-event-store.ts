import { parseBoundedJson } from '@multilane/contracts';
import { SealedStore } from '../background/sealed-store.js';
import { type Sql, sqlWithin } from '../connection/connection.js';
import {
  MOST_RUN_EVENTS,
  type NewRunEvent,
  RUN_EVENT_CHARACTERS,
  type RunAddress,
  type RunEventRecord,
} from '../records/run-event.js';
import type { SecretBox } from '../secrets/secret-box.js';
import { command, statement } from '../statements/statement.js';

/** On this channel of PostgreSQL, the id of each run that has new events is announced. */
export const RUN_EVENTS_CHANNEL = 'multilane_run_events';

type Listener = (runId: string) => void;

/** Listeners of this process: the embedded database has no other. */
const LISTENERS = new Set<Listener>();

const LIST = statement(
  { seq: 'bigint', kind: 'text', sealed: 'text', createdAt: 'timestamptz' },
  `SELECT seq, kind, sealed, created_at AS "createdAt" FROM run_events
   WHERE run_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
);
const REMOVE_WITHIN = command('DELETE FROM run_events WHERE run_id = ANY($1::uuid[])');

/**
 * Events of runs of agents and workflows: a log for each run, which is only appended to. Contents are sealed, each for
 * its run.
 */
export class RunEventStore extends SealedStore {
  protected readonly contents = 'events of runs';

  /** Adds events at the end of a run's log. */
  async append(run: RunAddress, events: readonly NewRunEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.access.transaction((manager) => this.appendWithin(sqlWithin(manager), run, events));
    this.announce(run.runId);
  }

  /** The same in a transaction. Call `announce` when that is committed. */
  async appendWithin(sql: Sql, run: RunAddress, events: readonly NewRunEvent[]): Promise<void> {
    await appendRunEvents(sql, this.boxOrThrow(), run, events);
  }

  /** Wakes readers in this process. PostgreSQL tells those of others. */
  announce(runId: string): void {
    for (const listener of LISTENERS) listener(runId);
  }

  /** Calls `listener` with the id of each run that this process adds events to. Returns what ends it. */
  onAppend(listener: Listener): () => void {
    LISTENERS.add(listener);
    return () => LISTENERS.delete(listener);
  }

  /** The events of a run behind a number, oldest first. */
  async list(runId: string, after: number, limit: number): Promise<RunEventRecord[]> {
    const rows = await LIST.rows(this.access, [runId, after, limit]);
    const box = this.boxOrThrow();
    return rows.map(({ createdAt, kind, sealed, seq }) => ({
      seq: Number(seq),
      kind,
      data: parseBoundedJson(box.open(sealed, eventOf(runId))) as object,
      createdAt,
    }));
  }

  /** Removes the logs of runs, in the transaction that removes the runs. */
  async removeWithin(sql: Sql, runIds: readonly string[]): Promise<void> {
    await REMOVE_WITHIN.run(sql, [runIds]);
  }
}

const TAKE_TURN = command('SELECT pg_advisory_xact_lock(hashtextextended($1, 3381220947))');
const APPEND = command(`WITH written AS (
     INSERT INTO run_events (run_id, seq, workspace_id, kind, sealed)
     SELECT $1, last.seq + added.number, $2, added.kind, added.sealed
       FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS added (kind, sealed, number),
            (SELECT coalesce(max(seq), 0) AS seq FROM run_events WHERE run_id = $1) AS last
      WHERE last.seq + added.number <= ${MOST_RUN_EVENTS} RETURNING run_id)
   SELECT pg_notify('${RUN_EVENTS_CHANNEL}', run_id::text) FROM written LIMIT 1`);

/** Adds events at the end of a run's log, within a transaction. */
export async function appendRunEvents(
  sql: Sql,
  box: SecretBox,
  { runId, workspaceId }: RunAddress,
  events: readonly NewRunEvent[],
): Promise<void> {
  const texts = events.map(({ data }) => box.seal(shorten(data), eventOf(runId)));
  // One writer at a time for each run: whoever reads up to a number has seen all that are smaller.
  await TAKE_TURN.run(sql, [runId]);
  await APPEND.run(sql, [runId, workspaceId, events.map(({ kind }) => kind), texts]);
}

/** Sealing purpose of a run's events. */
export const eventOf = (runId: string): string => `run_event ${runId}`;

/** The JSON of an event; of one that is too large its beginning, as a text. */
function shorten(data: object): string {
  const text = JSON.stringify(data);
  if (text.length <= RUN_EVENT_CHARACTERS) return text;
  const small = Object.entries(data).filter(([, value]) => JSON.stringify(value ?? null).length <= 512);
  const beginning = text.slice(0, RUN_EVENT_CHARACTERS / 4).replace(/[\ud800-\udbff]$/, '');
  return JSON.stringify({
    ...Object.fromEntries(small.slice(0, 32)),
    truncated: true,
    characters: text.length,
    beginning,
  });
}
