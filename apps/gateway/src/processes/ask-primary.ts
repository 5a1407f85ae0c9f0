import { isMessage, type ToPrimary, type ToWorker } from './worker-messages.js';

type Answer = Extract<ToWorker, { readonly id: number }>;
type Question = Extract<ToPrimary, { readonly id: number }>;

/**
 * In a worker process: makes a function that asks the primary and resolves to its answer.
 *
 * @param answerKind of the messages that answer
 * @param limitMs the promise rejects where no answer comes within it
 */
export function askPrimary<Kind extends Answer['kind']>(
  answerKind: Kind,
  limitMs: number,
): (writeQuestion: (id: number) => Question) => Promise<Extract<Answer, { readonly kind: Kind }>> {
  type Wanted = Extract<Answer, { readonly kind: Kind }>;
  let lastId = 0;
  const waiting = new Map<number, (answer: Wanted) => void>();
  process.on('message', (message: unknown) => {
    if (!isMessage(message) || message.kind !== answerKind) return;
    const answer = message as Wanted;
    waiting.get(answer.id)?.(answer);
  });
  return (writeQuestion) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      const end = (): void => {
        clearTimeout(limit);
        waiting.delete(id);
      };
      const giveUp = (): void => {
        end();
        reject(new Error('the primary process did not answer'));
      };
      // The answer may be there and not read yet if this process was held up.
      const limit = setTimeout(() => setImmediate(() => waiting.has(id) && giveUp()), limitMs);
      waiting.set(id, (answer) => {
        end();
        resolve(answer);
      });
      sendToPrimary(writeQuestion(id), giveUp);
    });
}

/** @param onLost called where the primary is gone */
export function sendToPrimary(message: ToPrimary, onLost: () => void = () => undefined): void {
  if (!process.connected || process.send === undefined) onLost();
  else process.send(message, undefined, undefined, (error) => error && onLost());
}
