import { type Columns, readRows, runSql } from '@multilane/sql';
import type { Hit, KnowledgeScope, SqlSession, VectorSearch } from '../chunk-store.js';
import { toVectorText } from './add-chunks.js';
import { filterToSql } from './filter-to-sql.js';
import type { ChunkGroup } from './locate-chunks.js';
import { scopeToSql } from './scope-to-sql.js';
import { SqlValues } from './sql-values.js';

/**
 * Settings of an index search: the scan goes on until enough chunks pass the filters, or it has seen this many. Relaxed
 * order finds more than strict order in less time, because nothing is left out for coming late; what is found is then
 * put in order. Without `enable_sort` the planner takes the index: it takes the columns of the scope for independent of
 * each other, expects few chunks, and would compare all of them. Measured in docs/knowledge.md.
 */
const INDEX_SETTINGS = `
SET LOCAL hnsw.iterative_scan = 'relaxed_order'; SET LOCAL hnsw.ef_search = 200; SET LOCAL hnsw.max_scan_tuples = 40000;
SET LOCAL enable_sort = off`;

/** Chunks as `Hit`, with `score`. */
export const HIT_COLUMNS = `kb_id AS "kbId", document_id AS "documentId", chunk_index AS index, content, metadata`;

/** Types of a hit's columns. */
export const HIT_TYPES: Columns<Hit> = {
  kbId: 'uuid',
  documentId: 'uuid',
  index: 'integer',
  content: 'text',
  metadata: 'jsonb',
  score: 'float8',
};

/** The nearest chunks: by the index in groups that have one, by comparing all in the others. */
export async function searchVectors(
  sql: SqlSession,
  search: VectorSearch,
  { compared, indexed }: { readonly indexed: readonly ChunkGroup[]; readonly compared: readonly ChunkGroup[] },
): Promise<readonly Hit[]> {
  if (indexed.length === 0) return readHits(sql, search, []);
  await runSql(sql, INDEX_SETTINGS);
  const rest = compared.flatMap(({ bases }) => bases);
  const found = await readHits(sql, search, indexed, rest);
  // The scan of an index gives up when few of its chunks pass the filter. Comparing all finds those.
  return found.length >= search.topK ? found : readHits(sql, search, []);
}

/** @param rest Bases that are compared one by one. Default: all of the scope. */
async function readHits(
  sql: SqlSession,
  { embedding, filter, scope, topK }: VectorSearch,
  indexed: readonly ChunkGroup[],
  rest: KnowledgeScope['bases'] = scope.bases,
): Promise<Hit[]> {
  const values = new SqlValues();
  const size = embedding.length;
  const vector = values.add(toVectorText(embedding));
  const limit = `${values.add(topK)}::integer`;
  const condition = filter === undefined ? '' : `AND ${filterToSql(filter, values)}`;
  const select = (relation: string, distance: string, bases: KnowledgeScope['bases']): string =>
    `(SELECT ${HIT_COLUMNS}, 1 - (${distance}) AS score FROM ${relation}
       WHERE dimensions = ${size} AND ${scopeToSql({ ...scope, bases }, values)} ${condition}
       ORDER BY ${distance} LIMIT ${limit})`;
  const parts = indexed.map(({ bases, relation = 'knowledge_chunks' }) =>
    // The index is on this expression; the plain column is in none.
    select(relation, `embedding::halfvec(${size}) <=> ${vector}::halfvec(${size})`, bases),
  );
  if (rest.length > 0) parts.push(select('knowledge_chunks', `embedding <=> ${vector}::halfvec`, rest));
  const hits = await readRows<Hit>(
    sql,
    HIT_TYPES,
    `WITH nearest AS MATERIALIZED (${parts.join(' UNION ALL ')})
     SELECT * FROM nearest ORDER BY score DESC LIMIT ${limit}`,
    values.list,
  );
  // A vector of zeros has no direction.
  return hits.filter(({ score }) => !Number.isNaN(score));
}
