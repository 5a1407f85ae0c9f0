import type { Sql } from '../connection/connection.js';
import type { KnowledgeQuota } from '../records/knowledge.js';
import { command, statement } from '../statements/statement.js';

/** A workspace has used up what it may store. The message is for people. */
export class KnowledgeQuotaExceeded extends Error {
  override readonly name = 'KnowledgeQuotaExceeded';

  constructor(readonly what: keyof KnowledgeQuota) {
    super(
      what === 'bytes'
        ? 'The documents of the workspace take as much space as they may (`knowledge.quota.max_mb`). Delete some, or ask your operator.'
        : 'The documents of the workspace have as many chunks as they may (`knowledge.quota.chunks`). Delete some, or ask your operator.',
    );
  }
}

const TAKE_TURN = command('SELECT pg_advisory_xact_lock(hashtextextended($1, 7246113555))');
const MEASURE_KNOWLEDGE = statement<KnowledgeQuota>(
  { bytes: 'float8', chunks: 'float8' },
  `SELECT coalesce(sum(bytes), 0)::float8 AS bytes, coalesce(sum(chunk_count), 0)::float8 AS chunks
   FROM knowledge_documents WHERE workspace_id = $1`,
);

/**
 * Measures the documents of a workspace, this transaction's among them. One transaction at a time measures, until its
 * commit: whoever measures next counts what this one has added. Call it last, with the rows of the transaction locked
 * before.
 */
export async function measureKnowledge(sql: Sql, workspaceId: string): Promise<KnowledgeQuota> {
  await TAKE_TURN.run(sql, [workspaceId]);
  return MEASURE_KNOWLEDGE.one(sql, [workspaceId]);
}
