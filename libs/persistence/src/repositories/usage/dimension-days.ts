import type { Columns } from '@multilane/sql';
import type { EntityManager } from 'typeorm';
import { TOTALS_PARTS } from '../../migrations/usage-dimension-totals/usage-dimension-totals-tables.js';
import type { DimensionUsageRow } from '../../records/usage/usage-dimension.js';
import { readRows } from '../../statements/statement.js';
import type { DimensionRows } from './dimension-rows.js';
import { type AskedDays, addDays, earlier, later } from './usage-periods.js';
import { SUM_TYPES, shownName, USAGE_SUMS } from './usage-statement.js';

/** Row of an answer, with its day as text. */
export type ShownRow = Omit<DimensionUsageRow, 'day' | 'importedRequests' | 'importedCostUsd'> & {
  readonly shownDay: string | null;
};
export const SHOWN_COLUMNS: Columns<ShownRow> = { shownDay: 'text?', value: 'text', ...SUM_TYPES };

/** Page of rows by day. */
export interface DaysRequest {
  readonly fromDay: string;
  readonly toDay: string;
  readonly value?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const SHOWN_DAY = `to_char(at, 'YYYY-MM-DD') AS "shownDay"`;
const SHOWN = USAGE_SUMS.map((name) => `${name}::float8 AS "${shownName(name)}"`).join(', ');
const SUMMED = USAGE_SUMS.map((name) => `sum(${name}) AS ${name}`).join(', ');
const ORDER = 'ORDER BY at DESC, cost_usd DESC, requests DESC, value';

/** Reads rows of everybody by day. An index has their order; those that something is queued for are put among them. */
export function readDays(manager: EntityManager, rows: DimensionRows, request: DaysRequest): Promise<ShownRow[]> {
  const { fromDay, limit, offset, toDay, value } = request;
  const own = rows.conditions.copy().add('value = ?', value);
  const days = `BETWEEN ${own.parameter(fromDay)} AND ${own.parameter(toDay)}`;
  const kept = `${own.text} AND part = ${TOTALS_PARTS.day}`;
  const both = USAGE_SUMS.map((name) => `queued.${name} + coalesce(kept.${name}, 0) AS ${name}`).join(', ');
  const text = `WITH queued AS MATERIALIZED (
      SELECT day, value, ${SUMMED} FROM usage_dimension_queue WHERE ${own.text} AND day ${days} GROUP BY day, value
    ), changed AS (
      SELECT queued.day AS at, queued.value, ${both}
        FROM queued LEFT JOIN (SELECT * FROM usage_dimension_totals WHERE ${kept} AND at ${days}
          AND value = ANY(ARRAY(SELECT queued.value FROM queued))) AS kept ON kept.at = queued.day AND kept.value = queued.value
    ), first AS (
      SELECT at, value, ${USAGE_SUMS.join(', ')} FROM usage_dimension_totals
       WHERE ${kept} AND at ${days} AND (at, value) NOT IN (SELECT day, value FROM queued)
       ${ORDER} LIMIT ${limit + offset}
    ) SELECT ${SHOWN_DAY}, value, ${SHOWN} FROM (SELECT * FROM changed UNION ALL SELECT * FROM first) AS rows
    ${ORDER} LIMIT ${limit} OFFSET ${offset}`;
  return readRows<ShownRow>(manager, SHOWN_COLUMNS, text, own.values);
}

/** Reads rows of a scope by day: the latest day, then twice as many days each time, until the page is full. */
export async function readDaysInScope(
  manager: EntityManager,
  rows: DimensionRows,
  request: DaysRequest,
  { first, last }: AskedDays,
): Promise<ShownRow[]> {
  const found: ShownRow[] = [];
  let { offset } = request;
  const firstDay = first !== null && first > request.fromDay ? first : request.fromDay;
  let toDay = earlier(request.toDay, last ?? '');
  for (let length = 1; toDay >= firstDay && found.length < request.limit; length *= 2) {
    const days = { fromDay: later(firstDay, addDays(toDay, 1 - length)), toDay };
    toDay = addDays(days.fromDay, -1);
    const passed = offset === 0 ? 0 : await countRows(manager, rows, { ...request, ...days });
    if (passed > 0 && passed <= offset) {
      offset -= passed;
      continue;
    }
    found.push(
      ...(await readSummedDays(manager, rows, { ...request, ...days, offset, limit: request.limit - found.length })),
    );
    if (passed > 0) offset = 0;
  }
  return found;
}

function readSummedDays(
  manager: EntityManager,
  rows: DimensionRows,
  { limit, offset, ...asked }: DaysRequest,
): Promise<ShownRow[]> {
  const { summed, values } = sumDays(rows, asked);
  return readRows<ShownRow>(
    manager,
    SHOWN_COLUMNS,
    `SELECT ${SHOWN_DAY}, value, ${SHOWN} FROM (${summed}) AS sums ${ORDER} LIMIT ${limit} OFFSET ${offset}`,
    values,
  );
}

async function countRows(manager: EntityManager, rows: DimensionRows, asked: DaysRequest): Promise<number> {
  const { summed, values } = sumDays(rows, asked);
  const [row] = await readRows<{ readonly count: number }>(
    manager,
    { count: 'integer' },
    `SELECT count(*)::int AS count FROM (${summed}) AS sums`,
    values,
  );
  return row?.count ?? 0;
}

function sumDays(
  rows: DimensionRows,
  { fromDay, toDay, value }: Pick<DaysRequest, 'fromDay' | 'toDay' | 'value'>,
): { readonly summed: string; readonly values: unknown[] } {
  const own = rows.conditions.copy().add('value = ?', value).add('at >= ?', fromDay).add('at <= ?', toDay);
  const columns = `at, value, ${USAGE_SUMS.join(', ')}`;
  const summed = `SELECT at, value, ${SUMMED} FROM (
      SELECT ${columns} FROM ${rows.days} WHERE ${own.text} UNION ALL SELECT ${columns} FROM ${rows.queued} WHERE ${own.text}
    ) AS each GROUP BY at, value`;
  return { summed, values: own.values };
}
