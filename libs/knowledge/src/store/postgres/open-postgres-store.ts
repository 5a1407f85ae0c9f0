import { readRows, runSql, statement } from '@multilane/sql';
import { LRUCache } from 'lru-cache';
import { checkChunks, checkSearch } from '../check-search.js';
import type {
  ChunkStore,
  DocumentAddress,
  EmbeddedChunk,
  GenerationAddress,
  Hit,
  KnowledgeScope,
  LexicalSearch,
  SqlSession,
  VectorSearch,
} from '../chunk-store.js';
import { addChunks } from './add-chunks.js';
import { createTables } from './create-tables.js';
import { deleteChunks } from './delete-chunks.js';
import { buildVectorIndex, EXACT_CHUNKS, findVectorIndex, MOST_INDEXED_DIMENSIONS } from './index-vectors.js';
import { type ChunkGroup, locateChunks } from './locate-chunks.js';
import { sampleTerms, type TermStatistics } from './sample-terms.js';
import { searchText } from './search-text.js';
import { searchVectors } from './search-vectors.js';

export interface PostgresStoreOptions {
  /** Runs SQL in one transaction. */
  transaction<Result>(work: (sql: SqlSession) => Promise<Result>): Promise<Result>;
  /**
   * Runs one statement outside of a transaction, however long it takes. Without it there are no partitions, which take time and memory
   * at the start, and no indexes for approximate search, so that every search compares all chunks: the embedded database
   * takes minutes for an index.
   */
  readonly executeLong?: ((text: string) => Promise<unknown>) | undefined;
  /** Time limit of a statement in milliseconds; 0: that of the connection. Set 0 for the embedded database, which has none. Default: 10,000. */
  readonly statementMs?: number | undefined;
  /** Chunks of a search in one partition, up to which it compares all. Default: 10,000. */
  readonly exactChunks?: number | undefined;
}

/** A lexical search weighs at least this part of the bound for exact search. In a scope with four times as many chunks it samples terms. */
const WEIGHED_SHARE = 20;

/** Time for which the sizes of knowledge bases and the states of indexes are cached. */
const PLACES = { max: 10_000, ttl: 30_000 };
/** Time for which the terms of a large scope are cached. Each entry has a few thousand. */
const STATISTICS = { max: 100, ttl: 600_000 };

const IN_GENERATION = 'workspace_id = $1::uuid AND kb_id = $2::uuid AND generation = $3::integer';

const COUNT = statement(
  { count: 'integer' },
  `SELECT count(*)::integer AS count FROM knowledge_chunks WHERE ${IN_GENERATION}`,
);

const COUNT_OF_DOCUMENT = statement(
  { count: 'integer' },
  `SELECT count(*)::integer AS count FROM knowledge_chunks WHERE ${IN_GENERATION} AND document_id = $4::uuid`,
);

const DIMENSIONS = statement(
  { dimensions: 'integer' },
  `SELECT dimensions FROM knowledge_generations WHERE ${IN_GENERATION} LIMIT 1`,
);

const CONFIGURATIONS = statement({ name: 'name' }, 'SELECT cfgname AS name FROM pg_ts_config');

/** Opens a store in PostgreSQL with pgvector, or in the embedded database. Tables are created at the first use. */
export function openPostgresStore(options: PostgresStoreOptions): ChunkStore {
  return new PostgresStore(options);
}

class PostgresStore implements ChunkStore {
  #preparing: Promise<void> | undefined;
  #configurations: ReadonlySet<string> = new Set();
  readonly #places = new LRUCache<string, readonly ChunkGroup[]>(PLACES);
  readonly #indexes = new LRUCache<string, boolean>(PLACES);
  readonly #statistics = new LRUCache<string, TermStatistics>(STATISTICS);
  readonly #exactChunks: number;

  constructor(private readonly options: PostgresStoreOptions) {
    this.#exactChunks = options.exactChunks ?? EXACT_CHUNKS;
  }

  prepare(): Promise<void> {
    this.#preparing ??= this.options
      .transaction((sql) => this.#create(sql))
      .catch((error: unknown) => {
        this.#preparing = undefined;
        throw error;
      });
    return this.#preparing;
  }

  async add(at: DocumentAddress, chunks: readonly EmbeddedChunk[], within?: SqlSession): Promise<void> {
    checkChunks(chunks);
    if (chunks.length === 0) return;
    await this.#run((sql) => addChunks(sql, at, chunks, this.#configurations), within);
  }

  async countDocumentChunks({ workspaceId, kbId, generation, documentId }: DocumentAddress): Promise<number> {
    const values = [workspaceId, kbId, generation, documentId];
    return (await this.#run((sql) => COUNT_OF_DOCUMENT.one(sql, values))).count;
  }

  async countChunks({ workspaceId, kbId, generation }: GenerationAddress): Promise<number> {
    return (await this.#run((sql) => COUNT.one(sql, [workspaceId, kbId, generation]))).count;
  }

  async deleteDocument(
    { workspaceId, kbId, generation, documentId }: Omit<DocumentAddress, 'generation'> & { generation?: number },
    within?: SqlSession,
  ): Promise<void> {
    // The primary key leads to a document by its generation.
    const condition = `workspace_id = $1::uuid AND kb_id = $2::uuid AND document_id = $3::uuid AND generation IN (
      SELECT generation FROM knowledge_generations
       WHERE workspace_id = $1::uuid AND kb_id = $2::uuid AND generation = coalesce($4::integer, generation))`;
    await deleteChunks((work) => this.#run(work, within), condition, [
      workspaceId,
      kbId,
      documentId,
      generation ?? null,
    ]);
  }

  async deleteGeneration({ workspaceId, kbId, generation }: GenerationAddress, within?: SqlSession): Promise<void> {
    await this.#deleteGenerations(IN_GENERATION, [workspaceId, kbId, generation], within);
  }

  async deleteKnowledgeBase(
    { workspaceId, kbId }: Omit<GenerationAddress, 'generation'>,
    within?: SqlSession,
  ): Promise<void> {
    await this.#deleteGenerations('workspace_id = $1::uuid AND kb_id = $2::uuid', [workspaceId, kbId], within);
  }

  async deleteWorkspace(workspaceId: string, within?: SqlSession): Promise<void> {
    await this.#deleteGenerations('workspace_id = $1::uuid', [workspaceId], within);
  }

  async searchVectors(search: VectorSearch): Promise<readonly Hit[]> {
    checkSearch(search);
    search.signal?.throwIfAborted();
    return this.#run(async (sql) => {
      const indexed: ChunkGroup[] = [];
      const compared: ChunkGroup[] = [];
      for (const group of await this.#locateCached(sql, search.scope)) {
        const usesIndex =
          group.relation !== undefined &&
          group.chunks > this.#exactChunks &&
          (await this.#hasIndex(sql, group.relation, search.embedding.length));
        (usesIndex ? indexed : compared).push(group);
      }
      return searchVectors(sql, search, { indexed, compared });
    });
  }

  async searchText(search: LexicalSearch): Promise<readonly Hit[]> {
    checkSearch(search);
    search.signal?.throwIfAborted();
    return this.#run(async (sql) => {
      const groups = await this.#locateCached(sql, search.scope);
      const chunks = groups.reduce((sum, group) => sum + group.chunks, 0);
      const enough = this.#exactChunks / WEIGHED_SHARE;
      if (chunks <= 4 * enough) return searchText(sql, search, { chunks });
      const statistics = await readThrough(this.#statistics, keyOf(search.scope), () => sampleTerms(sql, search.scope));
      return searchText(sql, search, { chunks, large: { statistics, enough } });
    });
  }

  async maintain({ workspaceId, kbId, generation }: GenerationAddress, signal?: AbortSignal): Promise<void> {
    const { executeLong } = this.options;
    if (executeLong === undefined) return;
    const needed = await this.#run(async (sql) => {
      const [{ dimensions } = { dimensions: 0 }] = await DIMENSIONS.rows(sql, [workspaceId, kbId, generation]);
      if (dimensions === 0 || dimensions > MOST_INDEXED_DIMENSIONS) return undefined;
      const [group] = await locateChunks(sql, { workspaceId, bases: [{ kbId, generation }] }, 1);
      const relation = group?.relation;
      if (relation === undefined) return undefined;
      // A search may read all that the workspace has in the partition, and compares all of it up to the bound.
      const more = await readRows(
        sql,
        {},
        `SELECT FROM ${relation} WHERE workspace_id = $1::uuid AND dimensions = $2::integer
         OFFSET $3::integer LIMIT 1`,
        [workspaceId, dimensions, this.#exactChunks],
      );
      if (more.length === 0) return undefined;
      return { dimensions, relation, index: await findVectorIndex(sql, relation, dimensions) };
    });
    signal?.throwIfAborted();
    if (needed === undefined || needed.index.state === 'ready' || needed.index.state === 'building') return;
    await buildVectorIndex(needed.index, needed, executeLong);
    this.#forgetPlaces();
  }

  close(): Promise<void> {
    this.#forgetPlaces();
    return Promise.resolve();
  }

  /** Runs work on a transaction of its own or on the given one. The tables are there. */
  async #run<Result>(work: (sql: SqlSession) => Promise<Result>, within?: SqlSession): Promise<Result> {
    if (within !== undefined) {
      // The embedded database has one connection, which the open transaction holds.
      if (this.#preparing === undefined) await this.#create(within);
      else await this.#preparing;
      return work(within);
    }
    await this.prepare();
    const { statementMs = 10_000, transaction } = this.options;
    return transaction(async (sql) => {
      // Compiling a search takes longer than running it.
      if (statementMs > 0) await runSql(sql, `SET LOCAL statement_timeout = ${statementMs}; SET LOCAL jit = off`);
      return work(sql);
    });
  }

  async #create(sql: SqlSession): Promise<void> {
    await createTables(sql, this.options.executeLong !== undefined);
    const rows = await CONFIGURATIONS.rows(sql);
    this.#configurations = new Set(rows.map(({ name }) => name));
  }

  async #deleteGenerations(condition: string, values: readonly unknown[], within?: SqlSession): Promise<void> {
    await deleteChunks((work) => this.#run(work, within), condition, values);
    await this.#run((sql) => runSql(sql, `DELETE FROM knowledge_generations WHERE ${condition}`, [...values]), within);
    this.#forgetPlaces();
  }

  #forgetPlaces(): void {
    this.#places.clear();
    this.#indexes.clear();
  }

  #locateCached(sql: SqlSession, scope: KnowledgeScope): Promise<readonly ChunkGroup[]> {
    return readThrough(this.#places, keyOf(scope), () => locateChunks(sql, scope, this.#exactChunks + 1));
  }

  #hasIndex(sql: SqlSession, relation: string, dimensions: number): Promise<boolean> {
    return readThrough(
      this.#indexes,
      `${dimensions} ${relation}`,
      async () => (await findVectorIndex(sql, relation, dimensions)).state === 'ready',
    );
  }
}

/** The value of a key, read if it is not cached. Failures are not cached. */
async function readThrough<Value extends NonNullable<unknown>>(
  cache: LRUCache<string, Value>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const value = await read();
  cache.set(key, value);
  return value;
}

function keyOf({ bases, workspaceId }: KnowledgeScope): string {
  const names = bases.map(({ kbId, generation }) => `${kbId}/${generation}`).sort();
  return `${workspaceId} ${names.join()}`;
}
