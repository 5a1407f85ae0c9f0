import { writeProblem } from '@multilane/contracts';
import { z } from 'zod';
import { timeoutOverridesSchema } from './fields/timeouts.js';
import { unsupportedParametersSchema } from './fields/unsupported-parameters.js';
import { queueSchema } from './queue.js';
import { count, milliseconds, modelName, name, section } from './values.js';

const RETRY_REASONS = ['timeout', 'connect'] as const;

const target = z.object({
  model: modelName().describe('Model, alias or virtual model.'),
  weight: z.number().min(0).default(1).describe('Share of the requests, relative to the other targets.'),
  timeout_ms: milliseconds().optional().describe('Time limit of the target, in milliseconds.'),
  max_parallel: count()
    .optional()
    .describe('Requests to the target at the same time, of all callers together. Empty: unlimited.'),
  queue: queueSchema,
  requires: modelName()
    .optional()
    .describe(
      'Name that callers must be allowed to use to reach the target. Empty: whoever may use the route reaches it.',
    ),
  on: z
    .enum(['context_length'])
    .optional()
    .describe('Requests that reach the target: those whose prompt is too long for the others. Empty: all.'),
});

const retryReason = z
  .union([z.int().min(400).max(599), z.enum(RETRY_REASONS)], {
    error: writeProblem('not_retry_reason'),
  })
  .meta({ type: 'status, `timeout` or `connect`' });

const shadow = z.object({
  model: modelName().describe('Model that receives the copy.'),
  percent: z
    .number()
    .min(0)
    .max(100)
    .meta({ type: 'number (0 to 100)' })
    .describe('Percentage of requests that are copied.'),
});

const hedge = z.object({
  after: z
    .union([milliseconds(), z.literal('p95')], { error: writeProblem('not_hedge_moment') })
    .default('p95')
    .meta({ type: 'integer (ms) or `p95`' })
    .describe(
      'Time without a first byte after which another target is asked too: milliseconds, or `p95` for the time that 95 of 100 recent calls of the target took.',
    ),
  max_percent: z
    .number()
    .min(0)
    .max(100)
    .default(5)
    .meta({ type: 'number (0 to 100)' })
    .describe('Largest percentage of requests that get a second call, in each process.'),
  sessions: z
    .boolean()
    .default(false)
    .describe(
      'Whether requests of a session that is kept on one target get a second call too. The other target does not have the prompt in its cache.',
    ),
});

/** Fields that virtual models and routing configs have in common (docs/contract/routing.md#virtual-models). */
const routing = {
  strategy: z
    .enum(['failover', 'weighted', 'least_latency', 'least_busy', 'lowest_cost', 'cheapest_healthy'])
    .default('failover')
    .describe(
      'How to choose a target: in order, by weight, by time to the first byte, by running requests, by expected cost, or by expected cost with healthy targets first.',
    ),
  retry: section(
    {
      attempts: z.int().min(0).max(10).default(2).describe('Further attempts after a failed one. 0: none.'),
      on: z
        .array(retryReason)
        .default([401, 403, 404, 408, 409, 429, 500, 502, 503, 504, 'timeout', 'connect'])
        .describe('Failures after which another attempt is made.'),
    },
    'Retries of failed calls.',
  ),
  sticky: z.boolean().default(true).describe('Whether `X-Session-Id` keeps a session on one target.'),
  shadow: shadow.optional().describe('Sends a copy of some requests to another model. The response is only recorded.'),
  hedge: hedge
    .optional()
    .describe('Asks a second target when the first byte of an answer is late. The first to answer serves the request.'),
  unsupported_parameters: unsupportedParametersSchema,
};

export const virtualModelSchema = z.object({
  name: modelName().describe('Name that callers use.'),
  targets: z.array(target).min(1).describe('Models that the name routes to.'),
  ...routing,
});

export const routingConfigSchema = z.object({
  name: name().describe('Name that callers send in `X-Service-Config`.'),
  targets: z.array(target).default([]).describe('Models to use. Empty: the model in the request.'),
  ...routing,
  cache: z
    .object({
      enabled: z.boolean().default(true).describe('Whether responses are cached.'),
      ttl_seconds: count().optional().describe('Seconds for which a response is cached. Empty: `cache.ttl_seconds`.'),
    })
    .optional()
    .describe('Response cache of the config. Empty: the cache policies apply.'),
  guardrails: z.array(name()).default([]).describe('Guardrails that apply in addition to the matching ones.'),
  timeouts: timeoutOverridesSchema,
});
