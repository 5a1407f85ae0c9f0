import type { Columns } from '@multilane/sql';
import type { EntityManager } from 'typeorm';
import type { OpenAccess } from '../../connection/connection.js';
import { TOTALS_OF_ROW, TOTALS_PARTS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import type { AuditScope } from '../../records/audit.js';
import type { DimensionUsageRow, UsageDimension } from '../../records/usage-dimension.js';
import type { UsageSeriesAnswer } from '../../records/usage-series.js';
import { command, readRows, statement } from '../../statements/statement.js';
import { Conditions } from '../rows/conditions.js';
import { addQueuedDimensions } from './dimension-queue.js';
import { type DimensionSeriesRequest, readDimensionSeries } from './dimension-series.js';
import { conditionsOf, countsOf, DimensionTotals, isPageOf, rowsOfDays, rowsOfPeriods } from './dimension-totals.js';
import { periodsOf } from './usage-periods.js';
import { readUsage } from './usage-read.js';
import { SUM_TYPES, shownName, USAGE_SUMS } from './usage-statement.js';

export interface DimensionUsageRequest extends AuditScope {
  readonly dimension: UsageDimension;
  /** Only usage of this value. */
  readonly value?: string | undefined;
  /** The first day, `2026-11-21`, in UTC. */
  readonly fromDay: string;
  /** The last day, included. */
  readonly toDay: string;
  readonly isByDay: boolean;
  /** The id of a team, or the name of one that has none. */
  readonly team?: string | undefined;
  readonly limit: number;
  /** Rows to leave out at the beginning. */
  readonly offset: number;
}

/** Sums of seconds are not exact where days are subtracted from months: what is shown has microseconds. */
const SHOWN = USAGE_SUMS.map((name) => {
  const sum = `coalesce(sum(${name}), 0)`;
  return `${name === 'audio_seconds' ? `round(${sum}::numeric, 6)` : sum}::float8 AS "${shownName(name)}"`;
}).join(', ');
const IN_ORDER = 'sum(cost_usd) DESC, sum(requests) DESC, value';

type Row = Omit<DimensionUsageRow, 'day'> & { readonly shownDay: string | null };
const COLUMNS: Columns<Row> = { shownDay: 'text?', value: 'text', ...SUM_TYPES };

/** Rows in one statement that removes old ones. */
const BATCH = 5_000;

/** Sums of removed rows are taken from those of their days and months, of which some are nothing then. */
const REMOVE_SESSIONS_BEFORE = statement(
  { removed: 'integer', emptied: 'text[]?' },
  `WITH removed AS (
     DELETE FROM usage_dimensions WHERE ctid = ANY(ARRAY(SELECT ctid FROM usage_dimensions
      WHERE kind = 'session' AND day < $1 LIMIT ${BATCH})) RETURNING *
   ), lost AS (
     SELECT organization_id, kind, name, place.part, place.of_value, place.at, ${USAGE_SUMS.map((name) => `sum(${name}) AS ${name}`).join(', ')}
       FROM removed CROSS JOIN LATERAL ${TOTALS_OF_ROW} GROUP BY 1, 2, 3, 4, 5, 6
   ), changed AS (
     UPDATE usage_dimension_totals AS totals SET ${USAGE_SUMS.map((name) => `${name} = totals.${name} - lost.${name}`).join(', ')}
       FROM lost
      WHERE totals.organization_id = lost.organization_id AND totals.kind = lost.kind AND totals.name = lost.name
        AND totals.part = lost.part AND totals.value = lost.of_value AND totals.at = lost.at
     RETURNING totals.ctid, totals.requests
   )
   SELECT (SELECT count(*)::int FROM removed) AS removed,
          (SELECT array_agg(ctid::text) FROM changed WHERE requests = 0) AS emptied`,
);
/** In the transaction that emptied them, and so locks them. */
const REMOVE_EMPTIED = command('DELETE FROM usage_dimension_totals WHERE ctid = ANY($1::text[]::tid[])');

const SHOWN_DAY = (column: string): string => `to_char(${column}, 'YYYY-MM-DD') AS "shownDay"`;
const NO_DAY = 'NULL AS "shownDay"';

/** True if only requests of some teams or workspaces are asked for, which the totals do not distinguish. */
const isOfSome = ({ team, teamId, workspaceIds }: DimensionUsageRequest): boolean =>
  team !== undefined || teamId !== undefined || workspaceIds !== undefined;

/** Rows by day. An index has their order; those that something is queued for are put among them. */
function readDays(manager: EntityManager, conditions: Conditions, request: DimensionUsageRequest): Promise<Row[]> {
  const { fromDay, limit, offset, toDay, value } = request;
  const own = conditions.copy().add('value = ?', value);
  const days = `BETWEEN ${own.parameter(fromDay)} AND ${own.parameter(toDay)}`;
  const kept = `${own.text} AND part = ${TOTALS_PARTS.day}`;
  const shown = USAGE_SUMS.map((name) => `${name}::float8 AS "${shownName(name)}"`).join(', ');
  const both = USAGE_SUMS.map((name) => `queued.${name} + coalesce(kept.${name}, 0) AS ${name}`).join(', ');
  const order = 'ORDER BY at DESC, cost_usd DESC, requests DESC, value';
  const text = `WITH queued AS MATERIALIZED (
      SELECT day, value, ${USAGE_SUMS.map((name) => `sum(${name}) AS ${name}`).join(', ')}
        FROM usage_dimension_queue WHERE ${own.text} AND day ${days} GROUP BY day, value
    ), changed AS (
      SELECT queued.day AS at, queued.value, ${both}
        FROM queued LEFT JOIN (SELECT * FROM usage_dimension_totals WHERE ${kept} AND at ${days}
          AND value = ANY(ARRAY(SELECT queued.value FROM queued))) AS kept ON kept.at = queued.day AND kept.value = queued.value
    ), first AS (
      SELECT at, value, ${USAGE_SUMS.join(', ')} FROM usage_dimension_totals
       WHERE ${kept} AND at ${days} AND (at, value) NOT IN (SELECT day, value FROM queued)
       ${order} LIMIT ${limit + offset}
    ) SELECT ${SHOWN_DAY('at')}, value, ${shown} FROM (SELECT * FROM changed UNION ALL SELECT * FROM first) AS rows
    ${order} LIMIT ${limit} OFFSET ${offset}`;
  return readRows<Row>(manager, COLUMNS, text, own.values);
}

/** Finds the values of a page, and sums those alone. */
async function readTotals(
  manager: EntityManager,
  conditions: Conditions,
  { limit, offset, value, ...request }: DimensionUsageRequest,
  counts: readonly number[],
): Promise<Row[]> {
  const totals = new DimensionTotals(manager, conditions);
  const days = await totals.readDays(request);
  const page = { by: 'cost', limit, offset } as const;
  const values = value === undefined ? await totals.findPage(days, page, counts) : offset === 0 ? [value] : [];
  const periods = periodsOf(days);
  if (values.length === 0 || periods.length === 0) return [];
  const own = conditions.copy().add('value = ANY(?::text[])', values);
  const text = `SELECT ${NO_DAY}, value, ${SHOWN} FROM ${rowsOfPeriods(own, days, periods, USAGE_SUMS)}
    GROUP BY value HAVING sum(requests) > 0 ORDER BY ${IN_ORDER}`;
  return readRows<Row>(manager, COLUMNS, text, own.values);
}

/**
 * Sums of some teams or workspaces. Few of the values that cost most everywhere are summed first, since a value costs no more in a part than
 * everywhere; if that does not tell, all are.
 */
async function readScoped(
  manager: EntityManager,
  conditions: Conditions,
  request: DimensionUsageRequest,
  counts: readonly number[],
): Promise<Row[]> {
  const { isByDay, limit, offset, value } = request;
  const read = (values?: readonly string[]): Promise<Row[]> => {
    const own = conditions
      .copy()
      .add('value = ?', value)
      .add('day >= ?', request.fromDay)
      .add('day <= ?', request.toDay)
      .add('workspace_id = ANY(?)', request.workspaceIds)
      .add('coalesce(team_id::text, team) = ?', request.teamId)
      .add('coalesce(team_id::text, team) = ?', request.team)
      .add('value = ANY(?::text[])', values);
    const text = `SELECT ${isByDay ? SHOWN_DAY('day') : NO_DAY}, value, ${SHOWN} FROM ${rowsOfDays(own)}
      GROUP BY ${isByDay ? 'day, ' : ''}value ORDER BY ${isByDay ? 'day DESC, ' : ''}${IN_ORDER}
      LIMIT ${limit} OFFSET ${offset}`;
    return readRows<Row>(manager, COLUMNS, text, own.values);
  };
  if (isByDay || value !== undefined) return read();
  const totals = new DimensionTotals(manager, conditions);
  const days = await totals.readDays(request);
  for (const count of counts) {
    const leaders = await totals.findLeaders(days, 'cost', count);
    const rows = await read(leaders.values);
    if (isPageOf(rows, leaders, { by: 'cost', limit })) return rows;
  }
  return read();
}

/** Usage by what requests say about themselves, from the sums of each day and month. */
export class UsageDimensionQueries {
  constructor(private readonly access: OpenAccess) {}

  /**
   * One row for each value, by what was spent; by day, the latest day first. Requests without the dimension are in no row.
   *
   * @param counts Numbers of values that those of a page are looked for among, one after the other, before all are summed
   * @throws ReadTooLargeError if the server takes too long
   */
  async list(
    organizationId: string,
    request: DimensionUsageRequest,
    counts: readonly number[] = countsOf(request),
  ): Promise<readonly DimensionUsageRow[]> {
    if (request.workspaceIds?.length === 0) return [];
    const rows = await readUsage(this.access, (manager) => {
      const conditions = conditionsOf(organizationId, request.dimension);
      if (isOfSome(request)) return readScoped(manager, conditions, request, counts);
      if (request.isByDay) return readDays(manager, conditions, request);
      return readTotals(manager, conditions, request, counts);
    });
    return rows.map(({ shownDay, ...row }) => ({ ...row, day: shownDay }));
  }

  /**
   * Lists the days of the values with the most requests, and of the rest as one series.
   *
   * @throws ReadTooLargeError if the server takes too long
   */
  listSeries(
    organizationId: string,
    request: DimensionSeriesRequest,
    counts?: readonly number[],
  ): Promise<UsageSeriesAnswer> {
    return readUsage(this.access, (manager) => readDimensionSeries(manager, organizationId, request, counts));
  }

  /** Lists the names of tags in a scope, in their order. An organization has a bounded number of them. */
  async listTagNames(organizationId: string, scope: AuditScope, text?: string): Promise<readonly string[]> {
    const { teamId, workspaceIds } = scope;
    if (workspaceIds?.length === 0) return [];
    const conditions = new Conditions()
      .add('organization_id = ?', organizationId)
      .add('strpos(lower(name), lower(?)) > 0', text);
    const isSeen = new Conditions(conditions.values)
      .add('sums.workspace_id = ANY(?)', workspaceIds)
      .add('coalesce(sums.team_id::text, sums.team) = ?', teamId);
    const seenIn = (table: string): string => `EXISTS (SELECT FROM ${table} AS sums
      WHERE sums.organization_id = names.organization_id AND sums.kind = 'tag' AND sums.name = names.name AND ${isSeen.text})`;
    const seen = `(${seenIn('usage_dimensions')} OR ${seenIn('usage_dimension_queue')})`;
    const rows = await readUsage(this.access, (manager) =>
      readRows<{ readonly name: string }>(
        manager,
        { name: 'text' },
        `SELECT name FROM usage_tag_names AS names WHERE ${conditions.text}
         ${isSeen.text === '' ? '' : `AND ${seen}`} ORDER BY name`,
        conditions.values,
      ),
    );
    return rows.map(({ name }) => name);
  }

  /** Adds the queued sums of new records to those of days and months, in small transactions. Resolves to the number of rows that were queued. */
  addQueued(isStopped: () => boolean = () => false): Promise<number> {
    return addQueuedDimensions(this.access, isStopped);
  }

  /** Removes the sums of sessions of days before a moment, in small transactions. Resolves to the number of rows. */
  async removeSessionsBefore(before: Date, isStopped: () => boolean = () => false): Promise<number> {
    let removed = 0;
    for (let last = BATCH; last === BATCH && !isStopped(); removed += last) {
      const day = before.toISOString().slice(0, 10);
      last = await this.access.transaction(async (manager) => {
        const { emptied, removed: count } = await REMOVE_SESSIONS_BEFORE.one(manager, [day]);
        if (emptied !== null) await REMOVE_EMPTIED.run(manager, [emptied]);
        return count;
      });
    }
    return removed;
  }
}
