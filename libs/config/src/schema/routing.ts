import { z } from 'zod';
import { timeoutOverridesSchema } from './timeouts.js';
import { unsupportedParametersSchema } from './unsupported-parameters.js';
import { count, milliseconds, modelName, name, section } from './values.js';

const RETRY_REASONS = ['timeout', 'connect'] as const;

const target = z.object({
  model: modelName().describe('Model, alias or virtual model.'),
  weight: z.number().min(0).default(1).describe('Share of the traffic, relative to the other targets.'),
  timeout_ms: milliseconds().optional().describe('Longest this target may take.'),
});

const retryReason = z
  .union([z.int().min(400).max(599), z.enum(RETRY_REASONS)], {
    error: 'must be an HTTP status from 400 to 599, timeout or connect',
  })
  .meta({ type: 'status, `timeout` or `connect`' });

const shadow = z.object({
  model: modelName().describe('Model that gets the copy.'),
  percent: z.number().min(0).max(100).meta({ type: 'number (0 to 100)' }).describe('Share of requests copied.'),
});

/** What virtual models and routing configs have in common (docs/contract/routing.md#virtual-models). */
const routing = {
  strategy: z
    .enum(['failover', 'weighted', 'least_latency', 'least_busy'])
    .default('failover')
    .describe('How a target is chosen: in order, by weight, by time to first byte, or by requests in flight.'),
  retry: section(
    {
      attempts: z.int().min(0).max(10).default(2).describe('Further attempts after a failed one; 0: none.'),
      on: z
        .array(retryReason)
        .default([401, 403, 404, 408, 409, 429, 500, 502, 503, 504, 'timeout', 'connect'])
        .describe('Failures worth another attempt.'),
    },
    'Repeating a failed call.',
  ),
  sticky: z.boolean().default(true).describe('Whether `X-Session-Id` holds a session on one target.'),
  shadow: shadow.optional().describe('Sends a copy of some requests whose answer is only recorded.'),
  unsupported_parameters: unsupportedParametersSchema,
};

export const virtualModelSchema = z.object({
  name: modelName().describe('Name callers use.'),
  targets: z.array(target).min(1).describe('What it stands for.'),
  ...routing,
});

export const routingConfigSchema = z.object({
  name: name().describe('Name callers send in `X-Service-Config`.'),
  targets: z.array(target).default([]).describe('Models to use. Empty: the model the request names.'),
  ...routing,
  cache: z
    .object({
      enabled: z.boolean().default(true).describe('Whether answers are cached.'),
      ttl_seconds: count().optional().describe('How long an answer is kept. Empty: `cache.ttl_seconds`.'),
    })
    .optional()
    .describe('Caches answers. Empty: no.'),
  guardrails: z.array(name()).default([]).describe('Names of guardrails to apply in addition to those that match.'),
  timeouts: timeoutOverridesSchema,
});
