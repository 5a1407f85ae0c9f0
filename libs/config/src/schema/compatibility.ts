import { z } from 'zod';
import { section } from './values.js';

/**
 * Departures of the gateway from its defaults for the sake of clients (docs/contract/configuration.md#compatibility).
 */
export const compatibilitySchema = section(
  {
    provider_rate_limited_status: z
      .union([z.literal(400), z.literal(429)], { error: 'must be 400 or 429' })
      .default(400)
      .meta({ type: '400 or 429' })
      .describe('Status with which a 429 of a provider is answered. Use 429 for clients that only retry by status.'),
  },
  'Settings for clients that expect other behaviour.',
);
