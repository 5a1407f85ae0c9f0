import cluster from 'node:cluster';
import { answerLimitQuestions, MemoryLimitStore } from '@multilane/policy';
import { isMessage, type ToPrimary, type ToWorker } from './worker-messages.js';

/** In the primary process: counts the rate limits of all workers, until the process ends. A worker's end loses nothing of them. */
export function answerWorkersAboutLimits(): void {
  const store = new MemoryLimitStore();
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    const known = message as ToPrimary;
    if (known.kind !== 'limit-questions') return;
    const answers = answerLimitQuestions(store, known.questions, performance.now());
    const answer: ToWorker = { kind: 'limit-answers', id: known.id, answers };
    if (worker.isConnected()) worker.send(answer, () => undefined);
  });
}
