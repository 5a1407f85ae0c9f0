import { z } from 'zod';
import { count, modelName, name, section } from './values.js';

const ttlSeconds = () => count().max(31_536_000);

/** Callers whose answers are cached, and the time for it (docs/contract/cache.md#opt-in). */
export const cachePolicySchema = z.object({
  name: name().describe('Name of the policy.'),
  ttl_seconds: ttlSeconds().optional().describe('Seconds for which a response is cached. Empty: `cache.ttl_seconds`.'),
  models: z
    .array(modelName())
    .min(1)
    .optional()
    .describe('Models whose responses are cached, by any of their names. If left out: all models.'),
  teams: z.array(name()).min(1).optional().describe('Teams that the policy applies to. If left out: every caller.'),
  share_in_flight: z
    .boolean()
    .optional()
    .describe(
      'Whether identical requests that run at the same time in a gateway share one call to the provider: the others wait for the response of the first.',
    ),
});

export const cacheSchema = section(
  {
    backend: z
      .enum(['memory', 'redis', 'off'])
      .default('memory')
      .describe('Storage of cached responses. Nothing is cached until a policy or a routing config turns caching on.'),
    ttl_seconds: ttlSeconds().default(3_600).describe('Seconds for which a response is cached.'),
    max_entries: count()
      .max(1_000_000)
      .default(10_000)
      .describe('Maximum number of responses in the memory backend, of up to 1 MiB each.'),
    max_memory_mb: count().max(1_048_576).default(256).describe('Maximum memory of the memory backend, in megabytes.'),
    policies: z
      .array(cachePolicySchema)
      .default([])
      .describe('Which responses are cached. If several policies match, the shortest time applies.'),
  },
  'The response cache.',
);
