import type { EntityManager } from 'typeorm';
import { readRows } from '../../statements/statement.js';
import type { RankedDimension } from './usage-statement.js';

/** What lists of `usage_ranks` are ordered by, with the sums in their order. */
const ORDERS = { cost: ['cost_usd', 'requests'], requests: ['requests'] } as const;

/** The first of the lists of some months. */
export interface FoundLeaders {
  /** Their numbers, each once. */
  readonly subjects: readonly number[];
  /** Nobody else asked in those months. */
  readonly isAll: boolean;
  /** Nobody else spent more in all of those months together, */
  readonly costUsd: number;
  /** nor, whoever spent as much, asked more often. In the order of requests: nobody else asked more often. */
  readonly requests: number;
}

export interface AskedLeaders {
  readonly dimension: RankedDimension;
  /** By their first days. */
  readonly months: readonly string[];
  readonly by: keyof typeof ORDERS;
  /** So many of each month. */
  readonly count: number;
}

interface Row {
  readonly subjects: number[] | null;
  readonly full: number;
  readonly costUsd: number;
  readonly requests: number;
}

/**
 * Finds who spent most in each of some months. Whoever is in no list has less in each month than the last of its list, and so in all of them,
 * in a part of their days and in a part of its requests.
 */
export async function findLeaders(
  manager: EntityManager,
  organizationId: string,
  { dimension, months, by, count }: AskedLeaders,
): Promise<FoundLeaders> {
  const order = ORDERS[by].map((name) => `${name} DESC`).join(', ');
  const [row] = await readRows<Row>(
    manager,
    { subjects: 'integer[]?', full: 'integer', costUsd: 'float8', requests: 'float8' },
    `WITH found AS MATERIALIZED (
       SELECT months.month, listed.*
         FROM unnest($3::date[]) AS months(month)
        CROSS JOIN LATERAL (
          SELECT subject, cost_usd, requests, row_number() OVER (ORDER BY ${order}) AS place
            FROM usage_ranks WHERE organization_id = $1 AND dimension = $2 AND month = months.month
           ORDER BY ${order} LIMIT $4) AS listed
     ), lasts AS (SELECT cost_usd, requests FROM found WHERE place = $4)
     SELECT (SELECT array_agg(DISTINCT subject) FROM found) AS subjects, (SELECT count(*)::int FROM lasts) AS full,
            coalesce((SELECT sum(cost_usd) FROM lasts), 0)::float8 AS "costUsd",
            coalesce((SELECT sum(requests) FROM lasts), 0)::float8 AS requests`,
    [organizationId, dimension, months, count],
  );
  if (row === undefined) throw new Error('an aggregate has no row');
  const { subjects, full, ...bound } = row;
  return { subjects: subjects ?? [], isAll: full === 0, ...bound };
}
