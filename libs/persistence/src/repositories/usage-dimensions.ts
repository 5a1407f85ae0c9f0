import type { Columns } from '@multilane/sql';
import type { OpenAccess } from '../connection/connection.js';
import type { AuditScope } from '../records/audit.js';
import type { DimensionUsageRow, UsageDimension } from '../records/usage-dimension.js';
import type { UsageSeriesAnswer } from '../records/usage-series.js';
import { command, readRows } from '../statements/statement.js';
import { Conditions } from './conditions.js';
import { type DimensionSeriesRequest, readDimensionSeries } from './dimension-series.js';
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

const SHOWN = USAGE_SUMS.map((name) => `coalesce(sum(${name}), 0)::float8 AS "${shownName(name)}"`).join(', ');

type Row = Omit<DimensionUsageRow, 'day'> & { readonly shownDay: string | null };
const COLUMNS: Columns<Row> = { shownDay: 'text?', value: 'text', ...SUM_TYPES };

/** Rows in one statement that removes old ones. */
const BATCH = 5_000;

const REMOVE_SESSIONS_BEFORE =
  command(`DELETE FROM usage_dimensions WHERE ctid = ANY(ARRAY(SELECT ctid FROM usage_dimensions
    WHERE kind = 'session' AND day < $1 LIMIT ${BATCH}))`);

/** Usage by what requests say about themselves, from the sums of each day. */
export class UsageDimensionQueries {
  constructor(private readonly access: OpenAccess) {}

  /**
   * One row for each value, by what was spent; by day, the latest day first. Requests without the dimension are in no row.
   *
   * @throws ReadTooLargeError if the server takes too long
   */
  async list(organizationId: string, request: DimensionUsageRequest): Promise<readonly DimensionUsageRow[]> {
    const { dimension, isByDay, limit, offset, workspaceIds } = request;
    if (workspaceIds?.length === 0) return [];
    const conditions = new Conditions()
      .add('organization_id = ?', organizationId)
      .add('kind = ?', dimension.kind)
      .add('name = ?', dimension.kind === 'tag' ? dimension.name : '')
      .add('value = ?', request.value)
      .add('day >= ?', request.fromDay)
      .add('day <= ?', request.toDay)
      .add('workspace_id = ANY(?)', workspaceIds)
      .add('coalesce(team_id::text, team) = ?', request.teamId)
      .add('coalesce(team_id::text, team) = ?', request.team);
    const day = isByDay ? "to_char(day, 'YYYY-MM-DD')" : 'NULL';
    const order = isByDay ? 'day DESC, ' : '';
    const text = `SELECT ${day} AS "shownDay", value, ${SHOWN} FROM usage_dimensions WHERE ${conditions.text}
      GROUP BY ${isByDay ? 'day, ' : ''}value ORDER BY ${order}sum(cost_usd) DESC, sum(requests) DESC, value
      LIMIT ${limit} OFFSET ${offset}`;
    const rows = await readUsage(this.access, (manager) => readRows<Row>(manager, COLUMNS, text, conditions.values));
    return rows.map(({ shownDay, ...row }) => ({ ...row, day: shownDay }));
  }

  /**
   * Lists the days of the values with the most requests, and of the rest as one series.
   *
   * @throws ReadTooLargeError if the server takes too long
   */
  listSeries(organizationId: string, request: DimensionSeriesRequest): Promise<UsageSeriesAnswer> {
    return readUsage(this.access, (manager) => readDimensionSeries(manager, organizationId, request));
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
    const seen = `SELECT FROM usage_dimensions AS sums WHERE sums.organization_id = names.organization_id
      AND sums.kind = 'tag' AND sums.name = names.name AND ${isSeen.text}`;
    const rows = await readUsage(this.access, (manager) =>
      readRows<{ readonly name: string }>(
        manager,
        { name: 'text' },
        `SELECT name FROM usage_tag_names AS names WHERE ${conditions.text}
         ${isSeen.text === '' ? '' : `AND EXISTS (${seen})`} ORDER BY name`,
        conditions.values,
      ),
    );
    return rows.map(({ name }) => name);
  }

  /** Removes the sums of sessions of days before a moment, in small transactions. Resolves to the number of rows. */
  async removeSessionsBefore(before: Date, isStopped: () => boolean = () => false): Promise<number> {
    let removed = 0;
    for (let last = BATCH; last === BATCH && !isStopped(); removed += last) {
      const day = before.toISOString().slice(0, 10);
      last = await this.access.transaction((manager) => REMOVE_SESSIONS_BEFORE.count(manager, [day]));
    }
    return removed;
  }
}
