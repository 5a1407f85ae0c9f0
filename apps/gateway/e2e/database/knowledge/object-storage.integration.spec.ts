import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type HttpAnswer,
  type ObjectStorageServer,
  startObjectStorage,
  testDatabases,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { type KnowledgeSetup, START_LIMIT_MS, startKnowledge } from './start-knowledge.js';

const LIMIT_MS = 150_000;
const CALL_MS = 60_000;
const MIB = 1024 * 1024;
const [embedded] = testDatabases();
if (embedded === undefined) throw new Error('there is always the embedded database');

const page = (text: string): string =>
  `<!doctype html><title>${text}</title><article><p>${text} ${'More to read here. '.repeat(20)}</p></article>`;

describe('files of documents in object storage', () => {
  let setup: KnowledgeSetup;
  let storage: ObjectStorageServer;
  let site: Server;
  let token: string;
  let shown = '';

  beforeAll(async () => {
    storage = await startObjectStorage();
    site = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(shown));
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const s3 = {
      bucket: storage.bucket,
      endpoint: storage.url,
      access_key_id: storage.accessKeyId,
      secret_access_key: storage.secretAccessKey,
      prefix: 'kb/',
      path_style: true,
    };
    setup = await startKnowledge(embedded, {
      knowledge: { files: { store: 's3', s3 }, quota: { max_mb: 8, chunks: 1_000 } },
    });
    token = (await setup.own.issueKey(true, { role: 'editor' })).token;
  }, START_LIMIT_MS);

  /** Data of an earlier test is removed. */
  beforeEach(async () => {
    if (storage.objects.size === 0) return;
    await setup.database.sql.executeSql('DELETE FROM knowledge_bases');
    await setup.removeBase(await setup.makeBase('builtin'));
    await objectsLeft(0);
  }, LIMIT_MS);

  afterEach(() => storage.refuse());

  afterAll(async () => {
    await setup?.stop();
    await storage?.close();
    site?.closeAllConnections();
    site?.close();
  }, HOOK_LIMIT_MS);

  const upload = (kbId: string, name: string, content: Buffer | string): Promise<HttpAnswer> => {
    const head = `--b0\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b0--\r\n')]);
    const headers = { 'content-type': 'multipart/form-data; boundary=b0' };
    return setup.gateway.send(`/v1/kb/${kbId}/documents`, {
      token,
      method: 'POST',
      body,
      headers,
      timeoutMs: CALL_MS,
    });
  };
  const call = (method: string, path: string): Promise<HttpAnswer> =>
    setup.gateway.send(path, { token, method, timeoutMs: CALL_MS });
  const idOf = (answer: HttpAnswer): string => (answer.json() as { id: string }).id;
  const objectsLeft = (count: number): Promise<true> =>
    waitUntil(`${count} objects`, async () => (storage.objects.size === count ? true : undefined), LIMIT_MS);
  const noRowsLeft = (): Promise<true> =>
    waitUntil(
      'no rows of files without a document',
      async () => ((await rows('knowledge_objects WHERE document_id IS NULL')) === 0 ? true : undefined),
      LIMIT_MS,
    );
  const rows = async (table: string): Promise<number> => {
    const { rows: found } = await setup.database.sql.executeSql(`SELECT count(*)::int AS n FROM ${table}`);
    return (found as { n: number }[])[0]?.n ?? -1;
  };

  it(
    'are read from there, sealed, in pieces, and go with the document',
    async () => {
      const kbId = await setup.makeBase('builtin');
      const content = Buffer.from(`The bridge opened in 1932. ${'It is long. '.repeat(40)}\n\n`);
      const large = Buffer.concat([content, Buffer.alloc(5 * MIB, ' ')]);
      const made = await upload(kbId, 'bridge.txt', large);
      expect(made.status).toBe(201);
      expect(await setup.ended(kbId, idOf(made))).toMatchObject({ status: 'ready' });
      expect([...storage.objects.keys()]).toHaveLength(2);
      for (const [key, bytes] of storage.objects) {
        expect(key).toMatch(/^kb\/[0-9a-f-]{36}\/[01]$/);
        expect(bytes.includes('bridge')).toBe(false);
      }
      expect(await rows('knowledge_file_pieces')).toBe(0);
      const path = `/v1/kb/${kbId}/documents/${idOf(made)}`;
      const downloaded = await call('GET', `${path}/content`);
      expect([downloaded.status, downloaded.text === large.toString()]).toEqual([200, true]);
      expect((await upload(kbId, 'again.txt', large)).status).toBe(200);
      expect(storage.objects.size).toBe(2);
      expect((await call('DELETE', path)).status).toBe(200);
      await objectsLeft(0);
      await noRowsLeft();
    },
    LIMIT_MS,
  );

  it(
    'of an address are replaced when it is fetched again, and go with the knowledge base',
    async () => {
      const kbId = await setup.makeBase('builtin');
      shown = page('As it was.');
      const sourceId = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
      const id = await setup.upload(kbId, 'page', '', { sourceId });
      expect(await setup.ended(kbId, id)).toMatchObject({ status: 'ready' });
      const [before] = storage.objects.keys();
      shown = page('As it is now.');
      await setup.enqueue('knowledge.refresh', id);
      await waitUntil(
        'the new version',
        async () => ((await setup.chunksOf(kbId))[0]?.content.includes('As it is now.') ? true : undefined),
        LIMIT_MS,
      );
      await setup.ended(kbId, id);
      // Somebody looks after them each minute, and whenever something is deleted.
      const another = await upload(kbId, 'other.txt', 'Another document.');
      expect((await call('DELETE', `/v1/kb/${kbId}/documents/${idOf(another)}`)).status).toBe(200);
      await objectsLeft(1);
      expect([...storage.objects.keys()]).not.toContain(before);
      await setup.removeBase(kbId);
      await objectsLeft(0);
    },
    LIMIT_MS,
  );

  it(
    'that no document got are removed: beyond the quota, and of an upload that was killed',
    async () => {
      const kbId = await setup.makeBase('builtin');
      const putBefore = storage.requests.filter((request) => request.startsWith('PUT')).length;
      const refused = await upload(kbId, 'large.bin', Buffer.alloc(9 * MIB, 'x'));
      expect([refused.status, (refused.json() as { error: { code: string } }).error.code]).toEqual([
        403,
        'knowledge_quota_exceeded',
      ]);
      expect(storage.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(putBefore);
      const twice = await Promise.all([upload(kbId, 'a.txt', 'The same.'), upload(kbId, 'b.txt', 'The same.')]);
      expect(twice.map(({ status }) => status).sort()).toEqual([200, 201]);
      const { knowledgeObjects } = setup.database;
      const killed = await knowledgeObjects.begin(2);
      await setup.database.sql.executeSql(
        "UPDATE knowledge_objects SET expires_at = now() - interval '1 s' WHERE NOT is_removed",
      );
      await setup.removeBase(kbId);
      await noRowsLeft();
      expect(storage.objects.size).toBe(0);
      await expect(setup.database.inTransaction((sql) => knowledgeObjects.attach(sql, kbId, killed))).rejects.toThrow(
        'given up',
      );
    },
    LIMIT_MS,
  );

  it(
    'that cannot be stored or read say why: 503, documents that wait, and one whose file was lost',
    async () => {
      const kbId = await setup.makeBase('builtin');
      const made = await upload(kbId, 'a.txt', 'Read twice.');
      expect(await setup.ended(kbId, idOf(made))).toMatchObject({ status: 'ready' });
      const path = `/v1/kb/${kbId}/documents/${idOf(made)}`;
      storage.refuse('AccessDenied', 403);
      for (const answer of [await upload(kbId, 'b.txt', 'Never stored.'), await call('GET', `${path}/content`)]) {
        expect([answer.status, answer.json()]).toMatchObject([
          503,
          { error: { code: 'knowledge_unavailable', message: expect.stringContaining('s3:PutObject') } },
        ]);
        expect(answer.headers['retry-after']).toBe('30');
      }
      expect((await call('GET', path)).status).toBe(200);
      await setup.database.sql.executeSql(
        "UPDATE knowledge_documents SET status = 'processing', is_stale = true WHERE id = $1",
        [idOf(made)],
      );
      await setup.enqueue('knowledge.ingest', idOf(made));
      await waitUntil(
        'the reason',
        async () => ((await setup.read(kbId, idOf(made)))?.error?.includes('s3:PutObject') ? true : undefined),
        LIMIT_MS,
      );
      storage.refuse();
      for (const key of [...storage.objects.keys()]) storage.lose(key);
      await setup.enqueue('knowledge.ingest', idOf(made));
      expect(await setup.ended(kbId, idOf(made))).toMatchObject({ status: 'failed', failure: 'file_missing' });
    },
    LIMIT_MS,
  );
});
