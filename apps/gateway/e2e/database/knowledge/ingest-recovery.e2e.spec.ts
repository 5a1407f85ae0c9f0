// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/database/knowledge/ingest.integration.spec.ts.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openJobQueues } from '@multilane/jobs';
import { type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import {
  type FakeUpstream,
  findVectorPostgres,
  Gate,
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

/** Far more than workers have in hand at once, so that each kill leaves some done, some begun and some waiting. */
const DOCUMENTS = 500;
const LIMIT_MS = 480_000;
const MODEL = 'text-embedding-3-small';
/** Each fourth document comes from an address. */
const isAddress = (at: number): boolean => at % 4 === 0;

const write = (at: number): string =>
  [1, 2, 3].map((part) => `Document ${at}, part ${part}. ${`It says number ${at} again. `.repeat(12)}`).join('\n\n');

describe('an ingest whose workers are killed', () => {
  let postgres: PostgresServer;
  let database: DatabaseWithSecrets;
  let upstream: FakeUpstream;
  let url: string;
  /** The web: `/7` is what document 7 says. */
  let web: Server;
  let base: string;
  const fetches = new Gate();
  const embeddings = new Gate();
  const spool = mkdtempSync(join(tmpdir(), 'multilane-spool-'));
  const workers: RunningGateway[] = [];

  beforeAll(async () => {
    postgres = await startPostgres({ bin: findVectorPostgres() ?? installVectorPostgres() });
    url = await postgres.createDatabase();
    database = await openDatabase({ url, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream();
    upstream.onRequest(async ({ body }) => {
      await embeddings.pass();
      const texts = [(body as { input: string[] }).input].flat();
      const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 1, 2, 3] }));
      return jsonReply({ object: 'list', data, model: MODEL, usage: { prompt_tokens: 9, total_tokens: 9 } });
    });
    web = createServer(async ({ url: path = '' }, response) => {
      // Two are held, so that others go on meanwhile.
      if (fetches.waiting < 2) await fetches.pass();
      response.writeHead(200, { 'content-type': 'text/plain' }).end(write(Number(path.slice(1))));
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    for (const worker of workers) await worker.stop('SIGKILL');
    await database?.close();
    await upstream?.close();
    web?.closeAllConnections();
    web?.close();
    await postgres?.stop();
    rmSync(spool, { recursive: true, force: true });
  }, HOOK_LIMIT_MS);

  const startWorker = async (): Promise<RunningGateway> => {
    const worker = await startGateway({
      config: gatewayConfig({
        upstreamUrl: upstream.url,
        server: { drain_delay_ms: 0, drain_ms: 1_000 },
        audit: { spool_dir: spool },
        network: { allow_private: ['127.0.0.1/32'] },
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
  const until = (what: string, condition: () => Promise<boolean>): Promise<true> =>
    waitUntil(what, async () => ((await condition()) ? true : undefined), 240_000);

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
        const facts = { kbId, name: `${at}.txt`, contentType: null, metadata: {}, uploadedBy };
        const document = isAddress(at)
          ? { ...facts, bytes: 0, sha256: null, sourceId: `${base}/${at}` }
          : { ...facts, bytes: content.length, sha256, sourceId: null };
        await database.change(ACTOR, ({ knowledgeDocuments }) =>
          knowledgeDocuments.add(place, document, UNLIMITED, async (sql, { id }) => {
            if (!isAddress(at)) await database.knowledge.replaceContent(sql, id, content);
            await queues.enqueue('knowledge.ingest', { document_id: id }, { within: sql });
          }),
        );
      }
      await queues.close();

      // The rows show the steps at which workers were killed: each step is among them in turn.
      fetches.shut();
      const first = await startWorker();
      await until('documents that are fetched, and parsed', async () => {
        return fetches.waiting === 2 && (await count("step = 'fetch'")) > 1 && (await count("step = 'parse'")) > 0;
      });
      await first.stop('SIGKILL');
      fetches.open();
      expect(await count("status = 'processing' AND step = 'fetch'")).toBeGreaterThan(1);
      expect(await count("status = 'processing' AND step = 'parse'")).toBeGreaterThan(0);

      const second = await startWorker();
      await until('a document that is cut into chunks', async () => (await count("step = 'chunk'")) > 0);
      await second.stop('SIGKILL');

      const third = await startWorker();
      await until('a third of the documents', async () => (await count("status = 'ready'")) > DOCUMENTS / 3);
      embeddings.shut();
      await until('a document that is embedded', async () => embeddings.waiting > 0);
      await third.stop('SIGKILL');
      embeddings.open();
      expect(await count("status = 'processing' AND step = 'embed'")).toBeGreaterThan(0);

      await startWorker();
      await until('the end', async () => (await count("status = 'processing'")) === 0);

      expect(await count('true')).toBe(DOCUMENTS);
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
      const { rows: twice } = await database.sql.executeSql(
        `SELECT d.name FROM knowledge_documents d LEFT JOIN knowledge_file_pieces p ON p.document_id = d.id
          GROUP BY d.id HAVING count(p.*) <> 1 OR count(*) FILTER (WHERE d.sha256 IS NULL) > 0`,
      );
      expect(twice).toEqual([]);
      expect(await count('source_id IS NOT NULL AND content_type IS NOT NULL')).toBe(DOCUMENTS / 4);
    },
    LIMIT_MS,
  );
});
