import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { findClosedPort, hasRedis, type RedisServer, startRedis, waitUntil } from '@multilane/testing';
import { clockTimeOf } from '@multilane/testing/measure-hold';
import type { ProcessorTime } from './answer-patience.js';
import { RedisAway } from './pending-command.js';
import { defineScript, openRedisLink, type RedisLink } from './redis-link.js';

let redis: RedisServer;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  if (!hasRedis()) return;
  redis = await startRedis();
}, 30_000);
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});
afterAll(() => redis?.stop());

/** A way to Redis that can be slowed down and held up. */
interface SlowLink {
  readonly url: string;
  delayMs: number;
  close(): Promise<void>;
}

async function openSlowLink(target: string): Promise<SlowLink> {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => void sleep(way.delayMs).then(() => near.destroyed || near.write(bytes)));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way: SlowLink = {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delayMs: 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  opened.push(way);
  return way;
}

interface Opened {
  readonly link: RedisLink;
  readonly changes: boolean[];
}

/** Processor time of a machine that has nothing else to do, whatever the tests beside this one do. */
const idle = (): ProcessorTime => ({ idle: performance.now(), all: performance.now() });

/** Processor time of a machine on which every processor is busy. */
const busy = (): ProcessorTime => ({ idle: 0, all: performance.now() });

async function open(url = redis.url, readProcessors = idle): Promise<Opened> {
  const changes: boolean[] = [];
  const link = await openRedisLink({ url, onChange: (isAway) => changes.push(isAway), readProcessors });
  opened.push(link);
  return { link, changes };
}

const ping = (link: RedisLink): Promise<string> => link.run((client) => client.ping());

const whenAnswering = (link: RedisLink): Promise<unknown> =>
  waitUntil('Redis to answer', () =>
    ping(link).then(
      () => true,
      () => undefined,
    ),
  );

const onRedis = hasRedis() ? describe : describe.skip;

onRedis('the link to Redis', () => {
  it('runs commands and scripts, and loads a script again after Redis forgot it', async () => {
    const { link } = await open();
    await whenAnswering(link);
    const script = defineScript('return {KEYS[1], ARGV[1]}');
    expect(await link.evaluate(script, ['k'], [7])).toEqual(['k', '7']);
    await link.run((client) => client.script('FLUSH'));
    expect(await link.evaluate(script, ['k'], [8])).toEqual(['k', '8']);
  });

  it('rejects with what Redis objects to, which is no sign of an outage', async () => {
    const { link, changes } = await open();
    await whenAnswering(link);
    await link.run((client) => client.set('text', 'a'));
    for (let n = 0; n < 5; n++) {
      await expect(link.run((client) => client.lpush('text', 'b'))).rejects.toThrow('WRONGTYPE');
    }
    expect(link.isAway).toBe(false);
    expect(changes).toEqual([]);
  });

  it('waits 25 ms for a command, opens after three misses in a row, then fails at once, and closes by itself', async () => {
    const way = await openSlowLink(redis.url);
    const { link, changes } = await open(way.url);
    await whenAnswering(link);
    way.delayMs = 200;
    const waits: number[] = [];
    for (let miss = 1; miss <= 3; miss++) {
      expect(link.isAway).toBe(false);
      waits.push(await clockTimeOf(() => expect(ping(link)).rejects.toThrow(RedisAway)));
    }
    expect(Math.min(...waits)).toBeGreaterThan(20);
    // A busy machine may be late with one of them.
    expect(Math.min(...waits)).toBeLessThan(150);
    expect(link.isAway).toBe(true);
    const began = performance.now();
    for (let n = 0; n < 1000; n++) await expect(ping(link)).rejects.toThrow(RedisAway);
    expect(performance.now() - began).toBeLessThan(1000);
    await sleep(600);
    expect(link.isAway).toBe(true);
    way.delayMs = 0;
    await waitUntil('the breaker to close', () => !link.isAway || undefined);
    expect(await ping(link)).toBe('PONG');
    expect(changes).toEqual([true, false]);
  });

  it('does not open for misses that an answer parts', async () => {
    const way = await openSlowLink(redis.url);
    const { link } = await open(way.url);
    await whenAnswering(link);
    for (let round = 0; round < 3; round++) {
      way.delayMs = 60;
      for (let miss = 0; miss < 2; miss++) await expect(ping(link)).rejects.toThrow(RedisAway);
      way.delayMs = 0;
      await sleep(150);
      expect(await ping(link)).toBe('PONG');
    }
    expect(link.isAway).toBe(false);
  });

  it('does not take an answer for late that arrived while this process was busy', async () => {
    const { link } = await open();
    await whenAnswering(link);
    for (let n = 0; n < 4; n++) {
      const answer = ping(link);
      await new Promise<void>((resolve) => setImmediate(resolve));
      const until = performance.now() + 60;
      while (performance.now() < until);
      expect(await answer).toBe('PONG');
    }
    expect(link.isAway).toBe(false);
  });

  it('bears with Redis where every processor is busy, unless it is slow again and again', async () => {
    const way = await openSlowLink(redis.url);
    const { link } = await open(way.url, busy);
    await whenAnswering(link);
    way.delayMs = 150;
    const answers: boolean[] = [];
    for (let n = 0; n < 12; n++) {
      answers.push(
        await ping(link).then(
          () => true,
          () => false,
        ),
      );
    }
    expect(answers).toEqual(Array.from({ length: 12 }, (_, n) => n < 8));
    expect(link.isAway).toBe(true);
  });

  it('reports in the end what Redis answered to a command that was given up', async () => {
    const way = await openSlowLink(redis.url);
    const { link } = await open(way.url);
    await whenAnswering(link);
    way.delayMs = 100;
    const away = await link.run((client) => client.incr('late-count')).catch((error: unknown) => error);
    expect(away).toBeInstanceOf(RedisAway);
    expect(await (away as RedisAway).late).toBe(1);
  });

  it('never knows the answer to a command whose connection ended', async () => {
    const way = await openSlowLink(redis.url);
    const { link } = await open(way.url);
    await whenAnswering(link);
    way.delayMs = 1_000;
    const away = await ping(link).catch((error: unknown) => error);
    await way.close();
    await expect((away as RedisAway).late).rejects.toThrow();
  });

  it('says that Redis is back before anything else is sent', async () => {
    const way = await openSlowLink(redis.url);
    const { link } = await open(way.url);
    const order: string[] = [];
    link.onBack(() => {
      order.push('back');
      void link.run((client) => client.ping()).then(() => order.push('first'));
    });
    await link.whenTried(10_000);
    await ping(link);
    order.push('second');
    expect(order).toEqual(['back', 'first', 'second']);
  });

  it('continues when Redis was killed and is back, and never runs a command later', async () => {
    const { link } = await open();
    await whenAnswering(link);
    await redis.interrupt();
    for (let n = 0; n < 3; n++) {
      await expect(link.run((client) => client.set('late', '1'))).rejects.toThrow(RedisAway);
    }
    expect(link.isAway).toBe(true);
    await redis.resume();
    await waitUntil('the breaker to close', () => !link.isAway || undefined, 10_000);
    expect(await link.run((client) => client.get('late'))).toBeNull();
  }, 30_000);

  it('notices without being used that Redis was killed', async () => {
    const { link, changes } = await open();
    await whenAnswering(link);
    await redis.interrupt();
    await waitUntil('word of it', () => changes.length > 0 || undefined);
    expect(link.isAway).toBe(true);
    await redis.resume();
    await waitUntil('the breaker to close', () => !link.isAway || undefined, 10_000);
    expect(changes).toEqual([true, false]);
  }, 30_000);

  it('opens and closes if there is no Redis, without an unhandled error', async () => {
    const { link, changes } = await open(`redis://127.0.0.1:${await findClosedPort()}`);
    for (let n = 0; n < 5; n++) await expect(ping(link)).rejects.toThrow(RedisAway);
    expect(link.isAway).toBe(true);
    await waitUntil('word of it', () => changes.length > 0 || undefined);
    await link.close();
    await sleep(400);
    expect(changes).toEqual([true]);
  });
});
