import type { EntityManager } from 'typeorm';
import { TOTALS_PARTS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import { readRows } from '../../statements/statement.js';
import type { Conditions } from '../rows/conditions.js';
import type { DimensionRows } from './dimension-rows.js';
import { rankedPlacesOf } from './ranked-places.js';
import { type AskedDays, monthsOf } from './usage-periods.js';

/** Sums by which values are ordered, the first one first. */
export const ORDERS = { cost: ['cost_usd', 'requests'], requests: ['requests'] } as const;

/** Part of the values in an order. */
export interface DimensionPage {
  readonly by: keyof typeof ORDERS;
  readonly limit: number;
  readonly offset: number;
}

/** The first values of the lists of some days and months. */
export interface Leaders {
  readonly values: readonly string[];
  /** No other value has requests there. */
  readonly isAll: boolean;
  /** No other value cost more in all of them together, */
  readonly costUsd: number;
  /** nor, if it cost as much, was asked for more often. In the order of requests: none was asked for more often. */
  readonly requests: number;
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
  const order = ORDERS[by].map((name) => `${name} DESC`).join(', ');
  const lists = listsOf(rows, conditions, days, by).map(
    (from) => `(SELECT value, cost_usd, requests, row_number() OVER (ORDER BY ${order}) AS place
       FROM ${from} ORDER BY ${order} LIMIT ${count})`,
  );
  if (lists.length === 0) return { values: queued, isAll: true, costUsd: 0, requests: 0 };
  const [row] = await readRows<Omit<Leaders, 'isAll' | 'values'> & { values: string[] | null; full: number }>(
    manager,
    { values: 'text[]?', full: 'integer', costUsd: 'float8', requests: 'float8' },
    `WITH found AS MATERIALIZED (${lists.join(' UNION ALL ')}), lasts AS (SELECT cost_usd, requests FROM found WHERE place = ${count})
     SELECT (SELECT array_agg(DISTINCT value) FROM found) AS values, (SELECT count(*)::int FROM lasts) AS full,
            coalesce((SELECT sum(cost_usd) FROM lasts), 0)::float8 AS "costUsd",
            coalesce((SELECT sum(requests) FROM lasts), 0)::float8 AS requests`,
    conditions.values,
  );
  if (row === undefined) throw new Error('an aggregate has no row');
  const { values, full, ...bound } = row;
  return { values: [...new Set([...(values ?? []), ...queued])], isAll: full === 0, ...bound };
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

/**
 * True if no value beside the leaders belongs to a page that was found among them. Amounts that are the same number of double precision may
 * differ: only those of nothing are surely the same.
 */
export function isPageOf(
  ranked: readonly Pick<Leaders, 'costUsd' | 'requests'>[],
  leaders: Leaders,
  { by, limit }: Pick<DimensionPage, 'by' | 'limit'>,
): boolean {
  const last = ranked.at(limit - 1);
  if (leaders.isAll || last === undefined) return leaders.isAll;
  if (by === 'requests') return last.requests > leaders.requests;
  return (
    last.costUsd > leaders.costUsd || (last.costUsd === 0 && leaders.costUsd === 0 && last.requests > leaders.requests)
  );
}

/** True if the page ends with as much as the lists do: longer lists would have more of the same. */
export function isLevel(
  ranked: readonly Pick<Leaders, 'costUsd' | 'requests'>[],
  leaders: Leaders,
  { by, limit }: Pick<DimensionPage, 'by' | 'limit'>,
): boolean {
  const last = ranked.at(limit - 1);
  return last?.requests === leaders.requests && (by === 'requests' || last.costUsd === leaders.costUsd);
}
