import { CountField } from '../../../fields/scalar-fields.js';

/** Queue beside `max_parallel` (docs/contract/limits.md#queues). */
export class QueueDto {
  @CountField({
    optional: true,
    min: 1,
    max: 600_000,
    description: 'Longest wait of a request, in milliseconds. After it, the request is rejected. Default: 10000.',
  })
  max_wait_ms?: number;

  @CountField({
    optional: true,
    min: 1,
    max: 10_000,
    description: 'Requests that wait at the same time. Further ones are rejected. Default: 100.',
  })
  max_length?: number;
}

export const QUEUE = 'Lets requests over `max_parallel` wait in order of priority.';
