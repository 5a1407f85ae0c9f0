import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { findClosedPort } from '@multilane/testing';
import { chunkOf, documentIn, generationOf, pointAt, scopeOf, testChunkStore } from '../store-contract.tools.spec.js';
import { startFakeQdrant } from './fake-qdrant.tools.spec.js';
import { openQdrantStore } from './open-qdrant-store.js';

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

testChunkStore(
  'Qdrant',
  async () => {
    const { stop, url } = await startFakeQdrant({ apiKey: 'key' });
    closing.push(stop);
    return openQdrantStore({ url: `${url}/`, apiKey: 'key' });
  },
  { stems: false },
);

/** A server that answers every call alike. */
async function answering(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status, { location: '/' }).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('Qdrant', () => {
  const search = { scope: scopeOf(generationOf()), embedding: pointAt(0), topK: 1 };

  it('creates a collection once, however many processes start together', async () => {
    const { stop, url } = await startFakeQdrant();
    closing.push(stop);
    const base = generationOf();
    const stores = Array.from({ length: 5 }, () => openQdrantStore({ url }));
    await Promise.all(stores.map((store, at) => store.add(documentIn(base), [chunkOf(0, `chunk ${at}`)])));
    expect(await stores[0]?.countChunks(base)).toBe(5);
  });

  it('finds nothing before anything was added', async () => {
    const { stop, url } = await startFakeQdrant();
    closing.push(stop);
    const store = openQdrantStore({ url });
    await store.prepare();
    expect(await store.searchVectors(search)).toEqual([]);
    expect(await store.searchText({ ...search, text: 'a' })).toEqual([]);
    expect(await store.countChunks(generationOf())).toBe(0);
  });

  it.each([
    [401, '{}', 'api_key'],
    [403, '{}', 'api_key'],
    [500, '{"status":{"error":"secret"}}', '500'],
    [200, '<html>', 'no JSON'],
    [302, '', 'cannot be reached'],
  ])('reports the answer %d %j with what to do, and quotes none of it', async (status, body, reason) => {
    const store = openQdrantStore({ url: await answering(status, body), apiKey: 'secret' });
    const failed = await store.searchVectors(search).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'KnowledgeStoreUnavailable', message: expect.stringContaining(reason) });
    expect(String(failed)).not.toContain('secret');
  });

  it('reports a server that is away, and one that does not answer', async () => {
    const away = openQdrantStore({ url: `http://127.0.0.1:${await findClosedPort()}` });
    await expect(away.prepare()).rejects.toThrow('cannot be reached');
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    closing.push(async () => {
      silent.closeAllConnections();
      await new Promise((resolve) => silent.close(resolve));
    });
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await expect(openQdrantStore({ url, timeoutMs: 50 }).prepare()).rejects.toThrow('did not answer within');
    const reason = new Error('not wanted');
    const aborted = openQdrantStore({ url }).searchText({ ...search, text: 'a', signal: AbortSignal.timeout(20) });
    await expect(aborted).rejects.toMatchObject({ name: 'TimeoutError' });
    const before = openQdrantStore({ url }).searchVectors({ ...search, signal: AbortSignal.abort(reason) });
    await expect(before).rejects.toBe(reason);
  });
});
