import { REQUEST_PRIORITIES, type RequestPriority } from '@multilane/contracts';
import { ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField } from '../../../fields/scalar-fields.js';

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

export const QUEUE_OR_NONE = `${QUEUE} Null: they are rejected at once.`;

const PRIORITY =
  'Priority in queues of requests that name none in `X-Service-Priority`. Null: as the team has it, else `normal`.';
const MAX_PRIORITY =
  'Highest priority that requests may name in `X-Service-Priority`. A key never exceeds that of its team. Null: as the team has it, else the default priority.';

/** Queue and priorities of a key or a team (docs/contract/limits.md#queues). */
export class QueueSettingsDto {
  @ObjectField(() => QueueDto, {
    optional: true,
    nullable: true,
    description: `${QUEUE_OR_NONE} The whole value is replaced.`,
  })
  queue?: QueueDto | null;

  @ChoiceField(REQUEST_PRIORITIES, { optional: true, nullable: true, description: PRIORITY })
  priority?: RequestPriority | null;

  @ChoiceField(REQUEST_PRIORITIES, { optional: true, nullable: true, description: MAX_PRIORITY })
  max_priority?: RequestPriority | null;
}

/** Queue and priorities of a key or a team, as the API shows them. */
export class QueueSettingsView {
  @ObjectField(() => QueueDto, { nullable: true, description: QUEUE_OR_NONE })
  queue!: object | null;

  @ChoiceField(REQUEST_PRIORITIES, { nullable: true, description: PRIORITY })
  priority!: string | null;

  @ChoiceField(REQUEST_PRIORITIES, { nullable: true, description: MAX_PRIORITY })
  max_priority!: string | null;
}
