/** Sums by which lists are ordered, the first one first. */
export const ORDERS = { cost: ['cost_usd', 'requests'], requests: ['requests'] } as const;

/** `ORDER BY` of lists. */
export const orderOf = (by: keyof typeof ORDERS): string => ORDERS[by].map((name) => `${name} DESC`).join(', ');

/** Sums of somebody, or those that others have at most. */
export interface Rank {
  readonly costUsd: number;
  readonly requests: number;
}

/**
 * Most that anybody has who is in none of some lists: nobody else spent more in all of them together, nor, whoever spent as much, asked more
 * often. In the order of requests, nobody else asked more often.
 */
export interface Bound extends Rank {
  /** Nobody else asked at all. */
  readonly isAll: boolean;
}

/** Columns of `leadersOf`, without the names: their type is that of the lists. */
export const BOUND_COLUMNS = { full: 'integer', costUsd: 'float8', requests: 'float8' } as const;

/** Row of `leadersOf`. */
export interface LeadersRow<Name> extends Rank {
  readonly names: Name[] | null;
  readonly full: number;
}

/**
 * Returns the statement that reads who is in some lists. Whoever is in none has less in each than the last of it, and so in all of them, in a
 * part of their days and in a part of their requests.
 *
 * @param lists SQL of rows with the column of the names, `cost_usd`, `requests` and their `place` in their list
 * @param count SQL of the rows of a list at most
 */
export const leadersOf = (lists: string, column: string, count: string): string =>
  `WITH found AS MATERIALIZED (${lists}), lasts AS (SELECT cost_usd, requests FROM found WHERE place = ${count})
   SELECT (SELECT array_agg(DISTINCT ${column}) FROM found) AS names, (SELECT count(*)::int FROM lasts) AS full,
          coalesce((SELECT sum(cost_usd) FROM lasts), 0)::float8 AS "costUsd",
          coalesce((SELECT sum(requests) FROM lasts), 0)::float8 AS requests`;

/** Converts the one row of the statement. */
export function toLeaders<Name>([row]: readonly LeadersRow<Name>[]): Bound & { readonly names: readonly Name[] } {
  if (row === undefined) throw new Error('an aggregate has no row');
  const { full, names, ...bound } = row;
  return { names: names ?? [], isAll: full === 0, ...bound };
}

/**
 * True if somebody surely spent more than another. Amounts that are the same number of double precision may differ: only those of nothing
 * are surely the same.
 */
export const isLarger = (one: Rank, other: Rank): boolean =>
  one.costUsd > other.costUsd || (one.costUsd === 0 && other.costUsd === 0 && one.requests > other.requests);
