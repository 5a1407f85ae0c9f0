import { randomUUID } from 'node:crypto';
import {
  ADD_LIMIT,
  type ChunkStore,
  type EmbeddedChunk,
  type GenerationAddress,
  openPostgresStore,
} from '@multilane/knowledge';
import { installVectorPostgres, startPostgres } from '@multilane/testing';
import { percentile } from '../statistics.js';
import { type BenchPool, openBenchPool } from './open-bench-pool.js';
import { SyntheticChunks } from './synthetic-chunks.js';

export interface ScaleOptions {
  /** Chunks in the table. */
  readonly chunks: number;
  readonly note: (text: string) => void;
  readonly print: (row: string) => void;
}

const TENANTS = 200;
const DIMENSIONS = 384;
const CONNECTIONS = 8;
const QUERIES = 2_000;
const COMPARED = 200;
const TOP_K = 10;

/** Settings of a server with 8 GB of memory; writes reach the disk. */
const SETTINGS = {
  fsync: 'on',
  shared_buffers: '3GB',
  maintenance_work_mem: '2GB',
  max_wal_size: '4GB',
  max_parallel_maintenance_workers: '1',
};

/** Exact search compares up to 10,000 chunks of a million; smaller runs keep the proportion. */
const exactBound = (chunks: number): number => Math.min(10_000, Math.ceil(chunks / 100));

interface Tenant extends GenerationAddress {
  readonly number: number;
  readonly chunks: number;
}

/** 4 tenants have 40% of the chunks, 16 another 40%, 180 the rest. */
function listTenants(chunks: number): Tenant[] {
  return Array.from({ length: TENANTS }, (_, number) => {
    const share = number < 4 ? 0.4 / 4 : number < 20 ? 0.4 / 16 : 0.2 / 180;
    return { number, chunks: Math.round(chunks * share), workspaceId: randomUUID(), kbId: randomUUID(), generation: 1 };
  });
}

/** Fills a PostgreSQL with pgvector and measures insertion, the index, and queries of all tenants. */
export async function measureScale({ chunks, note, print }: ScaleOptions): Promise<void> {
  const server = await startPostgres({ bin: installVectorPostgres(), settings: SETTINGS });
  const pool = openBenchPool(await server.createDatabase(), CONNECTIONS);
  try {
    const exactChunks = exactBound(chunks);
    const store = openPostgresStore({ ...pool, exactChunks, statementMs: 60_000 });
    const synthetic = new SyntheticChunks(DIMENSIONS);
    const tenants = listTenants(chunks);
    print('| | |\n|---|---|');
    await measureInsertion(store, tenants, synthetic, { note, print });
    await pool.sql('VACUUM ANALYZE knowledge_chunks');
    let began = performance.now();
    for (const tenant of tenants) await store.maintain(tenant);
    print(`| building the HNSW indexes of partitions | ${Math.round((performance.now() - began) / 1_000)} s |`);
    print(`| sizes | ${await describeSizes(pool)} |`);
    began = performance.now();
    await insert(store, tenants[0] as Tenant, synthetic, 2_000);
    print(`| insertion with the index, one connection | ${rate(2_000, began)} chunks/s |`);
    note('queries');
    await measureQueries(store, tenants, synthetic, print);
    const exact = openPostgresStore({ ...pool, exactChunks: Number.MAX_SAFE_INTEGER - 1, statementMs: 60_000 });
    const indexed = tenants.filter((tenant) => tenant.chunks > exactChunks);
    print(
      `| recall@${TOP_K}, ${COMPARED} queries of tenants that use the index | ${await measureRecall(store, exact, indexed, synthetic)} |`,
    );
  } finally {
    await pool.close();
    await server.stop();
  }
}

const rate = (count: number, began: number): number => Math.round((count * 1_000) / (performance.now() - began));

async function measureInsertion(
  store: ChunkStore,
  tenants: readonly Tenant[],
  synthetic: SyntheticChunks,
  { note, print }: Pick<ScaleOptions, 'note' | 'print'>,
): Promise<void> {
  const total = tenants.reduce((sum, tenant) => sum + tenant.chunks, 0);
  const queue = [...tenants];
  const began = performance.now();
  let done = 0;
  const work = async (): Promise<void> => {
    for (let tenant = queue.shift(); tenant !== undefined; tenant = queue.shift()) {
      await insert(store, tenant, synthetic, tenant.chunks);
      done += tenant.chunks;
      if (done >= total || tenant.chunks >= total / 50) note(`${done} of ${total} chunks, ${rate(done, began)}/s`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  print(
    `| insertion of ${total.toLocaleString('en')} chunks without the HNSW index, 4 connections | ${rate(total, began)} chunks/s |`,
  );
}

async function insert(store: ChunkStore, tenant: Tenant, synthetic: SyntheticChunks, count: number): Promise<void> {
  for (let added = 0; added < count; added += ADD_LIMIT) {
    const size = Math.min(ADD_LIMIT, count - added);
    const chunks = Array.from({ length: size }, (_, index): EmbeddedChunk => synthetic.makeChunk(tenant.number, index));
    await store.add({ ...tenant, documentId: randomUUID() }, chunks);
  }
}

/** Describes the sizes of the table, its partitions, and their indexes of each kind. */
async function describeSizes(pool: BenchPool): Promise<string> {
  const rows = await pool.sql(`
    WITH tables AS (SELECT relid FROM pg_partition_tree('knowledge_chunks') WHERE isleaf)
    SELECT 'chunks ' || pg_size_pretty(sum(pg_table_size(relid))) || ' in ' || count(*) || ' partitions' AS size FROM tables
     UNION ALL
    SELECT amname || ' ' || pg_size_pretty(sum(pg_relation_size(indexrelid))) || ' in ' || count(*) || ' indexes'
      FROM tables JOIN pg_index ON indrelid = relid JOIN pg_class AS index ON index.oid = indexrelid
           JOIN pg_am ON pg_am.oid = index.relam GROUP BY amname ORDER BY 1`);
  return (rows as { size: string }[]).map(({ size }) => size).join(', ');
}

const scopeOf = ({ generation, kbId, workspaceId }: GenerationAddress) => ({
  workspaceId,
  bases: [{ kbId, generation }],
});

/** A tenant by the number of its chunks: one that has more asks more. */
function drawTenant(tenants: readonly Tenant[], share: number): Tenant {
  const total = tenants.reduce((sum, tenant) => sum + tenant.chunks, 0);
  let before = 0;
  for (const tenant of tenants) {
    before += tenant.chunks;
    if (before > share * total) return tenant;
  }
  return tenants[0] as Tenant;
}

async function measureQueries(
  store: ChunkStore,
  tenants: readonly Tenant[],
  synthetic: SyntheticChunks,
  print: (row: string) => void,
): Promise<void> {
  const large = tenants.slice(0, 20);
  const small = tenants.slice(20);
  const vector = (tenant: Tenant) =>
    store.searchVectors({ scope: scopeOf(tenant), embedding: synthetic.makeVector(tenant.number), topK: TOP_K });
  const lexical = (tenant: Tenant) =>
    store.searchText({ scope: scopeOf(tenant), text: synthetic.makeQuestion(tenant.number), topK: TOP_K });
  const cases: [string, readonly Tenant[], (tenant: Tenant) => Promise<unknown>][] = [
    ['vector, all tenants', tenants, vector],
    ['vector, tenants that use the index', large, vector],
    ['vector, tenants that are compared exactly', small, vector],
    ['lexical, all tenants', tenants, lexical],
    ['hybrid (both), all tenants', tenants, (tenant) => Promise.all([vector(tenant), lexical(tenant)])],
  ];
  for (const [name, among, ask] of cases) {
    await askAll(among, ask, QUERIES / 4);
    const times = await askAll(among, ask, QUERIES);
    const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1));
    print(`| ${name}: p50, p95 at ${CONNECTIONS} connections | ${p50} ms, ${p95} ms |`);
  }
}

async function askAll(
  tenants: readonly Tenant[],
  ask: (tenant: Tenant) => Promise<unknown>,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  let started = 0;
  const work = async (): Promise<void> => {
    while (started < count) {
      // Spread evenly, so that a run can be repeated.
      const tenant = drawTenant(tenants, (started++ * 0.618_034) % 1);
      const began = performance.now();
      await ask(tenant);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return times;
}

async function measureRecall(
  store: ChunkStore,
  exact: ChunkStore,
  tenants: readonly Tenant[],
  synthetic: SyntheticChunks,
): Promise<string> {
  let found = 0;
  let expected = 0;
  for (let asked = 0; asked < COMPARED; asked += 1) {
    const tenant = drawTenant(tenants, (asked * 0.618_034) % 1);
    const search = { scope: scopeOf(tenant), embedding: synthetic.makeVector(tenant.number), topK: TOP_K };
    const [fast, full] = await Promise.all([store.searchVectors(search), exact.searchVectors(search)]);
    const keys = new Set(fast.map(({ documentId, index }) => `${documentId}/${index}`));
    found += full.filter(({ documentId, index }) => keys.has(`${documentId}/${index}`)).length;
    expected += full.length;
  }
  return (found / expected).toFixed(4);
}
