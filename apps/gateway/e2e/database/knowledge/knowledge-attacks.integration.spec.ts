import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabases, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { type KnowledgeSetup, START_LIMIT_MS, startKnowledge } from './start-knowledge.js';

const LIMIT_MS = 150_000;
const MIB = 1024 * 1024;
const [embedded] = testDatabases();
if (embedded === undefined) throw new Error('there is always the embedded database');

const words = (topic: string, paragraphs: number): string =>
  Array.from({ length: paragraphs }, (_, at) => `${topic} ${at}. ${'It goes on for a while. '.repeat(12)}`).join(
    '\n\n',
  );

/** A page with little to read, and so many bytes. */
const page = (text: string, bytes: number): string =>
  `<!doctype html><title>${text}</title><article><p>${text} ${'More to read here. '.repeat(20)}</p></article><!--${'x'.repeat(bytes)}-->`;

describe('the quota of a workspace', () => {
  let setup: KnowledgeSetup;
  let server: Server;
  let base: string;
  const pages = new Map<string, string>();

  beforeAll(async () => {
    server = createServer((request, response) => {
      const body = pages.get(request.url ?? '');
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    setup = await startKnowledge(embedded, {
      knowledge: { chunk_tokens: 100, chunk_overlap_tokens: 0, parsers: 2, quota: { max_mb: 1, chunks: 12 } },
    });
  }, START_LIMIT_MS);

  afterAll(async () => {
    await setup?.stop();
    server.closeAllConnections();
    server.close();
  }, HOOK_LIMIT_MS);

  const outcomes = async (kbId: string, ids: readonly string[]) => {
    const ended = await Promise.all(ids.map((id) => setup.ended(kbId, id)));
    return ended.map(({ failure, status }) => failure ?? status).sort();
  };
  const measure = () => setup.database.knowledgeDocuments.measure(setup.own);
  const clear = async (kbId: string) => {
    await setup.removeBase(kbId);
    expect(await measure()).toEqual({ bytes: 0, chunks: 0 });
  };

  it(
    'of chunks holds for documents that are cut at once, and others go on',
    async () => {
      const kbId = await setup.makeBase('builtin');
      const ids = await Promise.all(['a', 'b', 'c'].map((name) => setup.upload(kbId, `${name}.txt`, words(name, 8))));
      expect(await outcomes(kbId, ids)).toEqual(['knowledge_quota_exceeded', 'knowledge_quota_exceeded', 'ready']);
      expect((await measure()).chunks).toBeLessThanOrEqual(12);
      const small = await setup.upload(kbId, 'small.txt', 'The bridge opened in 1932.');
      expect(await outcomes(kbId, [small])).toEqual(['ready']);
      const failed = await Promise.all(ids.map((id) => setup.read(kbId, id)));
      expect(failed.find((document) => document?.status === 'failed')?.error).toMatch(/`knowledge\.quota\.chunks`/);
      expect(await setup.chunksOf(kbId)).toHaveLength((await measure()).chunks);
      await clear(kbId);
    },
    LIMIT_MS,
  );

  it(
    'of bytes holds for addresses, whose size nobody knows before they are fetched',
    async () => {
      const kbId = await setup.makeBase('builtin');
      for (const name of ['a', 'b', 'c']) pages.set(`/${name}`, page(`Page ${name}`, 0.6 * MIB));
      const ids = await Promise.all(
        ['a', 'b', 'c'].map((name) => setup.upload(kbId, 'page', '', { sourceId: `${base}/${name}` })),
      );
      expect(await outcomes(kbId, ids)).toEqual(['knowledge_quota_exceeded', 'knowledge_quota_exceeded', 'ready']);
      expect((await measure()).bytes).toBeLessThanOrEqual(MIB);
      await clear(kbId);
    },
    LIMIT_MS,
  );

  it(
    'of bytes holds for a page that has grown: the last version stays, and the reason is told',
    async () => {
      const kbId = await setup.makeBase('builtin');
      pages.set('/grows', page('As it was.', 1_000));
      const id = await setup.upload(kbId, 'page', '', { sourceId: `${base}/grows` });
      expect(await outcomes(kbId, [id])).toEqual(['ready']);
      pages.set('/grows', page('As it is.', 1.5 * MIB));
      await setup.enqueue('knowledge.refresh', id);
      const refreshed = await waitUntil('the refresh', async () => {
        const document = await setup.read(kbId, id);
        return document?.error ? document : undefined;
      });
      expect(refreshed).toMatchObject({ status: 'ready', error: expect.stringContaining('`knowledge.quota.max_mb`') });
      expect((await setup.chunksOf(kbId))[0]?.content).toContain('As it was.');
      pages.set('/grows', page('Smaller again.', 500));
      await setup.enqueue('knowledge.refresh', id);
      await waitUntil('the new version', async () =>
        (await setup.chunksOf(kbId))[0]?.content.includes('Smaller again.') ? true : undefined,
      );
      await clear(kbId);
    },
    LIMIT_MS,
  );
});

describe('the content of a document', () => {
  let setup: KnowledgeSetup;

  beforeAll(async () => {
    setup = await startKnowledge(embedded, { async: { workers: 0 } });
  }, START_LIMIT_MS);

  afterAll(() => setup?.stop(), HOOK_LIMIT_MS);

  it.each([
    ['deleted', (id: string) => setup.database.sql.executeSql('DELETE FROM knowledge_documents WHERE id = $1', [id])],
    [
      'refreshed',
      (id: string) =>
        setup.database.sql.executeSql("UPDATE knowledge_documents SET sha256 = repeat('0', 64) WHERE id = $1", [id]),
    ],
  ])(
    'that is %s while it is downloaded does not let its beginning pass for the whole',
    async (_, change) => {
      const kbId = await setup.makeBase('builtin');
      const id = await setup.upload(kbId, 'large.bin', Buffer.alloc(24 * MIB, 'x'));
      const { token } = await setup.own.issueKey(true);
      const [response] = (await once(
        get(`${setup.gateway.url}/v1/kb/${kbId}/documents/${id}/content`, {
          headers: { authorization: `Bearer ${token}` },
        }),
        'response',
      )) as [IncomingMessage];
      expect([response.statusCode, response.headers['content-length']]).toEqual([200, String(24 * MIB)]);
      const outcome = new Promise<string>((resolve) => {
        response.on('end', () => resolve('ended'));
        response.on('error', ({ message }) => resolve(message));
      });
      await change(id);
      response.resume();
      const late = new Promise<string>((resolve) => setTimeout(() => resolve('nothing for 4 s'), 4_000).unref());
      expect(await Promise.race([outcome, late])).toBe('aborted');
    },
    LIMIT_MS,
  );
});
