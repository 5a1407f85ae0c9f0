import { readRows } from '@multilane/sql';
import type { KnowledgeScope, SqlSession } from '../chunk-store.js';
import { scopeToSql } from './scope-to-sql.js';
import { SqlValues } from './sql-values.js';

/** Chunks of a sample, about. */
const SAMPLE = 1_000;

/** Chunks are counted up to this number. The number of more follows from the sample. */
const MOST_COUNTED = 200_000;

/** A term in fewer chunks of the sample is rare: how many chunks have it is not known. */
const FEWEST = 5;

/** Frequency of terms in a large scope. */
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
  const [total] = await readRows<{ readonly chunks: number }>(
    sql,
    { chunks: 'integer' },
    `SELECT count(*)::integer AS chunks
       FROM (SELECT FROM knowledge_chunks WHERE ${scopeToSql(scope, counting)} LIMIT ${MOST_COUNTED}) AS counted`,
    counting.list,
  );
  const counted = total?.chunks ?? 0;
  const values = new SqlValues();
  const percentage = Math.min(100, (100 * SAMPLE) / Math.max(1, counted));
  const terms = await readRows<{ readonly sampled: number; readonly term: string; readonly found: number }>(
    sql,
    { sampled: 'integer', term: 'text', found: 'integer' },
    `WITH sampled AS MATERIALIZED (
       SELECT terms FROM knowledge_chunks TABLESAMPLE SYSTEM (${values.add(percentage)}::real) REPEATABLE (0)
        WHERE ${scopeToSql(scope, values)}
     ), total AS (SELECT count(*)::integer AS chunks FROM sampled)
     SELECT (SELECT chunks FROM total) AS sampled, term, count(*)::integer AS found
       FROM sampled, unnest(tsvector_to_array(terms)) AS term GROUP BY term HAVING count(*) >= ${FEWEST}`,
    values.list,
  );
  const estimated = ((terms[0]?.sampled ?? 0) * 100) / percentage;
  return {
    chunks: counted < MOST_COUNTED ? counted : Math.max(counted, Math.round(estimated)),
    shares: new Map(terms.map(({ found, sampled, term }) => [term, found / sampled])),
  };
}
