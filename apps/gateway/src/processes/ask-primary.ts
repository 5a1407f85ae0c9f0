import type { LimitAnswer, LimitQuestion } from '@multilane/policy';
import { isMessage, type ToPrimary, type ToWorker } from './worker-messages.js';

/** The primary serves no requests, so it answers within a millisecond. A request must not wait longer for a limit than for Redis. */
const ANSWER_LIMIT_MS = 1_000;

/**
 * In a worker process: asks the primary, which counts for all workers (rate_limits.share_between_workers). The promise rejects
 * where no answer comes within a second.
 */
export function askPrimaryAboutLimits(): (questions: readonly LimitQuestion[]) => Promise<readonly LimitAnswer[]> {
  let lastId = 0;
  const waiting = new Map<number, (answers: readonly LimitAnswer[]) => void>();
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    const known = message as ToWorker;
    if (known.kind === 'limit-answers') waiting.get(known.id)?.(known.answers);
  });
  return (questions) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      const giveUp = (): void => {
        clearTimeout(limit);
        waiting.delete(id);
        reject(new Error('the primary process did not answer'));
      };
      const limit = setTimeout(giveUp, ANSWER_LIMIT_MS);
      waiting.set(id, (answers) => {
        clearTimeout(limit);
        waiting.delete(id);
        resolve(answers);
      });
      const message: ToPrimary = { kind: 'limit-questions', id, questions };
      if (!process.connected || process.send === undefined) giveUp();
      else process.send(message, undefined, undefined, (error) => error && giveUp());
    });
}
