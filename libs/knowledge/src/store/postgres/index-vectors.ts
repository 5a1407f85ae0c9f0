import type { SqlSession } from '../chunk-store.js';

/** The index supports vectors of half precision up to this size; larger ones are always compared one by one. */
export const MOST_INDEXED_DIMENSIONS = 4_000;

/** Up to this many chunks, a search compares all: that takes milliseconds and misses nothing. */
export const EXACT_CHUNKS = 20_000;

const nameOf = (dimensions: number): string => `ix_knowledge_chunks_embedding_${dimensions}`;

/** Whether the index for vectors of a size is complete: `ready`, `building` (or left half built), or `missing`. */
export async function findVectorIndex(
  sql: SqlSession,
  dimensions: number,
): Promise<'ready' | 'building' | 'broken' | 'missing'> {
  const { rows } = await sql.executeSql(
    `SELECT indisvalid AS "isValid",
            EXISTS (SELECT 1 FROM pg_stat_progress_create_index AS progress WHERE progress.index_relid = indexrelid) AS "isBuilding"
       FROM pg_index WHERE indexrelid = to_regclass($1)`,
    [nameOf(dimensions)],
  );
  const [found] = rows as { isValid: boolean; isBuilding: boolean }[];
  if (found === undefined) return 'missing';
  if (found.isValid) return 'ready';
  return found.isBuilding ? 'building' : 'broken';
}

/** Builds the index while reads and writes go on. An index that an interruption left unfinished is built anew. */
export async function buildVectorIndex(
  dimensions: number,
  state: 'broken' | 'missing',
  executeLong: (text: string) => Promise<unknown>,
): Promise<void> {
  const name = nameOf(dimensions);
  if (state === 'broken') await executeLong(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await executeLong(
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON knowledge_chunks
      USING hnsw ((embedding::halfvec(${dimensions})) halfvec_cosine_ops) WHERE dimensions = ${dimensions}`,
  );
}
