import type { SettingsAtStart } from '@multilane/config';
import { type AnswerCache, MemoryAnswers, openRedisLink, RedisAnswers } from '@multilane/policy';
import type { Logger } from '@multilane/telemetry';

const BYTES_PER_MB = 1024 * 1024;

/** Opens what `cache.backend` names, for the life of the process; undefined if it is off. Redis need not be there yet. */
export async function openAnswerCache(
  { cache, redis }: Pick<SettingsAtStart, 'cache' | 'redis'>,
  logger: Logger,
): Promise<AnswerCache | undefined> {
  if (cache.backend === 'off') return undefined;
  if (cache.backend === 'redis' && redis.url !== undefined) return openRedis(redis.url, logger);
  const maxBytes = cache.max_memory_mb * BYTES_PER_MB;
  return new MemoryAnswers({ maxEntries: cache.max_entries, maxBytes, now: () => performance.now() });
}

async function openRedis(url: string, logger: Logger): Promise<AnswerCache> {
  const onChange = (isAway: boolean, reason?: Error): void => {
    if (isAway) logger.warn({ err: reason }, 'the response cache is unavailable: every request is a miss');
    else logger.info('the response cache is available again');
  };
  return new RedisAnswers(await openRedisLink({ url, onChange }));
}
