import { readRows, runSql } from '@multilane/sql';
import type { SqlSession } from '../chunk-store.js';

/** Chunks that one statement deletes. */
const DELETE_BATCH = 5_000;

/**
 * Deletes chunks in batches: a large knowledge base takes longer than a statement may.
 *
 * @param run Runs work on a transaction.
 * @param condition On the columns of `knowledge_chunks`.
 */
export async function deleteChunks(
  run: <Result>(work: (sql: SqlSession) => Promise<Result>) => Promise<Result>,
  condition: string,
  values: readonly unknown[],
): Promise<void> {
  while (await run((sql) => deleteBatch(sql, condition, values))) {
    // The loop ends when no chunk is left.
  }
}

/**
 * Deletes a batch. True if there were chunks. The place of a row (ctid) leads to it fastest, and is unique in one
 * partition only: the batch is one of the partition that has the first chunk found.
 */
async function deleteBatch(sql: SqlSession, condition: string, values: readonly unknown[]): Promise<boolean> {
  const [found] = await readRows<{ readonly relation: string }>(
    sql,
    { relation: 'text' },
    `SELECT tableoid::regclass::text AS relation FROM knowledge_chunks WHERE ${condition} LIMIT 1`,
    [...values],
  );
  if (found === undefined) return false;
  await runSql(
    sql,
    `DELETE FROM ${found.relation}
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${found.relation} WHERE ${condition} LIMIT ${DELETE_BATCH})) AND ${condition}`,
    [...values],
  );
  return true;
}
