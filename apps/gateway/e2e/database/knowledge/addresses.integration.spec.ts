import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { vectorDatabaseInTurn, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { type KnowledgeSetup, startKnowledge } from './start-knowledge.js';

const LIMIT_MS = 150_000;
const kind = vectorDatabaseInTurn(import.meta.filename);

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Tides</title></head><body><nav>Menu of the site</nav><article><h1>Tides</h1><p>${body}</p><p>${'The sea rises and falls. '.repeat(30)}</p></article><footer>Imprint of the site</footer></body></html>`;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

describe('documents behind addresses', () => {
  let setup: KnowledgeSetup;
  let server: Server;
  let base: string;
  let kbId: string;
  const answers = new Map<string, Answer>();

  beforeAll(async () => {
    server = createServer((request, response) => {
      const answer = answers.get(request.url ?? '');
      if (answer === undefined) response.writeHead(404).end();
      else answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    setup = await startKnowledge(kind);
    kbId = await setup.makeBase('builtin');
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await setup?.stop();
    server.closeAllConnections();
    server.close();
  }, HOOK_LIMIT_MS);

  const serve = (path: string, body: string, headers: Record<string, string> = {}): string => {
    answers.set(path, (_, response) => response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body));
    return `${base}${path}`;
  };
  const ingest = async (address: string) =>
    setup.ended(kbId, await setup.upload(kbId, 'page', '', { sourceId: address }));
  const textOf = async (id: string): Promise<string> =>
    (await setup.chunksOf(kbId))
      .filter(({ document_id: document }) => document === id)
      .map(({ content }) => content)
      .join('\n');

  it(
    'are read as articles, without menus and imprints, and named by their address',
    async () => {
      const document = await ingest(serve('/tides.php?x=1', page('The moon pulls the water.'), { etag: '"1"' }));
      expect(document).toMatchObject({
        status: 'ready',
        name: 'tides.php',
        contentType: 'text/html',
        sourceId: `${base}/tides.php?x=1`,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      const text = await textOf(document.id);
      expect(text).toContain('The moon pulls the water.');
      expect(text).not.toMatch(/Menu of the site|Imprint of the site/);
    },
    LIMIT_MS,
  );

  it(
    'are read by their type whatever their address ends with',
    async () => {
      const csv = serve('/export.aspx', 'city,people\nOslo,700000\nBergen,290000\n', { 'content-type': 'text/csv' });
      const document = await ingest(csv);
      expect(document).toMatchObject({ status: 'ready', contentType: 'text/csv' });
      expect(await textOf(document.id)).toContain('Bergen');
    },
    LIMIT_MS,
  );

  it(
    'that have the bytes of a document that is there are that document',
    async () => {
      const first = await ingest(serve('/a', page('Twice the same.')));
      const second = await ingest(serve('/b', page('Twice the same.')));
      expect(second).toMatchObject({ status: 'failed', failure: 'duplicate', sameAs: first.id });
      expect(await textOf(second.id)).toBe('');
    },
    LIMIT_MS,
  );

  it.each([
    ['a page that is not there', '/nothing', 'source_status'],
    ['an address inside the network', 'http://10.0.0.1/', 'source_refused'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/', 'source_refused'],
    ['a redirect into the network', '/redirect', 'source_refused'],
    ['a file of the machine', 'file:///etc/passwd', 'source_refused'],
    ['a program', '/program', 'unsupported_type'],
    ['a video', 'https://vimeo.com/76979871', 'needs_transcription'],
  ])(
    'fail with a code and a sentence: %s',
    async (_, address, failure) => {
      answers.set('/redirect', (_request, response) =>
        response.writeHead(302, { location: 'http://192.168.0.1/' }).end(),
      );
      answers.set('/program', (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/octet-stream' })
          .end(Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), Buffer.alloc(300)])),
      );
      const document = await ingest(address.startsWith('/') ? `${base}${address}` : address);
      expect(document).toMatchObject({ status: 'failed', failure });
      expect(document.error).toMatch(/^[A-Z].*\.$/);
      expect(document.error).not.toMatch(/192\.168|ECONN/);
    },
    LIMIT_MS,
  );

  const refresh = async (id: string, until: () => boolean | Promise<boolean>): Promise<void> => {
    await setup.enqueue('knowledge.refresh', id);
    await waitUntil('the refresh', async () => ((await until()) ? true : undefined), 30_000);
  };

  it(
    'are read again on request: nothing for what has not changed, and only the new text for what has',
    async () => {
      const asked: (string | undefined)[] = [];
      const address = `${base}/news`;
      let version = '"1"';
      let body = page(`Old news. ${'More of the old. '.repeat(400)}`);
      answers.set('/news', ({ headers }, response) => {
        asked.push(headers['if-none-match']);
        if (headers['if-none-match'] === version) response.writeHead(304).end();
        else response.writeHead(200, { 'content-type': 'text/html', etag: version }).end(body);
      });
      const { id, chunkCount } = await ingest(address);
      expect(chunkCount).toBeGreaterThan(1);
      await refresh(id, () => asked.length === 2);
      expect(asked).toEqual([undefined, '"1"']);
      expect(await setup.read(kbId, id)).toMatchObject({ status: 'ready', chunkCount });
      version = '"2"';
      body = page('New news.');
      await refresh(id, async () => {
        const document = await setup.read(kbId, id);
        return document?.status === 'ready' && document.chunkCount !== chunkCount;
      });
      const text = await textOf(id);
      expect(text).toContain('New news.');
      expect(text).not.toContain('Old news.');
    },
    LIMIT_MS,
  );

  it(
    'keep what was read when a refresh fails, and say why',
    async () => {
      const { id } = await ingest(serve('/gone', page('Still here.')));
      answers.delete('/gone');
      await refresh(id, async () => (await setup.read(kbId, id))?.error !== null);
      expect(await setup.read(kbId, id)).toMatchObject({
        status: 'ready',
        error:
          'The address could not be refreshed: The server answered with status 404. There is no such page. Check the address.',
      });
      expect(await textOf(id)).toContain('Still here.');
    },
    LIMIT_MS,
  );
});
