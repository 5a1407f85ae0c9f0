import type { EntityManager } from 'typeorm';
import { TOTALS_PARTS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import { readRows } from '../../statements/statement.js';
import type { Conditions } from '../rows/conditions.js';
import type { DimensionRows } from './dimension-rows.js';
import {
  BOUND_COLUMNS,
  type Bound,
  isLarger,
  type LeadersRow,
  leadersOf,
  type ORDERS,
  orderOf,
  type Rank,
  toLeaders,
} from './leader-lists.js';
import { rankedPlacesOf } from './ranked-places.js';
import { type AskedDays, monthsOf } from './usage-periods.js';

/** Part of the values in an order. */
export interface DimensionPage {
  readonly by: keyof typeof ORDERS;
  readonly limit: number;
  readonly offset: number;
}

/** The first values of the lists of some days and months. */
export interface Leaders extends Bound {
  readonly values: readonly string[];
}

/** Lists that are read for a page at most, one of each month, workspace and team. */
const MOST_LISTS = 64;

/** True if each of the asked workspaces and teams has a list of its own. */
function isOfFewPlaces({ places }: DimensionRows, days: AskedDays): boolean {
  return places !== undefined && places.length * monthsOf(days).length <= MOST_LISTS;
}

/** False if summing all values is better than any list: those of few places, in an order that their lists do not have. */
export function hasLists(rows: DimensionRows, days: AskedDays, by: DimensionPage['by']): boolean {
  return by === 'cost' || !isOfFewPlaces(rows, days);
}

/** Lists that leaders are asked of. */
interface LeaderQuestion {
  readonly days: AskedDays;
  readonly by: DimensionPage['by'];
  /** Leaders of each list. */
  readonly count: number;
  /** Values that are in no sum yet (`listQueued`). */
  readonly queued: readonly string[];
}

/** Finds values that have most in each of the lists that are asked about, and those that are queued. */
export async function findLeaders(
  manager: EntityManager,
  rows: DimensionRows,
  { by, count, days, queued }: LeaderQuestion,
): Promise<Leaders> {
  const conditions = rows.everywhere.copy();
  const order = orderOf(by);
  const lists = listsOf(rows, conditions, days, by).map(
    (from) => `(SELECT value, cost_usd, requests, row_number() OVER (ORDER BY ${order}) AS place
       FROM ${from} ORDER BY ${order} LIMIT ${count})`,
  );
  if (lists.length === 0) return { values: queued, isAll: true, costUsd: 0, requests: 0 };
  const found = await readRows<LeadersRow<string>>(
    manager,
    { names: 'text[]?', ...BOUND_COLUMNS },
    leadersOf(lists.join(' UNION ALL '), 'value', String(count)),
    conditions.values,
  );
  const { names, ...bound } = toLeaders(found);
  return { values: [...new Set([...names, ...queued])], ...bound };
}

/**
 * Lists that have every value that is asked for, with at least as much as is asked for: those of each workspace and team, or those of
 * everybody, if the former are many or in another order.
 */
function listsOf(rows: DimensionRows, conditions: Conditions, days: AskedDays, by: DimensionPage['by']): string[] {
  const { everywhere, places } = rows;
  const months = monthsOf(days);
  if (by === 'cost' && places !== undefined && isOfFewPlaces(rows, days)) {
    return places.flatMap(({ team, workspaceId }) => {
      const workspace = workspaceId === null ? 'IS NULL' : `= ${conditions.parameter(workspaceId)}`;
      const place = `workspace_id ${workspace} AND team = ${conditions.parameter(team)}`;
      return months.map(
        (month) => `usage_dimension_scopes WHERE ${everywhere.text} AND part = ${TOTALS_PARTS.month}
          AND ${place} AND at = ${conditions.parameter(month)}`,
      );
    });
  }
  return rankedPlacesOf(days, by === 'cost').map(
    ({ part, at }) =>
      `usage_dimension_totals WHERE ${everywhere.text} AND part = ${part} AND at = ${conditions.parameter(at)}`,
  );
}

/** Lists the values with requests of some days that are in no sum yet. */
export async function listQueued(
  manager: EntityManager,
  { conditions, queued }: DimensionRows,
  { fromDay, toDay }: AskedDays,
): Promise<string[]> {
  const own = conditions.copy().add('at >= ?', fromDay).add('at <= ?', toDay);
  const rows = await readRows<{ readonly value: string }>(
    manager,
    { value: 'text' },
    `SELECT DISTINCT value FROM ${queued} WHERE ${own.text}`,
    own.values,
  );
  return rows.map(({ value }) => value);
}

/** True if no value beside the leaders belongs to a page that was found among them. */
export function isPageOf(
  ranked: readonly Rank[],
  leaders: Leaders,
  { by, limit }: Pick<DimensionPage, 'by' | 'limit'>,
): boolean {
  const last = ranked.at(limit - 1);
  if (leaders.isAll || last === undefined) return leaders.isAll;
  return by === 'requests' ? last.requests > leaders.requests : isLarger(last, leaders);
}

/** True if the page ends with as much as the lists do: longer lists would have more of the same. */
export function isLevel(
  ranked: readonly Rank[],
  leaders: Leaders,
  { by, limit }: Pick<DimensionPage, 'by' | 'limit'>,
): boolean {
  const last = ranked.at(limit - 1);
  return last?.requests === leaders.requests && (by === 'requests' || last.costUsd === leaders.costUsd);
}
