import type { AnswerCache, StoredAnswer } from './stored-answer.js';

/** Cached answers that policies no longer allow. */
export interface RemovedAnswers {
  /** Ids of the requests that were answered: a set of each policy, which the places of the policy share. */
  readonly requests: readonly ReadonlySet<string>[];
  /** Answers to requests up to this time, in milliseconds since the epoch; undefined if there is no such time. */
  readonly until: number | undefined;
}

/**
 * Joins what two policies remove: an answer that one of them removes is removed. No id is copied, since a policy of many teams and models is joined
 * once for each of them.
 */
export function joinRemoved(one: RemovedAnswers, other: RemovedAnswers): RemovedAnswers {
  return {
    requests: [...one.requests, ...other.requests],
    until: one.until === undefined || (other.until ?? 0) > one.until ? other.until : one.until,
  };
}

/** A cache as a request sees it under policies that removed answers: these are not found, wherever they lie. */
export class AnswersWithoutRemoved implements AnswerCache {
  constructor(
    private readonly answers: AnswerCache,
    private readonly removed: RemovedAnswers,
  ) {}

  find(owner: string, key: string): StoredAnswer | undefined | Promise<StoredAnswer | undefined> {
    const found = this.answers.find(owner, key);
    return found instanceof Promise ? found.then((answer) => this.check(answer)) : this.check(found);
  }

  store(owner: string, key: string, answer: StoredAnswer, ttlSeconds: number): void {
    this.answers.store(owner, key, answer, ttlSeconds);
  }

  close(): Promise<void> {
    return this.answers.close();
  }

  private check(answer: StoredAnswer | undefined): StoredAnswer | undefined {
    if (answer === undefined) return undefined;
    const { requests, until } = this.removed;
    const { requestId } = answer;
    if (requestId !== undefined && requests.some((ids) => ids.has(requestId))) return undefined;
    return until !== undefined && answer.created * 1_000 <= until ? undefined : answer;
  }
}
