import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { findVectorPostgres } from '@multilane/testing';
import type { GenerationAddress } from '../chunk-store.js';
import { chunkOf, documentIn, generationOf, pointAt, scopeOf } from '../store-contract.tools.spec.js';
import { EXACT_CHUNKS } from './index-vectors.js';
import { openPostgresStore } from './open-postgres-store.js';
import { type PoolAccess, VectorServer } from './postgres-access.tools.spec.js';

const server = new VectorServer();
afterAll(() => server.stop(), 60_000);

const partitionOf = async ({ pool }: PoolAccess, { kbId }: GenerationAddress): Promise<string | undefined> => {
  const { rows } = await pool.query<{ relation: string }>(
    'SELECT DISTINCT tableoid::regclass::text AS relation FROM knowledge_chunks WHERE kb_id = $1',
    [kbId],
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.relation;
};

/** Columns with their storage, indexes and constraints of the table of chunks and its partitions. */
const describeTables = async ({ pool }: PoolAccess): Promise<unknown> => {
  const { rows } = await pool.query(`
    SELECT relname, relkind, pg_get_expr(relpartbound, class.oid) AS bound,
           (SELECT array_agg((attname, attstorage, attnotnull, format_type(atttypid, atttypmod))::text ORDER BY attnum)
              FROM pg_attribute WHERE attrelid = class.oid AND attnum > 0) AS columns,
           (SELECT array_agg((indisprimary, indisvalid, amname, index.reloptions,
                              pg_get_indexdef(indexrelid, 1, false), pg_get_indexdef(indexrelid, 2, false))::text ORDER BY 1)
              FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_am ON pg_am.oid = index.relam
             WHERE indrelid = class.oid) AS indexes,
           (SELECT array_agg(conname::text) FROM pg_constraint
             WHERE conrelid = class.oid AND contype = 'p' AND relkind = 'p') AS constraints
      FROM pg_class AS class WHERE relname ~ '^knowledge_chunks' AND relkind IN ('r', 'p') ORDER BY relname`);
  return rows;
};

describe.each(findVectorPostgres() === undefined ? [] : ['partitions of knowledge_chunks'])('%s', () => {
  it('have the storage and the indexes of the table', async () => {
    const access = await server.open('partitions');
    await openPostgresStore(access).prepare();
    const [table, ...partitions] = (await describeTables(access)) as {
      relkind: string;
      relname: string;
      columns: string[];
      indexes: string[];
    }[];
    expect(table).toMatchObject({ relname: 'knowledge_chunks', relkind: 'p' });
    expect(partitions.map(({ relname }) => relname)).toEqual(
      Array.from({ length: 32 }, (_, at) => `knowledge_chunks_${String(at).padStart(2, '0')}`),
    );
    expect(table?.columns).toEqual(expect.arrayContaining(['(embedding,m,t,halfvec)', '(terms,m,t,tsvector)']));
    for (const { columns, indexes } of partitions) {
      expect(columns).toEqual(table?.columns);
      expect(indexes).toHaveLength(2);
      expect(indexes.join()).toMatch(/gin,{fastupdate=off},terms/);
    }
  }, 60_000);

  it('are read by what concerns one knowledge base only if they have its chunks', async () => {
    const access = await server.open('partitions');
    const plans: string[] = [];
    const recording: PoolAccess = {
      ...access,
      transaction: (work) =>
        access.transaction((sql) =>
          work({
            executeSql: async (text, values = []) => {
              if (/^\s*(WITH|SELECT|DELETE)/.test(text)) {
                const { rows } = await sql.executeSql(`EXPLAIN ${text}`, values);
                plans.push((rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'));
              }
              return sql.executeSql(text, values);
            },
          }),
        ),
    };
    const store = openPostgresStore({ ...recording, exactChunks: 10 });
    const base = generationOf();
    const document = documentIn(base);
    await store.add(
      document,
      Array.from({ length: 40 }, (_, index) => chunkOf(index, `common ${index}`, { degrees: index })),
    );
    await store.maintain(base);
    plans.length = 0;
    const partition = await partitionOf(access, base);
    const filter = { type: 'eq', key: 'source', value: 'a.md' } as const;
    for (const options of [{}, { filter }]) {
      await store.searchVectors({ scope: scopeOf(base), embedding: pointAt(3), topK: 5, ...options });
      await store.searchText({ scope: scopeOf(base), text: 'common 7', topK: 5, ...options });
    }
    await store.countChunks(base);
    await store.countDocumentChunks(document);
    await store.maintain(base);
    await store.deleteDocument(document);
    const reading = plans.filter((plan) => plan.includes('knowledge_chunks'));
    expect(reading.length).toBeGreaterThan(8);
    for (const plan of reading) {
      const read = new Set(Array.from(plan.matchAll(/ on (knowledge_chunks\w*)/g), ([, relation]) => relation));
      const others = [...read].filter((relation) => relation !== partition && !relation?.endsWith('_idx'));
      expect({ plan, others }).toEqual({ plan, others: [] });
    }
    expect(plans.some((plan) => plan.includes(`ix_${partition}_embedding_4`))).toBe(true);
  }, 60_000);

  it('keep two tenants apart that share one', async () => {
    const access = await server.open('partitions');
    const store = openPostgresStore({ ...access, exactChunks: 20 });
    const first = generationOf();
    const fill = (at: GenerationAddress) =>
      store.add(
        documentIn(at),
        Array.from({ length: 30 }, (_, index) => chunkOf(index, `quokka ${at.kbId} ${index}`, { degrees: index })),
      );
    await fill(first);
    const partition = await partitionOf(access, first);
    // The same places of rows (ctid) are in use in other partitions.
    const others: GenerationAddress[] = [];
    let second = generationOf();
    for (await fill(second); (await partitionOf(access, second)) !== partition; await fill(second)) {
      others.push(second);
      second = generationOf();
    }
    await store.maintain(first);
    for (const [at, name] of [
      [first, 'first'],
      [second, 'second'],
    ] as const) {
      const search = { scope: scopeOf(at), topK: 200 };
      const hits = [
        ...(await store.searchVectors({ ...search, embedding: pointAt(7) })),
        ...(await store.searchText({ ...search, text: 'quokka' })),
      ];
      expect({ name, count: hits.length }).toEqual({ name, count: 60 });
      expect({ name, bases: new Set(hits.map(({ kbId }) => kbId)) }).toEqual({ name, bases: new Set([at.kbId]) });
    }
    const stolen = { ...second, workspaceId: first.workspaceId };
    const search = { scope: scopeOf(stolen), topK: 200 };
    expect(await store.searchVectors({ ...search, embedding: pointAt(7) })).toEqual([]);
    expect(await store.searchText({ ...search, text: 'quokka' })).toEqual([]);
    await store.deleteKnowledgeBase(stolen);
    await store.deleteKnowledgeBase(first);
    expect(await store.countChunks(first)).toBe(0);
    for (const at of [second, ...others]) expect(await store.countChunks(at)).toBe(30);
  }, 60_000);

  it('are searched together: those with an index by it, the others by comparing', async () => {
    const access = await server.open('partitions');
    const store = openPostgresStore({ ...access, exactChunks: 20 });
    const bases = [generationOf()];
    for (let count = 1; count < 6; count += 1) bases.push(generationOf(bases[0]?.workspaceId));
    for (const [at, base] of bases.entries()) {
      const chunks = Array.from({ length: at < 3 ? 30 : 3 }, (_, index) =>
        chunkOf(index, `${at}/${index}`, { degrees: index * 6 + at }),
      );
      await store.add(documentIn(base), chunks);
      await store.maintain(base);
    }
    const empty = generationOf(bases[0]?.workspaceId);
    const search = { scope: scopeOf(...bases, empty), embedding: pointAt(0), topK: 12 };
    const found = (await store.searchVectors(search)).map(({ content }) => content);
    expect([...found].sort()).toEqual([0, 1].flatMap((index) => bases.map((_, at) => `${at}/${index}`)).sort());
    await store.add(documentIn(empty), [chunkOf(0, 'new')]);
    expect((await store.searchVectors(search))[0]?.content).toMatch(/new|0\/0/);
  }, 60_000);

  it('take over the chunks of the one table of an earlier version, by the statements in docs/knowledge.md', async () => {
    const page = readFileSync(new URL('../../../../../docs/knowledge.md', import.meta.url), 'utf8');
    const statements = /```sql\n(BEGIN;.*?COMMIT;)\nVACUUM ANALYZE knowledge_chunks;\n```/s.exec(page)?.[1] ?? '';
    expect(statements).toContain(`HAVING count(*) > ${EXACT_CHUNKS}`);
    const [access, fresh] = [await server.open('one table of an earlier version'), await server.open('partitions')];
    await openPostgresStore(fresh).prepare();
    const store = openPostgresStore({ ...access, exactChunks: 20 });
    const large = generationOf();
    const small = generationOf();
    const chunksOf = (count: number) =>
      Array.from({ length: count }, (_, index) => chunkOf(index, `quokka ${index}`, { degrees: index * 3 }));
    await store.add(documentIn(large), chunksOf(50));
    await store.add(documentIn(small), chunksOf(10));
    await store.maintain(large);
    const ask = async (asked: ReturnType<typeof openPostgresStore>) => [
      await asked.searchVectors({ scope: scopeOf(large), embedding: pointAt(20), topK: 5 }),
      await asked.searchText({ scope: scopeOf(small), text: 'quokka 7', topK: 5 }),
      await asked.countChunks(large),
    ];
    const before = await ask(store);
    await access.pool.query(statements.replace(`count(*) > ${EXACT_CHUNKS}`, 'count(*) > 20'));
    const { rows } = await access.pool.query(
      "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indexrelid::regclass::text ~ 'embedding'",
    );
    expect(rows).toEqual([{ name: `ix_${await partitionOf(access, large)}_embedding_4` }]);
    const moved = openPostgresStore({ ...access, exactChunks: 20 });
    await moved.maintain(large);
    expect(await ask(moved)).toEqual(before);
    await access.pool.query(`DROP INDEX ${rows[0]?.name}`);
    expect(await describeTables(access)).toEqual(await describeTables(fresh));
  }, 60_000);
});
