import type { EntityManager } from 'typeorm';
import { readRows } from '../../statements/statement.js';
import {
  BOUND_COLUMNS,
  type Bound,
  type LeadersRow,
  leadersOf,
  type ORDERS,
  orderOf,
  toLeaders,
} from './leader-lists.js';
import type { RankedDimension } from './usage-statement.js';

/** The first of the lists of some months. */
export interface FoundLeaders extends Bound {
  /** Their numbers, each once. */
  readonly subjects: readonly number[];
}

export interface AskedLeaders {
  readonly dimension: RankedDimension;
  /** By their first days. */
  readonly months: readonly string[];
  readonly by: keyof typeof ORDERS;
  /** So many of each month. */
  readonly count: number;
}

/** Finds who spent most in each of some months. */
export async function findLeaders(
  manager: EntityManager,
  organizationId: string,
  { dimension, months, by, count }: AskedLeaders,
): Promise<FoundLeaders> {
  const order = orderOf(by);
  const lists = `SELECT months.month, listed.*
     FROM unnest($3::date[]) AS months(month)
    CROSS JOIN LATERAL (
      SELECT subject, cost_usd, requests, row_number() OVER (ORDER BY ${order}) AS place
        FROM usage_ranks WHERE organization_id = $1 AND dimension = $2 AND month = months.month
       ORDER BY ${order} LIMIT $4) AS listed`;
  const rows = await readRows<LeadersRow<number>>(
    manager,
    { names: 'integer[]?', ...BOUND_COLUMNS },
    leadersOf(lists, 'subject', '$4'),
    [organizationId, dimension, months, count],
  );
  const { names, ...bound } = toLeaders(rows);
  return { subjects: names, ...bound };
}
