import type { EntityManager } from 'typeorm';
import type { OpenAccess } from '../../connection/connection.js';
import { SCOPE_TEAM } from '../../migrations/usage-dimension-scopes/usage-dimension-scopes-tables.js';
import { TOTALS_PARTS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import type { AuditScope } from '../../records/audit.js';
import type { DimensionUsageRow } from '../../records/usage/usage-dimension.js';
import type { UsageSeriesAnswer } from '../../records/usage/usage-series.js';
import { readRows } from '../../statements/statement.js';
import { Conditions } from '../rows/conditions.js';
import { readDays, readDaysInScope, SHOWN_COLUMNS, type ShownRow } from './dimension-days.js';
import { addQueuedDimensions } from './dimension-queue.js';
import { removeSessionsBefore } from './dimension-removal.js';
import { type DimensionRows, type DimensionUsageRequest, findRows } from './dimension-rows.js';
import { type DimensionSeriesRequest, readDimensionSeries } from './dimension-series.js';
import { countsOf, DimensionTotals, rowsOfPeriods } from './dimension-totals.js';
import { dimensionWithImported } from './imports/dimension-with-imported.js';
import { hasImported } from './imports/imported-rows.js';
import { periodsOf } from './usage-periods.js';
import { readUsage } from './usage-read.js';
import { shownName, USAGE_SUMS } from './usage-statement.js';

/** Sums of seconds are not exact where days are subtracted from months: what is shown has microseconds. */
const SHOWN = USAGE_SUMS.map((name) => {
  const sum = `coalesce(sum(${name}), 0)`;
  return `${name === 'audio_seconds' ? `round(${sum}::numeric, 6)` : sum}::float8 AS "${shownName(name)}"`;
}).join(', ');

/** Workspaces and teams that have tags. */
const KEPT_SCOPES = `SELECT *, team AS of_team FROM usage_dimension_scopes WHERE part = ${TOTALS_PARTS.allOfDay} AND value = ''`;
const QUEUED_SCOPES = `SELECT *, ${SCOPE_TEAM} AS of_team FROM usage_dimension_queue`;

const IN_ORDER = 'sum(cost_usd) DESC, sum(requests) DESC, value';

/** Finds the values of a page, and sums those alone. */
async function readTotals(
  manager: EntityManager,
  found: DimensionRows,
  { limit, offset, value, ...request }: DimensionUsageRequest,
  counts: readonly number[],
): Promise<ShownRow[]> {
  const totals = new DimensionTotals(manager, found);
  const days = await totals.readDays(request);
  const page = { by: 'cost', limit, offset } as const;
  const values = value === undefined ? await totals.findPage(days, page, counts) : offset === 0 ? [value] : [];
  const periods = periodsOf(days);
  if (values.length === 0 || periods.length === 0) return [];
  const own = found.ofValues(values);
  const text = `SELECT NULL AS "shownDay", value, ${SHOWN} FROM ${rowsOfPeriods(found, own, days, periods, USAGE_SUMS)}
    GROUP BY value HAVING sum(requests) > 0 ORDER BY ${IN_ORDER}`;
  return readRows<ShownRow>(manager, SHOWN_COLUMNS, text, own.values);
}

async function readRecorded(
  manager: EntityManager,
  organizationId: string,
  request: DimensionUsageRequest,
  counts: readonly number[],
): Promise<DimensionUsageRow[]> {
  const found = await findRows(manager, organizationId, request, request);
  const read = async (): Promise<ShownRow[]> => {
    if (!request.isByDay) return readTotals(manager, found, request, counts);
    if (found.places === undefined) return readDays(manager, found, request);
    return readDaysInScope(manager, found, request, await new DimensionTotals(manager, found).readDays(request));
  };
  return (await read()).map(({ shownDay, ...row }) => ({ ...row, day: shownDay }));
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
    const { fromDay, imported = 'exclude', toDay } = request;
    return readUsage(this.access, async (manager) => {
      const isMerged =
        imported === 'only' || (imported === 'include' && (await hasImported(manager, organizationId, fromDay, toDay)));
      if (!isMerged) return readRecorded(manager, organizationId, request, counts);
      return dimensionWithImported(manager, organizationId, request, (whole) =>
        readRecorded(manager, organizationId, whole, countsOf(whole)),
      );
    });
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
      .add('sums.of_team = ?', teamId);
    const seenIn = (rows: string): string => `EXISTS (SELECT FROM (${rows}) AS sums
      WHERE sums.organization_id = names.organization_id AND sums.kind = 'tag' AND sums.name = names.name AND ${isSeen.text})`;
    const seen = `(${seenIn(KEPT_SCOPES)} OR ${seenIn(QUEUED_SCOPES)})`;
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
  removeSessionsBefore(before: Date, isStopped: () => boolean = () => false): Promise<number> {
    return removeSessionsBefore(this.access, before, isStopped);
  }
}
