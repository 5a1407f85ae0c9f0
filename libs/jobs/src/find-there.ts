import { type SqlRunner, statement } from '@multilane/sql';
import { SCHEMA } from './boss-options.js';

const FIND = statement(
  { place: 'integer' },
  `SELECT place::int AS place FROM unnest($2::text[]) WITH ORDINALITY AS wanted (data, place)
    WHERE wanted.data::jsonb IN (SELECT data FROM ${SCHEMA}.job WHERE name = $1 AND state < 'completed')`,
);

/** The places of those data about which a job of a kind waits, runs or is begun again later. Reads the jobs of the kind once. */
export async function findThere(sql: SqlRunner, kind: string, data: readonly object[]): Promise<ReadonlySet<number>> {
  const rows = await FIND.rows(sql, [kind, data.map((each) => JSON.stringify(each))]);
  return new Set(rows.map(({ place }) => place - 1));
}
