import { afterAll, beforeAll } from '@jest/globals';
import { hasRedis, type RedisServer, useRedis, waitUntil } from '@multilane/testing';
import { openRedisLink, type RedisLink } from './redis-link.js';

/** The link of a file's tests to a Redis, from before the first of them to after the last; none if there is no Redis. */
export function useTestLink(commandLimitMs = 5_000): { readonly link: RedisLink } {
  let server: Pick<RedisServer, 'url' | 'stop'> | undefined;
  let link: RedisLink | undefined;

  beforeAll(async () => {
    if (!hasRedis()) return;
    server = await useRedis();
    const opened = await openRedisLink({ url: server.url, commandLimitMs });
    link = opened;
    await waitUntil('Redis to answer', () => !opened.isAway || undefined);
  }, 30_000);

  afterAll(async () => {
    await link?.close();
    await server?.stop();
  });

  return {
    get link() {
      if (link === undefined) throw new Error('there is no Redis');
      return link;
    },
  };
}
