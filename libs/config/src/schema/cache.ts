import { z } from 'zod';
import { count, modelName, name, section } from './values.js';

const ttlSeconds = () => count().max(31_536_000);

/** Whose answers are cached, and for how long (docs/contract/cache.md#opt-in). */
export const cachePolicySchema = z.object({
  name: name().describe('Name of the policy.'),
  ttl_seconds: ttlSeconds().optional().describe('How long an answer is kept. Empty: `cache.ttl_seconds`.'),
  models: z
    .array(modelName())
    .min(1)
    .optional()
    .describe('Models whose answers are kept, by any of their names. Left out: all.'),
  teams: z.array(name()).min(1).optional().describe('Teams whose requests it applies to. Left out: every caller.'),
});

export const cacheSchema = section(
  {
    backend: z
      .enum(['memory', 'redis', 'off'])
      .default('memory')
      .describe('Where answers are kept. Nothing is cached until a policy or a routing config asks for it.'),
    ttl_seconds: ttlSeconds().default(3_600).describe('How long an answer is kept.'),
    max_entries: count()
      .max(1_000_000)
      .default(10_000)
      .describe('Most answers kept by the memory backend, of up to 1 MiB each.'),
    max_memory_mb: count().max(1_048_576).default(256).describe('Most memory for them, in megabytes.'),
    policies: z
      .array(cachePolicySchema)
      .default([])
      .describe('Whose answers are cached. Of several that fit, the shortest time holds.'),
  },
  'The response cache.',
);
