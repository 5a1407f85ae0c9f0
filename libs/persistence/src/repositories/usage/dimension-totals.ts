import type { EntityManager } from 'typeorm';
import { TOTALS_PARTS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import type { UsageDimension } from '../../records/usage-dimension.js';
import { readRows, statement } from '../../statements/statement.js';
import { Conditions } from '../rows/conditions.js';
import { onlyPlaceOf, type RankedPlace, rankedPlacesOf } from './ranked-places.js';
import { type AskedDays, type Period, periodsOf } from './usage-periods.js';
import { USAGE_SUMS } from './usage-statement.js';

/** Sums by which values are ordered, the first one first. */
const ORDERS = { cost: ['cost_usd', 'requests'], requests: ['requests'] } as const;

/** Part of the values in an order. */
export interface DimensionPage {
  readonly by: keyof typeof ORDERS;
  readonly limit: number;
  readonly offset: number;
}

/** The first values of the lists of some days and months. */
interface Leaders {
  readonly values: readonly string[];
  /** No other value has requests there. */
  readonly isAll: boolean;
  /** No other value cost more in all of them together, */
  readonly costUsd: number;
  /** nor, if it cost as much, was asked for more often. In the order of requests: none was asked for more often. */
  readonly requests: number;
}

type Ranked = Pick<Leaders, 'costUsd' | 'requests'> & { readonly value: string };
const RANKED = { value: 'text', costUsd: 'float8', requests: 'float8' } as const;

const READ_DAYS = statement(
  { first: 'text?', last: 'text?' },
  `SELECT to_char(min(first), 'YYYY-MM-DD') AS first, to_char(max(last), 'YYYY-MM-DD') AS last FROM (
     SELECT min(at) AS first, max(at) AS last FROM usage_dimension_totals
      WHERE organization_id = $1 AND kind = $2 AND name = $3 AND part = ${TOTALS_PARTS.allOfDay}
     UNION ALL SELECT min(day), max(day) FROM usage_dimension_queue WHERE organization_id = $1 AND kind = $2 AND name = $3) AS days`,
);

/** Columns of one dimension of an organization, as conditions. */
export function conditionsOf(organizationId: string, dimension: UsageDimension): Conditions {
  return new Conditions()
    .add('organization_id = ?', organizationId)
    .add('kind = ?', dimension.kind)
    .add('name = ?', dimension.kind === 'tag' ? dimension.name : '');
}

const DAY_COLUMNS = ['day', 'value', ...USAGE_SUMS].join(', ');

/** Rows of days by workspace and team, as SQL, with those that are queued. */
export function rowsOfDays({ text }: Pick<Conditions, 'text'>): string {
  return `(SELECT ${DAY_COLUMNS} FROM usage_dimensions WHERE ${text}
    UNION ALL SELECT ${DAY_COLUMNS} FROM usage_dimension_queue WHERE ${text}) AS rows`;
}

/** Rows of the asked days, as SQL: of months that are read whole, those of the other days are subtracted. With those that are queued. */
export function rowsOfPeriods(
  conditions: Conditions,
  { fromDay, toDay }: AskedDays,
  periods: readonly Period[],
  sums: readonly string[],
): string {
  const rows = periods.map(({ isMonth, from, to, isSubtracted }) => {
    const signed = sums.map((name) => (isSubtracted ? `-${name} AS ${name}` : name)).join(', ');
    return `SELECT value, ${signed} FROM usage_dimension_totals
      WHERE ${conditions.text} AND part = ${isMonth ? TOTALS_PARTS.month : TOTALS_PARTS.day}
        AND at BETWEEN ${conditions.parameter(from)} AND ${conditions.parameter(to)}`;
  });
  const queued = `SELECT value, ${sums.join(', ')} FROM usage_dimension_queue
    WHERE ${conditions.text} AND day BETWEEN ${conditions.parameter(fromDay)} AND ${conditions.parameter(toDay)}`;
  return `(${[...rows, queued].join(' UNION ALL ')}) AS rows`;
}

/** Values that a page is looked for among, before all are summed. Each costs a few rows. */
export const countsOf = ({ limit, offset }: Pick<DimensionPage, 'limit' | 'offset'>): readonly number[] =>
  [400, 1_600, 6_400].map((count) => Math.max(count, 4 * (offset + limit))).filter((count) => count <= 10_000);

/** The values of one dimension in their order, from the sums of days and months that all callers together have. */
export class DimensionTotals {
  constructor(
    private readonly manager: EntityManager,
    private readonly conditions: Conditions,
  ) {}

  /** Reads the first and the last day on which the dimension has requests. */
  async readDays({ fromDay, toDay }: Pick<AskedDays, 'fromDay' | 'toDay'>): Promise<AskedDays> {
    const [row] = await READ_DAYS.rows(this.manager, [...this.conditions.values]);
    return { fromDay, toDay, first: row?.first ?? null, last: row?.last ?? null };
  }

  /**
   * Finds the values of a page. Of one day or month, an index has their order. Otherwise they are looked for among the first of each day or
   * month; if that does not tell, since most have the same, all are summed.
   *
   * @param counts Numbers of values to look among, one after the other
   */
  async findPage(days: AskedDays, page: DimensionPage, counts = countsOf(page)): Promise<readonly string[]> {
    const periods = periodsOf(days);
    if (periods.length === 0) return [];
    const place = onlyPlaceOf(periods);
    if (place !== undefined && (page.by === 'cost' || place.part === TOTALS_PARTS.month)) {
      return this.listInOrder(days, place, page);
    }
    for (const count of counts) {
      const leaders = await this.findLeaders(days, page.by, count);
      const ranked = await this.rank(days, periods, page, leaders.values);
      if (isPageOf(ranked, leaders, page)) return ranked.map(({ value }) => value);
    }
    return (await this.rank(days, periods, page)).map(({ value }) => value);
  }

  /** Finds values that have most in each of the days or months that are asked about, and those that are queued. */
  async findLeaders(days: AskedDays, by: DimensionPage['by'], count: number): Promise<Leaders> {
    const places = rankedPlacesOf(days, by === 'cost');
    const conditions = this.conditions.copy();
    const order = ORDERS[by].map((name) => `${name} DESC`).join(', ');
    const lists = places.map(
      ({ part, at }) => `(SELECT value, cost_usd, requests, row_number() OVER (ORDER BY ${order}) AS place
         FROM usage_dimension_totals WHERE ${this.conditions.text} AND part = ${part} AND at = ${conditions.parameter(at)}
        ORDER BY ${order} LIMIT ${count})`,
    );
    if (lists.length === 0) return { values: [], isAll: true, costUsd: 0, requests: 0 };
    const [row] = await readRows<Omit<Leaders, 'isAll' | 'values'> & { values: string[] | null; full: number }>(
      this.manager,
      { values: 'text[]?', full: 'integer', costUsd: 'float8', requests: 'float8' },
      `WITH found AS MATERIALIZED (${lists.join(' UNION ALL ')}), lasts AS (SELECT cost_usd, requests FROM found WHERE place = ${count})
       SELECT (SELECT array_agg(DISTINCT value) FROM found) AS values, (SELECT count(*)::int FROM lasts) AS full,
              coalesce((SELECT sum(cost_usd) FROM lasts), 0)::float8 AS "costUsd",
              coalesce((SELECT sum(requests) FROM lasts), 0)::float8 AS requests`,
      conditions.values,
    );
    if (row === undefined) throw new Error('an aggregate has no row');
    const { values, full, ...bound } = row;
    const queued = await this.listQueued(days);
    return { values: [...new Set([...(values ?? []), ...queued])], isAll: full === 0, ...bound };
  }

  private async listQueued({ fromDay, toDay }: AskedDays): Promise<string[]> {
    const conditions = this.conditions.copy().add('day >= ?', fromDay).add('day <= ?', toDay);
    const rows = await readRows<{ readonly value: string }>(
      this.manager,
      { value: 'text' },
      `SELECT DISTINCT value FROM usage_dimension_queue WHERE ${conditions.text}`,
      conditions.values,
    );
    return rows.map(({ value }) => value);
  }

  /** Of one day or month, an index has the order; what is queued can only move up its own values. */
  private async listInOrder(
    days: AskedDays,
    { part, at }: RankedPlace,
    page: DimensionPage,
  ): Promise<readonly string[]> {
    const queued = await this.listQueued(days);
    const conditions = this.conditions.copy().add('at = ?', at);
    const order = [...ORDERS[page.by].map((name) => `${name} DESC`), 'value'].join(', ');
    const [limit, offset] =
      queued.length === 0 ? [page.limit, page.offset] : [page.limit + page.offset + queued.length, 0];
    const rows = await readRows<{ readonly value: string }>(
      this.manager,
      { value: 'text' },
      `SELECT value FROM usage_dimension_totals WHERE ${conditions.text} AND part = ${part}
        ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
      conditions.values,
    );
    const values = rows.map(({ value }) => value);
    if (queued.length === 0) return values;
    const ranked = await this.rank(days, periodsOf(days), page, [...new Set([...values, ...queued])]);
    return ranked.map(({ value }) => value);
  }

  /** Sums what orders the values, of all or some of them, and resolves to those of the page. */
  private rank(
    days: AskedDays,
    periods: readonly Period[],
    page: DimensionPage,
    values?: readonly string[],
  ): Promise<Ranked[]> {
    const conditions = this.conditions.copy().add('value = ANY(?::text[])', values);
    const order = [...ORDERS[page.by].map((name) => `sum(${name}) DESC`), 'value'].join(', ');
    return readRows<Ranked>(
      this.manager,
      RANKED,
      `SELECT value, sum(cost_usd)::float8 AS "costUsd", sum(requests)::float8 AS requests
         FROM ${rowsOfPeriods(conditions, days, periods, ORDERS.cost)}
        GROUP BY value HAVING sum(requests) > 0 ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}`,
      conditions.values,
    );
  }
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
