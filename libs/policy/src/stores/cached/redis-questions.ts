import { packQuestion, unpackQuestion } from '../../cache/similar/pack-question.js';
import {
  type QuestionBounds,
  type QuestionPlace,
  type SimilarQuestion,
  type SimilarQuestions,
  WORDINGS,
} from '../../cache/similar/similar-questions.js';
import { defineScript, type RedisLink } from '../redis-link.js';

/** Groups that one script removes at most, so that it takes no time of others. */
const MOST_REMOVED = 16;

/**
 * Adds a wording to its group, and its group to its scope. Groups over the bound are removed, the oldest first.
 *
 * KEYS: group, scope. ARGV: question, wordings of a group, seconds, name of the group, bound, prefix of groups, groups removed at most.
 */
const STORE_SCRIPT = defineScript(`
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local seconds = tonumber(ARGV[3])
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, tonumber(ARGV[2]) - 1)
redis.call('EXPIRE', KEYS[1], seconds)
redis.call('ZADD', KEYS[2], now + seconds * 1000, ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
if redis.call('TTL', KEYS[2]) < seconds then redis.call('EXPIRE', KEYS[2], seconds) end
local over = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[5])
if over > 0 then
  local oldest = redis.call('ZPOPMIN', KEYS[2], math.min(over, tonumber(ARGV[7])))
  for at = 1, #oldest, 2 do redis.call('DEL', ARGV[6] .. oldest[at]) end
end
return 1
`);

/** Keeps questions in Redis, for all replicas: one LRANGE for a look-up, one script for a question. A Redis that is away is a miss. */
export class RedisQuestions implements SimilarQuestions {
  constructor(private readonly link: RedisLink) {}

  find({ group, owner }: QuestionPlace): readonly SimilarQuestion[] | Promise<readonly SimilarQuestion[]> {
    if (this.link.isAway) return NONE;
    return this.link
      .run((client) => client.lrange(`${prefixOf(owner)}q:${group}`, 0, WORDINGS - 1))
      .then(
        (found) => found.flatMap((text) => unpackQuestion(text) ?? []),
        () => NONE,
      );
  }

  store({ group, owner, scope }: QuestionPlace, question: SimilarQuestion, bounds: QuestionBounds): void {
    if (this.link.isAway) return;
    const prefix = prefixOf(owner);
    const groups = `${prefix}q:`;
    const { maxEntries, ttlSeconds } = bounds;
    const args = [packQuestion(question), WORDINGS, ttlSeconds, group, maxEntries, groups, MOST_REMOVED];
    // The link reports that Redis is away; what is not stored is asked for again.
    this.link.evaluate(STORE_SCRIPT, [`${groups}${group}`, `${prefix}s:${scope}`], args).catch(() => undefined);
  }
}

const NONE: readonly SimilarQuestion[] = [];

/** Braces name what decides the slot in a cluster, as for the answers. */
function prefixOf(owner: string): string {
  return `ml:cache:{${encodeURIComponent(owner)}}:`;
}
