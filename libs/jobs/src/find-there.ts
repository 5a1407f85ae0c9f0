import { SCHEMA } from './boss-options.js';
import type { SqlAccess } from './sql-access.js';

/** The places of those data about which a job of a kind waits, runs or is begun again later. Reads the jobs of the kind once. */
export async function findThere(sql: SqlAccess, kind: string, data: readonly object[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql.executeSql(
    `SELECT place::int AS place FROM unnest($2::text[]) WITH ORDINALITY AS wanted (data, place)
      WHERE wanted.data::jsonb IN (SELECT data FROM ${SCHEMA}.job WHERE name = $1 AND state < 'completed')`,
    [kind, data.map((each) => JSON.stringify(each))],
  );
  return new Set((rows as { readonly place: number }[]).map(({ place }) => place - 1));
}
