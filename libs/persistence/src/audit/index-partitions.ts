import type { Sql } from '../connection/connection.js';
import { runSql, statement } from '../statements/statement.js';

/** An index of `audit_records` that a partition does not have yet, or not attached. */
interface MissingIndex {
  readonly parent: string;
  readonly partition: string;
  /** Part of the statement behind the name of the table: the method, the columns and the condition. */
  readonly definition: string;
  readonly isBuilt: boolean;
  readonly isValid: boolean;
  readonly isBuilding: boolean;
}

/** The newest partitions first: their records are looked for most. */
const MISSING = statement<MissingIndex>(
  {
    parent: 'name',
    partition: 'name',
    definition: 'text',
    isBuilt: 'boolean',
    isValid: 'boolean',
    isBuilding: 'boolean',
  },
  `
   SELECT parent.relname AS parent, part.relname AS partition,
          regexp_replace(pg_get_indexdef(parent.oid), '^CREATE INDEX \\S+ ON ONLY \\S+ ', '') AS definition,
          own.oid IS NOT NULL AS "isBuilt", coalesce(state.indisvalid, false) AS "isValid",
          EXISTS (SELECT FROM pg_stat_progress_create_index WHERE relid = part.oid) AS "isBuilding"
     FROM pg_index AS parents
     JOIN pg_class AS parent ON parent.oid = parents.indexrelid
     JOIN pg_inherits AS parts ON parts.inhparent = parents.indrelid
     JOIN pg_class AS part ON part.oid = parts.inhrelid
     LEFT JOIN pg_class AS own ON own.relnamespace = part.relnamespace
          AND own.relname = part.relname || substr(parent.relname, length('ix_audit_records') + 1)
     LEFT JOIN pg_index AS state ON state.indexrelid = own.oid
    WHERE parents.indrelid = to_regclass('audit_records') AND NOT parents.indisvalid
      AND NOT EXISTS (SELECT FROM pg_inherits AS attached JOIN pg_index AS child ON child.indexrelid = attached.inhrelid
                       WHERE attached.inhparent = parent.oid AND child.indrelid = part.oid)
    ORDER BY part.relname DESC, parent.relname`,
);

/**
 * Builds the indexes that migrations left out for partitions that existed, since building them can take hours: each without locking out
 * writers, where the database has several sessions. What another process builds is left to it, and what was left half-built is built
 * again. Resolves to the number of indexes built.
 *
 * @param buildLong Runs one long statement outside of a transaction; undefined for the embedded database
 */
export async function indexPartitions(
  sql: Sql,
  buildLong: ((text: string) => Promise<void>) | undefined,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let built = 0;
  for (const { definition, isBuilding, isBuilt, isValid, parent, partition } of await listMissing(sql)) {
    if (isStopped()) break;
    if (isBuilding) continue;
    const name = partition + parent.slice('ix_audit_records'.length);
    if (isBuilt && !isValid) await runSql(sql, `DROP INDEX IF EXISTS ${name}`);
    if (!isValid) {
      const concurrently = buildLong === undefined ? '' : 'CONCURRENTLY ';
      const text = `CREATE INDEX ${concurrently}IF NOT EXISTS ${name} ON ${partition} ${definition}`;
      await (buildLong?.(text) ?? runSql(sql, text));
      built += 1;
    }
    const found = (await listMissing(sql)).find((index) => index.parent === parent && index.partition === partition);
    // An invalid index of a partition would keep that of the whole table invalid for ever.
    if (found?.isValid) await runSql(sql, `ALTER INDEX ${parent} ATTACH PARTITION ${name}`);
  }
  return built;
}

async function listMissing(sql: Sql): Promise<MissingIndex[]> {
  return MISSING.rows(sql);
}
