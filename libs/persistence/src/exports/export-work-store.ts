import type { OpenAccess } from '../connection/connection.js';
import { newId } from '../ids/new-id.js';
import { command, statement } from '../statements/statement.js';
import type { ExportState } from './tenant-export.js';

/** Place in the order in which records are exported: an entry, and the record in it, from 1. 0: none of it yet. */
export interface ExportPlace {
  readonly position: number;
  readonly place: number;
}

/** A sink of gateway.yaml with its progress. */
export interface ExportSinkRecord {
  readonly id: string;
  readonly name: string;
  readonly state: ExportState;
  readonly problem: string | null;
  readonly delivered: number;
  readonly rejected: number;
  readonly dropped: number;
  readonly deliveredAt: Date | null;
  /** Seconds since the oldest entry that the sink has not taken was stored; 0 if there is none. */
  readonly lagSeconds: number;
}

/** A sink that this process exports to, until its lease ends. Every write names the fence. */
export interface TakenSink extends ExportPlace {
  readonly id: string;
  readonly name: string;
  readonly fence: number;
  /** Place whose records it gets; null: every organization, and every workspace. */
  readonly organizationId: string | null;
  readonly workspaceId: string | null;
  /** End of the batch that was last begun, which is sent again as it was. Null: none. */
  readonly plannedPosition: number | null;
  readonly plannedPlace: number | null;
}

/** A record as the database has it, with its place; null if retention has removed it. */
export interface ExportedItem extends ExportPlace {
  readonly record: Readonly<Record<string, unknown>> | null;
}

/** A record that a sink refuses. */
export interface RejectedRecord {
  readonly time: string;
  readonly id: string;
  readonly reason: string;
}

export interface ExportProgress {
  readonly to: ExportPlace;
  /** End of the batch to send next, where it was begun already. */
  readonly plan: ExportPlace | undefined;
  readonly delivered: number;
  readonly dropped: number;
  readonly rejects: readonly RejectedRecord[];
}

/** Any number that nobody else locks. */
const LOCK = 7_246_113_552;
/** Entries that get their positions at once. */
const MOST_STAMPED = 5_000;
/** Entries that a batch is looked for in. The first one may have been taken already. */
export const MOST_EXPORT_ENTRIES = 500;
/** A sink that no process has named for so long is gone from gateway.yaml. */
const FORGET_MINUTES = 60;
const MOST_REMOVED = 2_000;
/** Statements that remove entries, one after the other, before others have their turn. */
const MOST_REMOVALS = 100;
/** Rejected records that are kept of each sink. */
const MOST_REJECTS = 1_000;
const LONGEST_REASON = 300;

const PLACES = { position: 'float8', place: 'integer' } as const;

/** Columns of a sink that was taken. */
export const TAKEN = {
  types: {
    ...PLACES,
    id: 'uuid',
    name: 'text',
    fence: 'float8',
    organizationId: 'uuid?',
    workspaceId: 'uuid?',
    plannedPosition: 'float8?',
    plannedPlace: 'integer?',
  },
  sql: `sinks.id, sinks.name, sinks.fence::float8 AS fence, sinks.position::float8 AS position, sinks.place,
    sinks.organization_id AS "organizationId", sinks.workspace_id AS "workspaceId",
    sinks.planned_position::float8 AS "plannedPosition", sinks.planned_place AS "plannedPlace"`,
} as const;

const REGISTER = command(
  `INSERT INTO export_sinks (id, name, position)
   SELECT sink.id, sink.name, (SELECT coalesce(max(position), 0) + 1 FROM export_entries)
     FROM unnest($1::uuid[], $2::text[]) AS sink (id, name) ORDER BY sink.name
   ON CONFLICT (name) DO UPDATE SET seen_at = now()`,
);
const FORGET = command(
  `DELETE FROM export_sinks WHERE seen_at < now() - interval '${FORGET_MINUTES} minutes' 
      AND lease_until < now() AND export_id IS NULL AND name <> ALL ($1)`,
);
const TRY_LOCK = statement({ isTaken: 'boolean' }, `SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isTaken"`);
const STAMP = command(
  `UPDATE export_entries SET position = nextval('export_positions')
    WHERE id IN (SELECT id FROM export_entries WHERE position IS NULL ORDER BY id LIMIT ${MOST_STAMPED})`,
);
const TAKE = statement<TakenSink>(
  TAKEN.types,
  `UPDATE export_sinks AS sinks SET fence = fence + 1, lease_until = now() + make_interval(secs => $2)
    WHERE id IN (SELECT id FROM export_sinks WHERE name = ANY ($1) AND lease_until < now() ORDER BY id FOR UPDATE SKIP LOCKED)
   RETURNING ${TAKEN.sql}`,
);
const RENEW = statement(
  { id: 'uuid' },
  `UPDATE export_sinks AS sinks SET lease_until = now() + make_interval(secs => $3)
     FROM unnest($1::uuid[], $2::bigint[]) AS held (id, fence)
    WHERE sinks.id = held.id AND sinks.fence = held.fence RETURNING sinks.id`,
);
const RELEASE = command("UPDATE export_sinks SET lease_until = '-infinity' WHERE id = $1 AND fence = $2");
/** @param place condition on the organization of entries */
const readItems = (place: string) => `WITH entries AS (
     SELECT position, times, ids, cardinality(ids) AS size FROM export_entries
      WHERE position >= $1${place} ORDER BY position LIMIT ${MOST_EXPORT_ENTRIES}
   ), near AS (
     SELECT *, sum(size) OVER (ORDER BY position) - size AS before FROM entries
   ), items AS (
     SELECT position, item.place::int AS place, item.time, item.id
       FROM near, unnest(times, ids) WITH ORDINALITY AS item (time, id, place)
      WHERE before < $2::int + $3::int AND (position > $1 OR item.place > $2)
        AND ($4::bigint IS NULL OR (position, item.place) <= ($4, $5::bigint))
      ORDER BY position, place LIMIT $3
   )
   SELECT items.position::float8 AS position, items.place, row_to_json(records) AS record
     FROM items LEFT JOIN audit_records AS records ON records.time = items.time AND records.id = items.id
    ORDER BY items.position, items.place`;
const ITEM = { ...PLACES, record: 'json?' } as const;
const READ = statement<ExportedItem>(ITEM, readItems(''));
const READ_OF_ORGANIZATION = statement<ExportedItem>(ITEM, readItems(' AND organization_id = $6'));
const PLAN = command('UPDATE export_sinks SET planned_position = $3, planned_place = $4 WHERE id = $1 AND fence = $2');
const ADVANCE = command(
  `UPDATE export_sinks SET position = $3, place = $4, planned_position = $5, planned_place = $6,
     delivered = delivered + $7, rejected = rejected + $8, dropped = dropped + $9,
     delivered_at = CASE WHEN $7::int > 0 THEN now() ELSE delivered_at END
    WHERE id = $1 AND fence = $2`,
);
const REJECT = command(
  `INSERT INTO export_rejects (id, sink_id, record_time, record_id, reason)
   SELECT reject.id, $1, reject.time, reject.record_id, reject.reason
     FROM unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::text[]) AS reject (id, time, record_id, reason)`,
);
const TRIM_REJECTS = command(
  `DELETE FROM export_rejects WHERE sink_id = $1 AND id <=
     (SELECT id FROM export_rejects WHERE sink_id = $1 ORDER BY id DESC OFFSET ${MOST_REJECTS} LIMIT 1)`,
);
const NOTE = command(
  `UPDATE export_sinks SET state = $3, problem = $4
    WHERE id = $1 AND fence = $2 AND (state, problem) IS DISTINCT FROM ($3, $4)`,
);
const LIST = statement<ExportSinkRecord>(
  {
    id: 'uuid',
    name: 'text',
    state: 'text',
    problem: 'text?',
    delivered: 'float8',
    rejected: 'float8',
    dropped: 'float8',
    deliveredAt: 'timestamptz?',
    lagSeconds: 'float8',
  },
  `SELECT id, name, state, problem, delivered::float8 AS delivered, rejected::float8 AS rejected,
     dropped::float8 AS dropped, delivered_at AS "deliveredAt",
     coalesce(extract(epoch FROM now() - least(
       (SELECT created_at FROM export_entries AS entries
         WHERE entries.position >= sinks.position
           AND (entries.position > sinks.position OR cardinality(ids) > sinks.place)
         ORDER BY entries.position LIMIT 1),
       (SELECT created_at FROM export_entries WHERE position IS NULL ORDER BY id LIMIT 1))), 0)::float8 AS "lagSeconds"
   FROM export_sinks AS sinks WHERE export_id IS NULL ORDER BY name`,
);
const LIST_REJECTS = statement<RejectedRecord>(
  { time: 'text', id: 'uuid', reason: 'text' },
  `SELECT to_char(record_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time, record_id AS id, reason
     FROM export_rejects WHERE sink_id = $1 ORDER BY export_rejects.id DESC LIMIT $2`,
);
/** An entry stays for the sinks of its organization and those of gateway.yaml. */
const CLEAN_TAKEN = command(
  `WITH reached AS (
     SELECT organization_id, min(position) AS position FROM export_sinks WHERE state <> 'stopped' GROUP BY organization_id
   )
   DELETE FROM export_entries WHERE id IN (
     SELECT entries.id FROM export_entries AS entries
       LEFT JOIN reached AS everyone ON everyone.organization_id IS NULL
       LEFT JOIN reached AS own ON own.organization_id = entries.organization_id
      WHERE entries.position < coalesce(least(everyone.position, own.position), 9223372036854775807)
      ORDER BY entries.position LIMIT ${MOST_REMOVED})`,
);
/** Entries that came while the last sinks were being forgotten. */
const CLEAN_UNWANTED = command(
  `DELETE FROM export_entries WHERE id IN (SELECT id FROM export_entries
    WHERE NOT EXISTS (SELECT FROM export_sinks WHERE state <> 'stopped') LIMIT ${MOST_REMOVED})`,
);
/** Sinks have taken none of them. */
const REMOVE_UNSEEN = command(
  `DELETE FROM export_entries WHERE id IN (SELECT id FROM export_entries
    WHERE position IS NULL AND created_at < $1 ORDER BY id LIMIT ${MOST_REMOVED})`,
);
/** What a sink had not taken of the entries that go is lost to it. */
const CLEAN_OLD = statement(
  { removed: 'integer' },
  `WITH removed AS (
     DELETE FROM export_entries WHERE id IN (SELECT id FROM export_entries
       WHERE position IS NOT NULL AND created_at < now() - make_interval(days => $1) ORDER BY position LIMIT ${MOST_REMOVED})
     RETURNING position, organization_id, cardinality(ids) AS size
   ), lost AS (
     SELECT sinks.id, sum(size - CASE WHEN removed.position = sinks.position THEN sinks.place ELSE 0 END) AS records
       FROM export_sinks AS sinks JOIN removed ON removed.position >= sinks.position
       AND (sinks.organization_id IS NULL OR sinks.organization_id = removed.organization_id)
      WHERE sinks.state <> 'stopped' GROUP BY sinks.id
   ), counted AS (
     UPDATE export_sinks AS sinks SET dropped = dropped + lost.records FROM lost WHERE lost.id = sinks.id AND lost.records > 0
   )
   SELECT count(*)::int AS removed FROM removed`,
);

/**
 * The work of exports: the order in which stored records leave, and how far each sink is. An entry lists the records of one organization
 * that one transaction stored. It gets its position when it is seen, from one process at a time, so that no entry with a lower position can
 * appear later (docs/decisions/2026-11-30-exports.md).
 */
export class ExportWorkStore {
  constructor(private readonly access: OpenAccess) {}

  /** Notes that these sinks are in gateway.yaml. A new one begins with the records that are stored from now on. */
  async register(names: readonly string[]): Promise<void> {
    await REGISTER.run(this.access, [names.map(() => newId()), names]);
  }

  /** Gives positions to entries that have none, unless another process does so at this moment. */
  async stamp(): Promise<void> {
    await this.access.transaction(async (manager) => {
      const { isTaken } = await TRY_LOCK.one(manager);
      if (isTaken) await STAMP.run(manager);
    });
  }

  /** Takes the sinks of these names that no process has. */
  take(names: readonly string[], leaseSeconds: number): Promise<TakenSink[]> {
    return TAKE.rows(this.access, [names, leaseSeconds]);
  }

  /** Renews leases. Resolves to the sinks that are another process's by now, or gone. */
  async findLost(fences: ReadonlyMap<string, number>, leaseSeconds: number): Promise<string[]> {
    const rows = await RENEW.rows(this.access, [[...fences.keys()], [...fences.values()], leaseSeconds]);
    const held = new Set(rows.map(({ id }) => id));
    return [...fences.keys()].filter((id) => !held.has(id));
  }

  async release({ fence, id }: Pick<TakenSink, 'id' | 'fence'>): Promise<void> {
    await RELEASE.run(this.access, [id, fence]);
  }

  /** The records behind a place, up to another one and so many; of one organization, or of all. */
  read(
    from: ExportPlace,
    to: ExportPlace | undefined,
    limit: number,
    organizationId: string | null = null,
  ): Promise<ExportedItem[]> {
    const values = [from.position, from.place, limit, to?.position ?? null, to?.place ?? null];
    if (organizationId === null) return READ.rows(this.access, values);
    return READ_OF_ORGANIZATION.rows(this.access, [...values, organizationId]);
  }

  /** Notes the end of a batch before it is sent. False: the sink is another process's. */
  plan({ fence, id }: Pick<TakenSink, 'id' | 'fence'>, end: ExportPlace): Promise<boolean> {
    return PLAN.matches(this.access, [id, fence, end.position, end.place]);
  }

  /** Notes how far a sink is, with the records that it refuses. False: the sink is another process's, and nothing is noted. */
  async advance({ fence, id }: Pick<TakenSink, 'id' | 'fence'>, progress: ExportProgress): Promise<boolean> {
    const { delivered, dropped, plan, rejects, to } = progress;
    const places = [to.position, to.place, plan?.position ?? null, plan?.place ?? null];
    return this.access.transaction(async (manager) => {
      const isHeld = await ADVANCE.matches(manager, [id, fence, ...places, delivered, rejects.length, dropped]);
      if (!isHeld || rejects.length === 0) return isHeld;
      await REJECT.run(manager, [
        id,
        rejects.map(() => newId()),
        rejects.map(({ time }) => time),
        rejects.map((reject) => reject.id),
        rejects.map(({ reason }) => storable(reason)),
      ]);
      await TRIM_REJECTS.run(manager, [id]);
      return true;
    });
  }

  async note(
    { fence, id }: Pick<TakenSink, 'id' | 'fence'>,
    state: ExportState,
    problem: string | null,
  ): Promise<void> {
    await NOTE.run(this.access, [id, fence, state, problem === null ? null : storable(problem)]);
  }

  /** The sinks of gateway.yaml, by their names. */
  list(): Promise<ExportSinkRecord[]> {
    return LIST.rows(this.access);
  }

  /** The newest records that a sink refused. */
  listRejects(sinkId: string, limit: number): Promise<RejectedRecord[]> {
    return LIST_REJECTS.rows(this.access, [sinkId, limit]);
  }

  /**
   * Forgets sinks that no process names any more, and entries that every sink has taken or that are older than the retention.
   *
   * @param named sinks that this process names, whose progress stays even if nobody could note that for long
   */
  async clean(retentionDays: number, named: readonly string[]): Promise<void> {
    await FORGET.run(this.access, [named]);
    await removeAll(() => CLEAN_TAKEN.count(this.access));
    await removeAll(() => CLEAN_UNWANTED.count(this.access));
    await removeAll(async () => (await CLEAN_OLD.one(this.access, [retentionDays])).removed);
  }

  /** Removes entries from before a time that no worker has seen: where none runs, they would stay for ever. Resolves to their number. */
  async removeUnseen(before: Date, isStopped: () => boolean): Promise<number> {
    for (let removed = 0; ; ) {
      const count = await REMOVE_UNSEEN.count(this.access, [before]);
      removed += count;
      if (count < MOST_REMOVED || isStopped()) return removed;
    }
  }
}

/** Reasons may have words of the sink. PostgreSQL has no NUL in text. */
export const storable = (reason: string): string => reason.slice(0, LONGEST_REASON).replaceAll('\0', ' ');

/** More entries may come in a minute than one statement removes. */
async function removeAll(remove: () => Promise<number>): Promise<void> {
  for (let round = 0; round < MOST_REMOVALS; round += 1) {
    if ((await remove()) < MOST_REMOVED) return;
  }
}
