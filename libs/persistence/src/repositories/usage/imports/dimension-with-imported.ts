import type { EntityManager } from 'typeorm';
import { ReadTooLargeError } from '../../../database-error.js';
import type { DimensionUsageRow } from '../../../records/usage/usage-dimension.js';
import { readRows } from '../../../statements/statement.js';
import type { DimensionUsageRequest } from '../dimension-rows.js';
import { SUM_TYPES } from '../usage-statement.js';
import { dimensionValue, IMPORTED, importedConditions } from './imported-rows.js';

/** Recorded values and days that imported ones are added to at most, and imported ones. */
const MOST_MERGED = 20_000;

const COUNTS = {
  requests: 'requests',
  failedRequests: 'failed_requests',
  promptTokens: 'prompt_tokens',
  completionTokens: 'completion_tokens',
  cachedTokens: 'cached_tokens',
  costUsd: 'cost_usd',
} as const;

/**
 * Reads a page of usage by what requests say about themselves, with what was imported.
 *
 * @param read Reads recorded rows
 * @throws ReadTooLargeError for more values than can be merged
 */
export async function dimensionWithImported(
  manager: EntityManager,
  organizationId: string,
  request: DimensionUsageRequest,
  read: (request: DimensionUsageRequest) => Promise<readonly DimensionUsageRow[]>,
): Promise<DimensionUsageRow[]> {
  const { imported: choice, limit, offset } = request;
  const recorded = choice === 'only' ? [] : await read({ ...request, limit: MOST_MERGED + 1, offset: 0 });
  const imported = await readImported(manager, organizationId, request);
  if (recorded.length > MOST_MERGED || imported.length > MOST_MERGED) throw new ReadTooLargeError(undefined);
  const rows = new Map(recorded.map((row) => [placeOf(row), row]));
  for (const row of imported) {
    const before = rows.get(placeOf(row));
    rows.set(placeOf(row), before === undefined ? row : add(before, row));
  }
  return [...rows.values()].toSorted(isBefore).slice(offset, offset + limit);
}

const placeOf = ({ day, value }: DimensionUsageRow): string => `${day ?? ''} ${value}`;

const isBefore = (one: DimensionUsageRow, other: DimensionUsageRow): number =>
  (other.day ?? '').localeCompare(one.day ?? '') ||
  other.costUsd - one.costUsd ||
  other.requests - one.requests ||
  (one.value < other.value ? -1 : 1);

async function readImported(
  manager: EntityManager,
  organizationId: string,
  { dimension, fromDay, isByDay, teamId, team, toDay, value, workspaceIds }: DimensionUsageRequest,
): Promise<DimensionUsageRow[]> {
  const conditions = importedConditions(organizationId, { workspaceIds, teamId, team });
  const sql = dimensionValue(conditions, dimension);
  if (sql === undefined) return [];
  conditions.add('rows.day >= ?::date', fromDay).add('rows.day <= ?::date', toDay).add(`${sql} = ?`, value);
  const sums = Object.entries(COUNTS).map(([as, name]) => `sum(rows.${name})::float8 AS "${as}"`);
  const day = isByDay ? "to_char(rows.day, 'YYYY-MM-DD')" : 'NULL::text';
  const rows = await readRows<
    { readonly day: string | null; readonly value: string } & Record<keyof typeof COUNTS, number>
  >(
    manager,
    {
      day: 'text?',
      value: 'text',
      requests: 'float8',
      failedRequests: 'float8',
      promptTokens: 'float8',
      completionTokens: 'float8',
      cachedTokens: 'float8',
      costUsd: 'float8',
    },
    `SELECT ${day} AS day, ${sql} AS value, ${sums.join(', ')} FROM ${IMPORTED}
      WHERE ${conditions.text} AND ${sql} IS NOT NULL GROUP BY 1, 2 LIMIT ${MOST_MERGED + 1}`,
    conditions.values,
  );
  const none = Object.fromEntries(Object.keys(SUM_TYPES).map((name) => [name, 0])) as Record<
    keyof typeof SUM_TYPES,
    number
  >;
  return rows.map((row) => ({
    ...none,
    ...row,
    totalTokens: row.promptTokens + row.completionTokens,
    importedRequests: row.requests,
    importedCostUsd: row.costUsd,
  }));
}

function add(one: DimensionUsageRow, other: DimensionUsageRow): DimensionUsageRow {
  const sums = Object.keys(SUM_TYPES).map((name) => {
    const key = name as keyof typeof SUM_TYPES;
    return [key, one[key] + other[key]];
  });
  const { importedCostUsd, importedRequests } = other;
  return {
    ...one,
    ...(Object.fromEntries(sums) as Record<keyof typeof SUM_TYPES, number>),
    importedRequests,
    importedCostUsd,
  };
}
