import type { EntityManager } from 'typeorm';
import { TOTALS_PARTS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import { readRows, statement } from '../../statements/statement.js';
import type { Conditions } from '../rows/conditions.js';
import { type DimensionPage, findLeaders, hasLists, isLevel, isPageOf, listQueued } from './dimension-leaders.js';
import type { DimensionRows } from './dimension-rows.js';
import { ORDERS, type Rank } from './leader-lists.js';
import { onlyPlaceOf, type RankedPlace } from './ranked-places.js';
import { type AskedDays, type Period, periodsOf } from './usage-periods.js';

type Ranked = Rank & { readonly value: string };
const RANKED = { value: 'text', costUsd: 'float8', requests: 'float8' } as const;

const READ_DAYS = statement(
  { first: 'text?', last: 'text?' },
  `SELECT to_char(min(first), 'YYYY-MM-DD') AS first, to_char(max(last), 'YYYY-MM-DD') AS last FROM (
     SELECT min(at) AS first, max(at) AS last FROM usage_dimension_totals
      WHERE organization_id = $1 AND kind = $2 AND name = $3 AND part = ${TOTALS_PARTS.allOfDay}
     UNION ALL SELECT min(day), max(day) FROM usage_dimension_queue WHERE organization_id = $1 AND kind = $2 AND name = $3) AS days`,
);

/** Rows of the asked days, as SQL: of months that are read whole, those of the other days are subtracted. With those that are queued. */
export function rowsOfPeriods(
  rows: DimensionRows,
  conditions: Conditions,
  { fromDay, toDay }: AskedDays,
  periods: readonly Period[],
  sums: readonly string[],
): string {
  const parts = periods.map(({ isMonth, from, to, isSubtracted }) => {
    const signed = sums.map((name) => (isSubtracted ? `-${name} AS ${name}` : name)).join(', ');
    return `SELECT value, ${signed} FROM ${isMonth ? rows.months : rows.days}
      WHERE ${conditions.text} AND at BETWEEN ${conditions.parameter(from)} AND ${conditions.parameter(to)}`;
  });
  const queued = `SELECT value, ${sums.join(', ')} FROM ${rows.queued}
    WHERE ${conditions.text} AND at BETWEEN ${conditions.parameter(fromDay)} AND ${conditions.parameter(toDay)}`;
  return `(${[...parts, queued].join(' UNION ALL ')}) AS rows`;
}

/** Values that a page is looked for among, before all are summed. Each costs a few rows. */
export const countsOf = ({ limit, offset }: Pick<DimensionPage, 'limit' | 'offset'>): readonly number[] =>
  [400, 1_600, 6_400].map((count) => Math.max(count, 4 * (offset + limit))).filter((count) => count <= 10_000);

/** The values of one dimension in their order, from the sums of days and months. */
export class DimensionTotals {
  constructor(
    private readonly manager: EntityManager,
    private readonly rows: DimensionRows,
  ) {}

  /** Reads the first and the last day on which the dimension has requests of anybody. */
  async readDays({ fromDay, toDay }: Pick<AskedDays, 'fromDay' | 'toDay'>): Promise<AskedDays> {
    const [row] = await READ_DAYS.rows(this.manager, [...this.rows.everywhere.values]);
    return { fromDay, toDay, first: row?.first ?? null, last: row?.last ?? null };
  }

  /**
   * Finds the values of a page. Of one day or month of everybody, an index has their order. Otherwise they are looked for among the first of
   * each day or month; if that does not tell, since most have the same, all are summed.
   *
   * @param counts Numbers of values to look among, one after the other
   */
  async findPage(days: AskedDays, page: DimensionPage, counts = countsOf(page)): Promise<readonly string[]> {
    const periods = periodsOf(days);
    if (periods.length === 0) return [];
    const place = this.rows.places === undefined ? onlyPlaceOf(periods) : undefined;
    if (place !== undefined && (page.by === 'cost' || place.part === TOTALS_PARTS.month)) {
      return this.listInOrder(days, place, page);
    }
    if (hasLists(this.rows, days, page.by)) {
      const queued = await listQueued(this.manager, this.rows, days);
      for (const count of counts) {
        const leaders = await findLeaders(this.manager, this.rows, { days, by: page.by, count, queued });
        const ranked = await this.rank(days, periods, page, leaders.values);
        if (isPageOf(ranked, leaders, page)) return ranked.map(({ value }) => value);
        if (isLevel(ranked, leaders, page)) break;
      }
    }
    return (await this.rank(days, periods, page)).map(({ value }) => value);
  }

  /** Of one day or month, an index has the order; what is queued can only move up its own values. */
  private async listInOrder(
    days: AskedDays,
    { part, at }: RankedPlace,
    page: DimensionPage,
  ): Promise<readonly string[]> {
    const queued = await listQueued(this.manager, this.rows, days);
    const conditions = this.rows.conditions.copy().add('at = ?', at);
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
    const conditions = this.rows.ofValues(values);
    const order = [...ORDERS[page.by].map((name) => `sum(${name}) DESC`), 'value'].join(', ');
    return readRows<Ranked>(
      this.manager,
      RANKED,
      `SELECT value, sum(cost_usd)::float8 AS "costUsd", sum(requests)::float8 AS requests
         FROM ${rowsOfPeriods(this.rows, conditions, days, periods, ORDERS.cost)}
        GROUP BY value HAVING sum(requests) > 0 ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}`,
      conditions.values,
    );
  }
}
