import type { KnowledgeScope, SqlSession } from '../chunk-store.js';
import { scopeToSql } from './scope-to-sql.js';
import { SqlValues } from './sql-values.js';

/** Chunks of a sample, about. */
const SAMPLE = 1_000;

/** A term in fewer chunks of the sample is rare: how many chunks have it is not known. */
const FEWEST = 5;

/** How common terms are in a large scope. */
export interface TermStatistics {
  /** Number of chunks. */
  readonly chunks: number;
  /** Common terms, and the share of the chunks that has each, from 0 to 1. */
  readonly shares: ReadonlyMap<string, number>;
}

/**
 * Counts the terms in a sample of the chunks. Counting one common term in the index takes as long as reading all places that it
 * has there, for each search.
 */
export async function sampleTerms(sql: SqlSession, scope: KnowledgeScope): Promise<TermStatistics> {
  const counting = new SqlValues();
  const { rows: counted } = await sql.executeSql(
    `SELECT count(*)::integer AS chunks FROM knowledge_chunks WHERE ${scopeToSql(scope, counting)}`,
    counting.list,
  );
  const [{ chunks }] = counted as [{ chunks: number }];
  const values = new SqlValues();
  const percentage = values.add(Math.min(100, (100 * SAMPLE) / Math.max(1, chunks)));
  const { rows } = await sql.executeSql(
    `WITH sampled AS MATERIALIZED (
       SELECT terms FROM knowledge_chunks TABLESAMPLE SYSTEM (${percentage}::real) REPEATABLE (0)
        WHERE ${scopeToSql(scope, values)}
     )
     SELECT term, count(*)::float8 / (SELECT count(*) FROM sampled) AS share
       FROM sampled, unnest(tsvector_to_array(terms)) AS term GROUP BY term HAVING count(*) >= ${FEWEST}`,
    values.list,
  );
  return {
    chunks,
    shares: new Map((rows as { term: string; share: number }[]).map(({ share, term }) => [term, share])),
  };
}
