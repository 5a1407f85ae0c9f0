import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  type HttpAnswer,
  httpRequest,
  jsonReply,
  openStream,
  type RedisServer,
  type RunningGateway,
  repliesOf,
  startGateway,
  startRedis,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let redis: RedisServer;
let pair: Pair;
let replica: RunningGateway;

const cacheAt = (url: string) => ({
  redis: { url },
  cache: { backend: 'redis', policies: [{ name: 'everybody' }] },
});

beforeAll(async () => {
  redis = await startRedis();
  pair = await startPair(() => cacheAt(redis.url));
  replica = await startGateway({ config: pair.config() });
}, HOOK_LIMIT_MS);

afterAll(async () => {
  await replica?.stop();
  await pair?.stop();
  await redis?.stop();
}, HOOK_LIMIT_MS);

afterEach(() => pair.upstream.reset());

const cacheOf = ({ headers }: Pick<HttpAnswer, 'headers'>): unknown => headers['x-service-cache'];

const callOf = ({ baseUrl }: RunningGateway, content: string, more: object = {}) => ({
  url: `${baseUrl}/v1/chat/completions`,
  headers: { authorization: `Bearer ${TEST_KEYS.research}` },
  body: { ...HELLO, messages: [{ role: 'user', content }], ...more },
});

const ask = (gateway: RunningGateway, content: string) => httpRequest(callOf(gateway, content));

/** Storing an answer delays no request, so it may be found a moment later. */
function untilHit(gateway: RunningGateway, content: string): Promise<HttpAnswer> {
  return waitUntil('a hit', async () => {
    const answer = await ask(gateway, content);
    return cacheOf(answer) === 'hit' ? answer : undefined;
  });
}

describe('the response cache on Redis', () => {
  it('replicas share it: an answer that one cached is a hit at the other', async () => {
    pair.upstream.setDefault(jsonReply(completion({ content: 'Once.' })));
    const first = await ask(pair.gateway, 'shared');
    await untilHit(pair.gateway, 'shared');
    pair.upstream.reset();
    // A provider that answers nothing: where this machine is too busy for Redis to be asked in time, a request fails.
    const elsewhere = await untilHit(replica, 'shared');
    expect(cacheOf(first)).toBe('miss');
    expect(elsewhere.text).toBe(first.text);
  });

  it('streams too, byte for byte, and large ones', async () => {
    const pieces = Array.from({ length: 2_000 }, (_, index) => `piece ${index} `);
    pair.upstream.setDefault(repliesOf('openai').stream({ text: pieces }));
    const read = async (gateway: RunningGateway) => {
      const stream = await openStream(callOf(gateway, 'streamed', { stream: true }));
      await stream.ended;
      return { outcome: stream.headers['x-service-cache'], text: stream.text().replace(/^:\n\n/gm, '') };
    };
    const first = await read(pair.gateway);
    const second = await waitUntil('a hit', async () => {
      const answer = await read(replica);
      return answer.outcome === 'hit' ? answer : undefined;
    });
    expect(first.outcome).toBe('miss');
    expect(second.text).toBe(first.text);
    expect(first.text).toContain('piece 1999');
  });

  it('a Redis that is away is a miss, no error and no wait; when it is back, so are the hits', async () => {
    pair.upstream.setDefault(jsonReply(completion()));
    await untilHit(pair.gateway, 'outage');
    await redis.interrupt();
    const waits: number[] = [];
    for (let n = 0; n < 10; n++) {
      const began = performance.now();
      const answer = await ask(pair.gateway, 'outage');
      waits.push(performance.now() - began);
      expect([answer.status, cacheOf(answer)]).toEqual([200, 'miss']);
    }
    expect(Math.max(...waits)).toBeLessThan(1_000);
    await redis.resume();
    await untilHit(pair.gateway, 'outage');
  }, 30_000);
});

describe('a Redis that takes connections and never answers', () => {
  const sockets = new Set<Socket>();
  let silent: Server;
  let gateway: RunningGateway;

  beforeAll(async () => {
    silent = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    gateway = await startGateway({ config: pair.config(cacheAt(`redis://127.0.0.1:${port}`)) });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  }, HOOK_LIMIT_MS);

  it('is a miss for everybody', async () => {
    pair.upstream.setDefault(jsonReply(completion()));
    for (let n = 0; n < 5; n++) {
      const began = performance.now();
      const answer = await ask(gateway, 'silence');
      expect([answer.status, cacheOf(answer)]).toEqual([200, 'miss']);
      expect(performance.now() - began).toBeLessThan(1_000);
    }
    expect(pair.upstream.requests).toHaveLength(5);
  });
});
