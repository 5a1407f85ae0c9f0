import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openJobQueues } from '@multilane/jobs';
import { type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import {
  type FakeUpstream,
  findVectorPostgres,
  gatewayConfig,
  installVectorPostgres,
  jsonReply,
  type PostgresServer,
  type RunningGateway,
  startGateway,
  startPostgres,
  startUpstream,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY, makeTenant } from '../make-tenant.js';
import { ACTOR, UNLIMITED } from './start-knowledge.js';

const DOCUMENTS = 500;
const LIMIT_MS = 480_000;
const MODEL = 'text-embedding-3-small';
/** The steps of a document; a worker is killed while one is in each of them. */
const STEPS = ['parse', 'chunk', 'embed'];

const write = (at: number): string =>
  [1, 2, 3].map((part) => `Document ${at}, part ${part}. ${`It says number ${at} again. `.repeat(12)}`).join('\n\n');

describe('an ingest whose workers are killed', () => {
  let postgres: PostgresServer;
  let database: DatabaseWithSecrets;
  let upstream: FakeUpstream;
  let url: string;
  const spool = mkdtempSync(join(tmpdir(), 'multilane-spool-'));
  const workers: RunningGateway[] = [];

  beforeAll(async () => {
    postgres = await startPostgres({ bin: findVectorPostgres() ?? installVectorPostgres() });
    url = await postgres.createDatabase();
    database = await openDatabase({ url, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream();
    upstream.onRequest(({ body }) => {
      const texts = [(body as { input: string[] }).input].flat();
      const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 1, 2, 3] }));
      const answer = { object: 'list', data, model: MODEL, usage: { prompt_tokens: 9, total_tokens: 9 } };
      // Slow enough for a worker to be killed meanwhile.
      return jsonReply(answer, { beforeMs: 30 });
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    for (const worker of workers) await worker.stop('SIGKILL');
    await database?.close();
    await upstream?.close();
    await postgres?.stop();
    rmSync(spool, { recursive: true, force: true });
  }, HOOK_LIMIT_MS);

  const startWorker = async (): Promise<RunningGateway> => {
    const worker = await startGateway({
      config: gatewayConfig({
        upstreamUrl: upstream.url,
        server: { drain_delay_ms: 0, drain_ms: 1_000 },
        audit: { spool_dir: spool },
        knowledge: { chunk_tokens: 60, chunk_overlap_tokens: 0, parsers: 3 },
      }),
      env: { DATABASE_URL: url, ENCRYPTION_KEY },
      readyWithinMs: 50_000,
    });
    workers.push(worker);
    return worker;
  };
  const count = async (condition: string): Promise<number> => {
    const { rows } = await database.sql.executeSql(
      `SELECT count(*)::int AS n FROM knowledge_documents WHERE ${condition}`,
    );
    return rows[0].n;
  };

  it(
    'ends with every document ready, every chunk stored once, and none left over',
    async () => {
      const tenant = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
      const { organizationId, workspaceId } = tenant;
      const { id: keyId } = await tenant.issueKey(false);
      const queues = openJobQueues({
        database: { executeSql: database.sql.executeSql, listenUrl: undefined },
        isSender: true,
        onProblem: () => undefined,
      });
      await queues.whenReady();
      const place = { organizationId, workspaceId };
      const { id: kbId } = await database.change(ACTOR, ({ knowledgeBases }) =>
        knowledgeBases.create(place, { name: 'kb', embeddingModel: MODEL }),
      );
      const uploadedBy = { by: 'credential', id: keyId, organizationId };
      for (let at = 0; at < DOCUMENTS; at += 1) {
        const content = Buffer.from(write(at));
        const sha256 = createHash('sha256').update(content).digest('hex');
        const facts = { kbId, name: `${at}.txt`, contentType: null, sourceId: null, metadata: {}, uploadedBy };
        const document = { ...facts, bytes: content.length, sha256 };
        await database.change(ACTOR, ({ knowledgeDocuments }) =>
          knowledgeDocuments.add(place, document, UNLIMITED, async (sql, { id }) => {
            await database.knowledge.replaceContent(sql, id, content);
            await queues.enqueue('knowledge.ingest', { document_id: id }, { within: sql });
          }),
        );
      }
      await queues.close();

      const killedAt: Record<string, number> = {};
      for (const step of STEPS) {
        const worker = await startWorker();
        await waitUntil(
          `a document to be at ${step}`,
          async () => ((await count(`step = '${step}'`)) > 0 ? true : undefined),
          60_000,
        );
        await worker.stop('SIGKILL');
        killedAt[step] = await count("status = 'ready'");
      }
      const last = await startWorker();
      await waitUntil(
        'some hundred documents',
        async () => ((await count("status = 'ready'")) > DOCUMENTS / 3 ? true : undefined),
        240_000,
      );
      await last.stop('SIGKILL');
      await startWorker();
      await waitUntil(
        'the end',
        async () => ((await count("status = 'processing'")) === 0 ? true : undefined),
        300_000,
      );

      expect(await count("status = 'ready'")).toBe(DOCUMENTS);
      const { rows: wrong } = await database.sql.executeSql(
        `SELECT d.name, d.chunk_count, count(c.*)::int AS stored, count(DISTINCT c.chunk_index)::int AS indexes
           FROM knowledge_documents d LEFT JOIN knowledge_chunks c ON c.document_id = d.id
          GROUP BY d.id HAVING count(c.*) <> d.chunk_count OR count(DISTINCT c.chunk_index) <> d.chunk_count
             OR d.chunk_count < 2`,
      );
      expect(wrong).toEqual([]);
      const { rows } = await database.sql.executeSql(
        'SELECT count(*)::int AS n FROM knowledge_chunks c WHERE NOT EXISTS (SELECT 1 FROM knowledge_documents d WHERE d.id = c.document_id)',
      );
      expect(rows[0].n).toBe(0);
      expect(Object.keys(killedAt)).toEqual(STEPS);
    },
    LIMIT_MS,
  );
});
