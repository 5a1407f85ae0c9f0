import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@multilane/persistence';
import { findPostgres, findVectorPostgres, startPostgres, testDatabases } from '@multilane/testing';
import type pg from 'pg';
import type { ChunkStore, SqlSession } from '../chunk-store.js';
import { chunkOf, documentIn, generationOf, pointAt, scopeOf, testChunkStore } from '../store-contract.tools.spec.js';
import { openPostgresStore, type PostgresStoreOptions } from './open-postgres-store.js';
import { poolAccess, VectorServer } from './postgres-access.tools.spec.js';

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
}, 60_000);

testChunkStore(
  'the embedded database',
  async () => {
    const [embedded] = testDatabases();
    const database = await openDatabase((await embedded?.create()) ?? { folder: '' });
    closing.push(
      () => embedded?.stop(),
      () => database.close(),
    );
    return openPostgresStore({ transaction: (work) => database.inTransaction(work), statementMs: 0 });
  },
  { stems: true },
);

const server = new VectorServer();
closing.push(() => server.stop());
const onServer = findVectorPostgres() === undefined ? [] : ['PostgreSQL with pgvector'];
const shapes = onServer.length === 0 ? [] : (['partitions', 'one table of an earlier version'] as const);

for (const shape of shapes) {
  testChunkStore(shape, async () => openPostgresStore(await server.open(shape)), { stems: true });
}

describe.each(onServer)('%s', () => {
  it('creates the tables once, however many processes start together', async () => {
    const options = await server.open('partitions');
    const stores = Array.from({ length: 6 }, () => openPostgresStore(options));
    const base = generationOf();
    await Promise.all(stores.map((store, at) => store.add(documentIn(base), [chunkOf(0, `chunk ${at}`)])));
    expect(await stores[0]?.countChunks(base)).toBe(6);
  }, 60_000);

  it('adds and deletes in the transaction it is given, of which a rollback leaves nothing', async () => {
    const options = await server.open('partitions');
    const store = openPostgresStore(options);
    const base = generationOf();
    const document = documentIn(base);
    const failed = options.transaction(async (sql: SqlSession) => {
      await store.add(document, [chunkOf(0, 'a')], sql);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await store.countDocumentChunks(document)).toBe(0);
    await options.transaction((sql: SqlSession) => store.add(document, [chunkOf(0, 'a')], sql));
    const undone = options.transaction(async (sql: SqlSession) => {
      await store.deleteKnowledgeBase(base, sql);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await store.countDocumentChunks(document)).toBe(1);
  }, 60_000);

  describe.each(shapes)('a knowledge base above the bound for exact search: %s', (shape) => {
    const base = generationOf();
    const sibling = generationOf(base.workspaceId);
    const other = generationOf();
    const CHUNKS = 300;
    let store: ChunkStore;
    let pool: pg.Pool;

    beforeAll(async () => {
      const options = await server.open(shape);
      pool = options.pool;
      store = openPostgresStore({ ...options, exactChunks: 100 });
      for (const at of [base, other]) {
        const chunks = Array.from({ length: CHUNKS }, (_, index) =>
          chunkOf(index, `common text ${index} ${index % 100 === 0 ? 'quokka' : ''}`, {
            degrees: (index * 180) / CHUNKS,
            dimensions: 8,
            metadata: { even: index % 2 === 0, index },
          }),
        );
        await store.add(documentIn(at), chunks);
      }
      await store.add(documentIn(sibling), [chunkOf(0, 'small', { dimensions: 8 })]);
    }, 60_000);

    const indexes = async () =>
      (
        await pool.query(
          "SELECT indexrelid::regclass AS name, indisvalid FROM pg_index WHERE indexrelid::regclass::text LIKE '%embedding%'",
        )
      ).rows;

    it('gets its index from `maintain`, one for each size of vectors, which is built anew after an interruption', async () => {
      const tiny = generationOf();
      await store.add(documentIn(tiny), [chunkOf(0, 'tiny')]);
      await store.maintain(tiny);
      await store.maintain(generationOf());
      expect(await indexes()).toEqual([]);
      await store.maintain(base);
      await store.maintain(base);
      const [index] = await indexes();
      const relation = shape === 'partitions' ? 'knowledge_chunks_\\d\\d' : 'knowledge_chunks';
      expect(index).toEqual({
        name: expect.stringMatching(new RegExp(`^ix_${relation}_embedding_8$`)),
        indisvalid: true,
      });
      await pool.query('UPDATE pg_index SET indisvalid = false WHERE indexrelid = $1::regclass', [index?.name]);
      await store.maintain(base);
      expect(await indexes()).toEqual([index]);
    }, 60_000);

    it('answers by the index what it answered without: the nearest chunks that pass scope and filter', async () => {
      const search = { scope: scopeOf(base), embedding: pointAt(42, 8), topK: 20 };
      const even = { type: 'eq', key: 'even', value: true } as const;
      const rare = { type: 'in', key: 'index', value: [0, 150, 299] } as const;
      const exact = openPostgresStore({ ...poolFrom(pool), exactChunks: 1_000 });
      for (const filter of [undefined, even, rare]) {
        const expected = (await exact.searchVectors({ ...search, filter })).map(({ index }) => index);
        const found = (await store.searchVectors({ ...search, filter })).map(({ index }) => index);
        expect(new Set(found)).toEqual(new Set(expected));
      }
      const both = await store.searchVectors({ ...search, scope: scopeOf(base, sibling), topK: 200 });
      expect(both.every(({ kbId }) => kbId !== other.kbId)).toBe(true);
    }, 60_000);

    it('finds rare terms among common ones, and common ones alone', async () => {
      const found = (text: string) => store.searchText({ scope: scopeOf(base), text, topK: 5 });
      const indexes = (await found('common quokka')).map(({ index }) => index);
      expect(indexes.slice(0, 3).sort((a, b) => a - b)).toEqual([0, 100, 200]);
      expect(indexes.length).toBe(5);
      expect((await found('common text')).length).toBe(5);
      expect((await found('common zebra')).length).toBe(5);
    });

    it('is deleted batch by batch', async () => {
      await store.deleteKnowledgeBase(other);
      expect(await store.countChunks(other)).toBe(0);
      expect(await store.countChunks(base)).toBe(CHUNKS);
    });
  });

  it.each([
    [3_000, 'vectors that half precision must hold'],
    [6_000, 'vectors that no index supports'],
  ])(
    'stores %d dimensions: %s',
    async (dimensions) => {
      const store = openPostgresStore({ ...(await server.open('partitions')), exactChunks: 1 });
      const base = generationOf();
      await store.add(
        documentIn(base),
        [0, 1, 2].map((index) => chunkOf(index, `c${index}`, { degrees: index * 30, dimensions })),
      );
      await store.maintain(base);
      const hits = await store.searchVectors({ scope: scopeOf(base), embedding: pointAt(29, dimensions), topK: 3 });
      expect(hits.map(({ index }) => index)).toEqual([1, 0, 2]);
    },
    60_000,
  );
});

const poolFrom = (pool: pg.Pool): PostgresStoreOptions => ({
  transaction: async (work) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      return await work({ executeSql: (text, values) => client.query(text, values) });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
});

describe.each(findPostgres() === undefined ? [] : ['PostgreSQL'])('%s without pgvector', () => {
  it('is reported with what to install', async () => {
    const plain = await startPostgres();
    closing.push(() => plain.stop());
    const { pool, ...options } = poolAccess(await plain.createDatabase());
    closing.push(() => pool.end());
    const store = openPostgresStore(options);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const failed = store.add(documentIn(generationOf()), [chunkOf(0, randomUUID())]);
      await expect(failed).rejects.toMatchObject({
        name: 'KnowledgeStoreUnavailable',
        message: expect.stringContaining('Install it'),
      });
    }
  }, 60_000);
});
