import { z } from 'zod';
import { count, modelName, name, section } from './values.js';

const ttlSeconds = () => count().max(31_536_000);

/** Settings by which a question gets the answer of another one that asks the same (docs/contract/cache.md#semantic). */
const semanticSchema = z.object({
  embedding_model: modelName()
    .default('builtin')
    .describe(
      'Model that turns questions into vectors: `builtin`, or the name of an embedding model. The calls are requests of the caller. The built-in model is for English; other languages are compared by their words alone.',
    ),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.75)
    .describe('Cosine of two vectors from which questions are the same. Their words must agree as well.'),
  turns: count()
    .max(5)
    .default(1)
    .describe('Last messages of the user that are compared by meaning. All others must be identical.'),
  max_entries: count()
    .max(10_000)
    .default(1_000)
    .describe('Maximum number of questions per scope. The oldest are evicted.'),
  shared_by: z
    .enum(['caller', 'team'])
    .default('caller')
    .describe(
      'Callers that share questions: `caller` is one API key, person or virtual account, `team` everyone of a team, or of a workspace for callers without one.',
    ),
  max_temperature: z
    .number()
    .min(0)
    .max(2)
    .default(1)
    .describe('Highest temperature of requests that are compared by meaning. A request without one counts as 1.'),
  include: z
    .array(z.enum(['tool_results', 'media']))
    .default([])
    .describe(
      'Requests that are compared by meaning although they have results of tools, or images, sound or files. These parts must be identical.',
    ),
  timeout_ms: count()
    .min(10)
    .max(2_000)
    .default(150)
    .describe('Milliseconds that a request waits for the vector and the store. Afterwards it is a miss.'),
});

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
  mode: z
    .enum(['exact', 'semantic'])
    .optional()
    .describe(
      '`exact`: identical requests get a cached response. `semantic`: so do questions that ask the same in other words.',
    ),
  removed_requests: z
    .array(z.string().min(1).max(200))
    .max(1_000)
    .optional()
    .describe('Ids of requests whose cached responses are wrong. They are given to nobody any more, in any gateway.'),
  purged_before: z.iso
    .datetime({ offset: true, error: 'must be an RFC 3339 time such as 2027-01-31T00:00:00Z' })
    .optional()
    .describe(
      'Time until which cached responses are no longer used, RFC 3339. Set it to the current time to clear the cache of the policy.',
    ),
  semantic: semanticSchema.optional().describe('Settings of `mode: semantic`. If left out, the defaults apply.'),
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

/** Settings of a semantic policy, with every default. */
export type SemanticSettings = z.infer<typeof semanticSchema>;

/** Reads the settings of a policy; undefined for one that only knows identical requests. */
export function readSemanticSettings({
  mode,
  semantic,
}: {
  readonly mode?: 'exact' | 'semantic' | undefined;
  readonly semantic?: SemanticSettings | undefined;
}): SemanticSettings | undefined {
  return mode === 'semantic' ? (semantic ?? semanticSchema.parse({})) : undefined;
}
