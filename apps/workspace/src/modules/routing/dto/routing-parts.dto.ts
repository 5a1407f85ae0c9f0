import { ObjectField, TextListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { HedgeMoment } from './hedge-moment.field.js';
import { QUEUE, QueueDto } from './queue.dto.js';
import { RetryReasons } from './retry-reasons.field.js';

const LONGEST_NAME = 512;

/** Parameters that a model does not take, and their treatment. */
export class UnsupportedParametersDto {
  @TextListField({
    optional: true,
    maxItems: 50,
    items: { max: 64 },
    description: 'Parameters to remove from requests. The response lists removed ones in `X-Service-Adjusted`.',
  })
  drop?: string[];
}

/** Ways to choose a target. */
export const STRATEGIES = ['failover', 'weighted', 'least_latency', 'least_busy', 'lowest_cost', 'cheapest_healthy'];

/** A route has no more: the gateway leaves out what comes after. */
export const MOST_TARGETS = 64;

/** Target of a virtual model or of a routing config. */
export class TargetDto {
  @TextField({ max: LONGEST_NAME, description: 'A model of the workspace, by any of its names, or a virtual model.' })
  model!: string;

  @AmountField({
    optional: true,
    max: 1e6,
    description: 'Share of the requests, relative to the other targets. Default: 1.',
  })
  weight?: number;

  @CountField({ optional: true, min: 1, max: 2_147_483_647, description: 'Time limit, in milliseconds.' })
  timeout_ms?: number;

  @CountField({
    optional: true,
    min: 1,
    description: 'Requests to the target at the same time, of all callers together. If left out: unlimited.',
  })
  max_parallel?: number;

  @ObjectField(() => QueueDto, { optional: true, description: `${QUEUE} If left out: they are rejected at once.` })
  queue?: QueueDto;

  @TextField({
    optional: true,
    max: LONGEST_NAME,
    description:
      'Name of a model that callers must be allowed to use to reach the target. If left out: whoever may use the route reaches it.',
  })
  requires?: string;

  @ChoiceField(['context_length'], {
    optional: true,
    description:
      'Requests that reach the target: `context_length` those whose prompt is too long for the others. If left out: all.',
  })
  on?: 'context_length';
}

/** Repeating a failed call. */
export class RetryDto {
  @CountField({ optional: true, max: 10, description: 'Further attempts after a failed one. 0: none. Default: 2.' })
  attempts?: number;

  @RetryReasons({
    optional: true,
    description: 'Failures after which another attempt is made: statuses, `timeout`, `connect`.',
  })
  on?: (number | string)[];
}

/** A second call when the first byte of an answer is late. */
export class HedgeDto {
  @HedgeMoment({
    optional: true,
    description:
      'Time without a first byte after which another target is asked too: milliseconds, or `p95` for the time that 95 of 100 recent calls of the target took. Default: `p95`.',
  })
  after?: number | string;

  @AmountField({
    optional: true,
    max: 100,
    description: 'Largest percentage of requests that get a second call, in each process. Default: 5.',
  })
  max_percent?: number;

  @FlagField({
    optional: true,
    description: 'Whether requests of a session that is kept on one target get a second call too. Default: false.',
  })
  sessions?: boolean;
}

/** A copy of some requests whose answer is only recorded. */
export class ShadowDto {
  @TextField({ max: LONGEST_NAME, description: 'Model that receives the copy.' })
  model!: string;

  @AmountField({ max: 100, description: 'Share of requests that are copied.' })
  percent!: number;
}
