import { packAnswer, unpackAnswer } from '../cache/pack-answer.js';
import type { AnswerCache, StoredAnswer } from '../cache/stored-answer.js';
import type { RedisLink } from './redis-link.js';

/**
 * Keeps answers in Redis, for all replicas: one GET for a look-up, one SET for an answer. A Redis that is away, slow or
 * full is a miss. Give it a link of its own: a large answer must not delay the counters of limits.
 */
export class RedisAnswers implements AnswerCache {
  constructor(private readonly link: RedisLink) {}

  find(owner: string, key: string): undefined | Promise<StoredAnswer | undefined> {
    if (this.link.isAway) return undefined;
    return this.link.run((client) => client.getBuffer(nameOf(owner, key))).then(unpack, () => undefined);
  }

  store(owner: string, key: string, answer: StoredAnswer, ttlSeconds: number): void {
    if (this.link.isAway) return;
    // The link reports that Redis is away; what is not stored is asked for again.
    packAnswer(answer)
      .then((bytes) => this.link.run((client) => client.set(nameOf(owner, key), bytes, 'EX', ttlSeconds)))
      .catch(() => undefined);
  }

  close(): Promise<void> {
    return this.link.close();
  }
}

function unpack(bytes: Buffer | null): StoredAnswer | undefined | Promise<StoredAnswer | undefined> {
  return bytes === null ? undefined : unpackAnswer(bytes);
}

/** Braces name what decides the slot in a cluster: the answers of one organization share one. */
function nameOf(owner: string, key: string): string {
  return `ml:cache:{${encodeURIComponent(owner)}}:${key}`;
}
