import { command, runSql, statement } from '@multilane/sql';
import { KnowledgeStoreUnavailable, type SqlSession } from '../chunk-store.js';

/** Older versions have no iterative scans, without which a filter loses results. */
const OLDEST = [0, 8] as const;

/** Services that start together create the tables one after the other. */
const LOCK = command("SELECT pg_advisory_xact_lock(hashtextextended('multilane knowledge_chunks', 0))");

/** Partitions of the table on a server. Fixed: another number would need all rows to be written anew. */
const PARTITIONS = 32;

/**
 * `terms` has the words of the search text, and one that stands for the generation, so that the index finds both at
 * once. Vectors and terms stay in the row, which searches read; content moves out of it first. Half precision halves what a
 * search reads and changes the order of results hardly ever.
 */
const COLUMNS = `(
  workspace_id uuid NOT NULL,
  kb_id uuid NOT NULL,
  generation integer NOT NULL,
  document_id uuid NOT NULL,
  chunk_index integer NOT NULL,
  dimensions integer NOT NULL,
  words integer NOT NULL,
  embedding halfvec NOT NULL,
  terms tsvector NOT NULL,
  content text NOT NULL,
  metadata jsonb NOT NULL,
  CONSTRAINT pk_knowledge_chunks PRIMARY KEY (workspace_id, kb_id, generation, document_id, chunk_index)
)`;

const GENERATIONS = `
CREATE TABLE IF NOT EXISTS knowledge_generations (
  workspace_id uuid NOT NULL,
  kb_id uuid NOT NULL,
  generation integer NOT NULL,
  language text NOT NULL,
  dimensions integer NOT NULL,
  CONSTRAINT pk_knowledge_generations PRIMARY KEY (workspace_id, kb_id, generation, language)
)`;

/**
 * The statements that create the table of chunks. All chunks of a knowledge base are in one partition, so that the indexes that a
 * search reads are those of few tenants. Partitions get storage and indexes of the table.
 */
export function listChunkStatements(isPartitioned: boolean): string[] {
  const partitions = Array.from({ length: isPartitioned ? PARTITIONS : 0 }, (_, number) => {
    const name = `knowledge_chunks_${String(number).padStart(2, '0')}`;
    return `CREATE TABLE ${name} PARTITION OF knowledge_chunks FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${number})`;
  });
  return [
    `CREATE TABLE knowledge_chunks ${COLUMNS} ${isPartitioned ? 'PARTITION BY HASH (kb_id)' : ''}`,
    'ALTER TABLE knowledge_chunks ALTER COLUMN embedding SET STORAGE MAIN, ALTER COLUMN terms SET STORAGE MAIN',
    'CREATE INDEX ix_knowledge_chunks_terms ON knowledge_chunks USING gin (terms) WITH (fastupdate = off)',
    ...partitions,
  ];
}

/**
 * Creates the extension and the tables where they are missing, in the transaction of `sql`. A table of chunks that is there stays as
 * it is, partitioned or not.
 *
 * @param isPartitioned Whether a new table of chunks has partitions.
 * @throws KnowledgeStoreUnavailable
 */
export async function createTables(sql: SqlSession, isPartitioned: boolean): Promise<void> {
  const { hasChunks, hasGenerations, version } = await FIND_TABLES.one(sql);
  if (version !== null) checkVersion(version);
  if (hasChunks && hasGenerations) return;
  await LOCK.run(sql);
  if (version === null) await createExtension(sql);
  // Another service may have created it meanwhile.
  if (!(await FIND_TABLES.one(sql)).hasChunks) {
    for (const definition of listChunkStatements(isPartitioned)) await runSql(sql, definition);
  }
  await runSql(sql, GENERATIONS);
}

interface FoundTables {
  readonly hasChunks: boolean;
  readonly hasGenerations: boolean;
  /** Version of the extension; null if it is missing. */
  readonly version: string | null;
}

const FIND_TABLES = statement<FoundTables>(
  { hasChunks: 'boolean', hasGenerations: 'boolean', version: 'text?' },
  `SELECT to_regclass('knowledge_chunks') IS NOT NULL AS "hasChunks",
          to_regclass('knowledge_generations') IS NOT NULL AS "hasGenerations",
          (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS version`,
);

async function createExtension(sql: SqlSession): Promise<void> {
  try {
    await runSql(sql, 'CREATE EXTENSION IF NOT EXISTS vector');
  } catch (error) {
    throw describeMissing(error);
  }
  const { version } = await FIND_TABLES.one(sql);
  if (version !== null) checkVersion(version);
}

/** Codes of PostgreSQL for an extension whose files are not there. */
const NOT_INSTALLED = ['58P01', '0A000'];
const NO_PERMISSION = '42501';

/** Explains how to get an extension that cannot be created; returns the error itself if it is about something else. */
function describeMissing(error: unknown): unknown {
  const code = findCode(error);
  if (code === NO_PERMISSION) {
    return new KnowledgeStoreUnavailable(
      'Knowledge bases need the PostgreSQL extension pgvector, which this database role may not create. As a superuser, run CREATE EXTENSION vector in the database.',
      { cause: error },
    );
  }
  if (code !== undefined && NOT_INSTALLED.includes(code)) {
    return new KnowledgeStoreUnavailable(
      'Knowledge bases need the PostgreSQL extension pgvector 0.8 or newer, which is not installed on the database server. Install it (for Debian: postgresql-<version>-pgvector), or set knowledge.vector_store to qdrant.',
      { cause: error },
    );
  }
  return error;
}

/** PostgreSQL's code of an error, or of one that caused it. */
function findCode(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, driverError } = at as { code?: unknown; driverError?: { code?: unknown } };
    for (const found of [driverError?.code, code]) {
      if (typeof found === 'string' && /^[0-9A-Z]{5}$/.test(found)) return found;
    }
  }
  return undefined;
}

function checkVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new KnowledgeStoreUnavailable(
    `Knowledge bases need pgvector ${OLDEST.join('.')} or newer; the database has ${version}. Install a newer version, then run ALTER EXTENSION vector UPDATE.`,
  );
}
