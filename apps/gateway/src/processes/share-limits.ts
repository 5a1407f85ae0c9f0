import type { Worker } from 'node:cluster';
import { answerLimitQuestions, MemoryLimitStore, RemoteLimitStore } from '@multilane/policy';
import { askPrimary } from './ask-primary.js';
import { sendToWorker, type ToPrimary } from './worker-messages.js';

/** The primary serves no requests, so it answers within a millisecond. A request must not wait for it. */
const ANSWER_LIMIT_MS = 1_000;

/**
 * In a worker process: counters that the primary keeps for all workers (rate_limits.share_between_workers).
 *
 * @param onMiss called for each request that this process counts because the primary did not answer
 */
export function openSharedLimits(onMiss: () => void): RemoteLimitStore {
  const ask = askPrimary('limit-answers', ANSWER_LIMIT_MS);
  return new RemoteLimitStore({
    onMiss,
    ask: async (questions) => (await ask((id) => ({ kind: 'limit-questions', id, questions }))).answers,
  });
}

export type LimitQuestions = Extract<ToPrimary, { readonly kind: 'limit-questions' }>;

/** In the primary process: counts the rate limits of all workers, and answers them. A worker's end loses nothing of them. */
export function createLimitAnswers(): (worker: Worker, message: LimitQuestions) => void {
  const store = new MemoryLimitStore();
  return (worker, { id, questions }) => {
    const answers = answerLimitQuestions(store, questions, performance.now());
    sendToWorker(worker, { kind: 'limit-answers', id, answers });
  };
}
