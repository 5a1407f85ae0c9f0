import type { Hit, SqlSession, VectorSearch } from '../chunk-store.js';
import { toVectorText } from './add-chunks.js';
import { filterToSql } from './filter-to-sql.js';
import { scopeToSql } from './scope-to-sql.js';
import { SqlValues } from './sql-values.js';

/**
 * How the index is searched: the scan goes on until enough chunks pass the filters, or it has seen this many. Relaxed order finds
 * more than strict order in less time, because nothing is left out for coming late; what is found is then put in order.
 * Measured in docs/knowledge.md.
 */
const INDEX_SETTINGS = `
SET LOCAL hnsw.iterative_scan = 'relaxed_order'; SET LOCAL hnsw.ef_search = 200; SET LOCAL hnsw.max_scan_tuples = 40000`;

/** Chunks as `Hit`, with `score`. */
export const HIT_COLUMNS = `kb_id AS "kbId", document_id AS "documentId", chunk_index AS index, content, metadata`;

/** The nearest chunks: by the index if `usesIndex`, else by comparing all of them. */
export async function searchVectors(sql: SqlSession, search: VectorSearch, usesIndex: boolean): Promise<Hit[]> {
  const { embedding, filter, scope, topK } = search;
  const values = new SqlValues();
  const size = embedding.length;
  const vector = values.add(toVectorText(embedding));
  // The index is on this expression; the plain column is in none.
  const distance = usesIndex
    ? `embedding::halfvec(${size}) <=> ${vector}::halfvec(${size})`
    : `embedding <=> ${vector}::halfvec`;
  if (usesIndex) await sql.executeSql(INDEX_SETTINGS);
  const { rows } = await sql.executeSql(
    `WITH nearest AS MATERIALIZED (
       SELECT ${HIT_COLUMNS}, 1 - (${distance}) AS score
         FROM knowledge_chunks
        WHERE dimensions = ${size} AND ${scopeToSql(scope, values)}
          ${filter === undefined ? '' : `AND ${filterToSql(filter, values)}`}
        ORDER BY ${distance} LIMIT ${values.add(topK)}::integer)
     SELECT * FROM nearest ORDER BY score DESC`,
    values.list,
  );
  // A vector of zeros has no direction.
  return (rows as Hit[]).filter(({ score }) => !Number.isNaN(score));
}
