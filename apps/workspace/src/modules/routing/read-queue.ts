import { REQUEST_PRIORITIES } from '@multilane/contracts';
import type { QueueRecord, QueueSettingsRecord } from '@multilane/persistence';
import { invalidField } from '../../http/invalid-field.js';
import type { QueueDto } from './dto/queue.dto.js';

const DEFAULTS: QueueRecord = { max_wait_ms: 10_000, max_length: 100 };

/**
 * A queue as it is stored, with its defaults; undefined if none was sent. Fails with 400 for a queue without a limit.
 *
 * @param maxParallel Limit that holds with the change
 */
export function readQueue<Sent extends QueueDto | null | undefined>(
  queue: Sent,
  maxParallel: number,
): QueueRecord | Exclude<Sent, QueueDto> {
  if (queue === null || queue === undefined) return queue as Exclude<Sent, QueueDto>;
  if (maxParallel === 0) throw invalidField('queue', 'needs `max_parallel`: without a limit no request waits.');
  return { ...DEFAULTS, ...queue };
}

/** Fails with 400 for a default priority above the highest one. */
export function comparePriorities({
  priority,
  maxPriority,
}: Pick<QueueSettingsRecord, 'priority' | 'maxPriority'>): void {
  if (priority === null || maxPriority === null) return;
  if (REQUEST_PRIORITIES.indexOf(priority) > REQUEST_PRIORITIES.indexOf(maxPriority)) {
    throw invalidField('priority', 'must not be above `max_priority`.');
  }
}
