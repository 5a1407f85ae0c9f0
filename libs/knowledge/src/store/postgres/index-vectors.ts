import { statement } from '@multilane/sql';
import type { SqlSession } from '../chunk-store.js';

/** The index supports vectors of half precision up to this size; larger ones are always compared one by one. */
export const MOST_INDEXED_DIMENSIONS = 4_000;

/** Up to this many chunks, a search compares all: that takes milliseconds and misses nothing. */
export const EXACT_CHUNKS = 10_000;

/** The index for vectors of a size on a table or partition. */
export interface VectorIndex {
  /** `broken`: an interruption left it half built. */
  readonly state: 'ready' | 'building' | 'broken' | 'missing';
  /** The name to create it by, quoted. */
  readonly name: string;
  /** The name to drop it by, quoted, with its schema if needed; null if there is none. */
  readonly existing: string | null;
}

const FIND = statement(
  { name: 'text', existing: 'text?', isValid: 'boolean?', isBuilding: 'boolean' },
  `SELECT quote_ident(named.name) AS name, indexrelid::regclass::text AS existing, indisvalid AS "isValid",
          EXISTS (SELECT 1 FROM pg_stat_progress_create_index AS progress WHERE progress.index_relid = indexrelid) AS "isBuilding"
     FROM (SELECT oid, 'ix_' || relname || '_embedding_' || $2::integer AS name
             FROM pg_class WHERE oid = $1::text::regclass) AS named
     LEFT JOIN (pg_index JOIN pg_class AS index ON index.oid = indexrelid)
       ON indrelid = named.oid AND index.relname = named.name`,
);

/**
 * Looks for the index of a table or partition.
 *
 * @param relation As `locateChunks` returns it.
 */
export async function findVectorIndex(sql: SqlSession, relation: string, dimensions: number): Promise<VectorIndex> {
  const { name, existing, isValid, isBuilding } = await FIND.one(sql, [relation, dimensions]);
  if (existing === null) return { state: 'missing', name, existing };
  return { state: isValid === true ? 'ready' : isBuilding ? 'building' : 'broken', name, existing };
}

/**
 * Builds the index while reads and writes go on. An index that an interruption left unfinished is built anew. Partitions get
 * theirs one by one: PostgreSQL cannot build an index on all of them while writes go on.
 *
 * @param relation As `locateChunks` returns it.
 */
export async function buildVectorIndex(
  { name, existing }: VectorIndex,
  { dimensions, relation }: { readonly relation: string; readonly dimensions: number },
  executeLong: (text: string) => Promise<unknown>,
): Promise<void> {
  if (existing !== null) await executeLong(`DROP INDEX CONCURRENTLY IF EXISTS ${existing}`);
  await executeLong(
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${relation}
      USING hnsw ((embedding::halfvec(${dimensions})) halfvec_cosine_ops) WHERE dimensions = ${dimensions}`,
  );
}
