import { statement } from '@multilane/sql';
import type { KnowledgeScope, SqlSession } from '../chunk-store.js';

/** The chunks of a scope that are in the same partition, or in the one table of an older installation. */
export interface ChunkGroup {
  /**
   * The partition, or the table, as PostgreSQL writes its name in a statement: quoted if needed. Undefined for bases that had no
   * chunk.
   */
  readonly relation: string | undefined;
  readonly bases: KnowledgeScope['bases'];
  /** Number of chunks, each base up to the limit. */
  readonly chunks: number;
}

/**
 * The list of knowledge bases lets PostgreSQL plan for the partitions that can have them. Chunks are counted without the name of their
 * table, which is not in the index.
 */
const CHUNKS_OF_BASE = `
  FROM knowledge_chunks
 WHERE workspace_id = $1::uuid AND kb_id = ANY ($2::uuid[]) AND kb_id = asked.kb_id AND generation = asked.generation`;
const LOCATE = statement(
  { kbId: 'uuid', generation: 'integer', relation: 'text?', chunks: 'integer' },
  `
SELECT asked.kb_id AS "kbId", asked.generation,
       (SELECT tableoid::regclass::text ${CHUNKS_OF_BASE} LIMIT 1) AS relation,
       (SELECT count(*)::integer FROM (SELECT ${CHUNKS_OF_BASE} LIMIT $4::bigint) AS counted) AS chunks
  FROM unnest($2::uuid[], $3::integer[]) AS asked (kb_id, generation)`,
);

/**
 * Finds the places of a scope's chunks, and counts them.
 *
 * @param limit The chunks of a base are counted up to this number.
 */
export async function locateChunks(sql: SqlSession, scope: KnowledgeScope, limit: number): Promise<ChunkGroup[]> {
  const rows = await LOCATE.rows(sql, [
    scope.workspaceId,
    scope.bases.map(({ kbId }) => kbId),
    scope.bases.map(({ generation }) => generation),
    limit,
  ]);
  const groups = new Map<string | undefined, { bases: KnowledgeScope['bases'][number][]; chunks: number }>();
  for (const row of rows) {
    const { chunks, generation, kbId } = row;
    const group = groups.get(row.relation ?? undefined) ?? { bases: [], chunks: 0 };
    group.bases.push({ kbId, generation });
    group.chunks += chunks;
    groups.set(row.relation ?? undefined, group);
  }
  return [...groups].map(([relation, group]) => ({ relation, ...group }));
}
