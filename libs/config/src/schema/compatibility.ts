import { z } from 'zod';
import { section } from './values.js';

/**
 * Where the gateway may depart from its defaults for the sake of clients
 * (docs/contract/configuration.md#compatibility).
 */
export const compatibilitySchema = section(
  {
    provider_rate_limited_status: z
      .union([z.literal(400), z.literal(429)], { error: 'must be 400 or 429' })
      .default(400)
      .meta({ type: '400 or 429' })
      .describe(
        "Status of an answer that tells of a provider's own 429; 429 is for clients that retry on the status alone.",
      ),
  },
  'What some clients expect.',
);
