import type { SettingsAtStart } from '@multilane/config';
import {
  type AnswerCache,
  MemoryAnswers,
  MemoryQuestions,
  openRedisLink,
  RedisAnswers,
  RedisQuestions,
  type SimilarQuestions,
} from '@multilane/policy';
import type { Logger } from '@multilane/telemetry';

const BYTES_PER_MB = 1024 * 1024;

/** Store of cached answers, and of their questions. */
export interface AnswerStores {
  readonly answers: AnswerCache;
  readonly questions: SimilarQuestions;
}

/** Opens what `cache.backend` names, for the life of the process; undefined if it is off. Redis need not be there yet. */
export async function openAnswerCache(
  { cache, redis }: Pick<SettingsAtStart, 'cache' | 'redis'>,
  logger: Logger,
): Promise<AnswerStores | undefined> {
  if (cache.backend === 'off') return undefined;
  if (cache.backend === 'redis' && redis.url !== undefined) return openRedis(redis.url, logger);
  const maxBytes = cache.max_memory_mb * BYTES_PER_MB;
  const now = () => performance.now();
  return {
    answers: new MemoryAnswers({ maxEntries: cache.max_entries, maxBytes, now }),
    questions: new MemoryQuestions(now),
  };
}

async function openRedis(url: string, logger: Logger): Promise<AnswerStores> {
  const onChange = (isAway: boolean, reason?: Error): void => {
    if (isAway) logger.warn({ err: reason }, 'the response cache is unavailable: every request is a miss');
    else logger.info('the response cache is available again');
  };
  const link = await openRedisLink({ url, onChange });
  return { answers: new RedisAnswers(link), questions: new RedisQuestions(link) };
}
