import { REQUEST_PRIORITIES } from '@multilane/contracts';
import { z } from 'zod';

/** Longest wait of a request for a slot, in milliseconds. */
const LONGEST_WAIT_MS = 600_000;

/** Requests that wait for one limit, at most. */
const LONGEST_QUEUE = 10_000;

/** Queue beside a `max_parallel` (docs/contract/limits.md#queues). */
export const queueSchema = z
  .object({
    max_wait_ms: z
      .int()
      .min(1)
      .max(LONGEST_WAIT_MS)
      .meta({ type: 'integer (ms)' })
      .default(10_000)
      .describe('Longest wait of a request, in milliseconds. After it, the request is rejected.'),
    max_length: z
      .int()
      .min(1)
      .max(LONGEST_QUEUE)
      .default(100)
      .describe('Requests that wait at the same time. Further ones are rejected.'),
  })
  .optional()
  .describe('Lets requests over `max_parallel` wait in order of priority. Empty: they are rejected at once.');

/** Limits of each credential of a provider, which are kept before the provider enforces them (docs/contract/routing.md#declared-quotas). */
export const quotaSchema = z
  .object({
    rpm: z.int().min(1).optional().describe('Calls a minute. Empty: unlimited.'),
    tpm: z.int().min(1).optional().describe('Tokens a minute, of prompts and answers. Empty: unlimited.'),
    reserve: z
      .object({
        priority: z
          .enum(REQUEST_PRIORITIES)
          .default('critical')
          .describe('Lowest priority of the requests that may use the reserve.'),
        percent: z
          .number()
          .min(0)
          .max(99)
          .meta({ type: 'number (0 to 99)' })
          .describe('Percentage of `rpm` and `tpm` that is reserved.'),
      })
      .optional()
      .describe('Part that only requests of a high priority may use. Empty: none.'),
  })
  .optional()
  .describe(
    'Limits of each of its API keys, of all callers and models together. Requests over them go to other keys and targets, and are rejected if there are none. Empty: what the provider enforces.',
  );

/** Priority of a caller whose requests name none. */
export const prioritySchema = z
  .enum(REQUEST_PRIORITIES)
  .optional()
  .describe(
    'Priority in queues of requests that name none in `X-Service-Priority`. Empty: as the team has it, else `normal`.',
  );

/** Highest priority that a caller's requests may name. */
export const maxPrioritySchema = z
  .enum(REQUEST_PRIORITIES)
  .optional()
  .describe(
    'Highest priority that requests may name in `X-Service-Priority`. A key never exceeds that of its team. Empty: as the team has it, else the default priority.',
  );
