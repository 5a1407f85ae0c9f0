import type { EndReason } from './contained-ends.js';

/**
 * Reason why a task has no answer: `error`, which the code itself gave; `too_large`, its answer; `question_too_large`;
 * `busy`, too many wait; `closed`, this process ends; else how its process ended.
 */
export type TaskFailureReason =
  | EndReason
  | 'error'
  | 'too_large'
  | 'question_too_large'
  | 'busy'
  | 'closed'
  | 'aborted';

/** A task that has no answer. The message of an `error` is the code's own, and may be shown to its author. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';

  constructor(
    readonly reason: TaskFailureReason,
    message: string = reason,
  ) {
    super(message);
  }
}
