import { z } from 'zod';
import { milliseconds } from '../values.js';

const DESCRIPTIONS = {
  connect_ms: 'Maximum time to connect.',
  first_byte_ms: 'Maximum time to the first byte of a streamed response.',
  total_ms: 'Maximum time to the end of a response that is not streamed.',
  idle_ms:
    'Maximum silence within a stream, and maximum time that a client may read nothing before its connection is closed.',
  cold_start_ms: 'Maximum time that a runtime may take to load the model.',
};

/** Time limits of a provider entry, with the defaults of docs/contract/time-limits.md#defaults. */
export const timeoutsSchema = z
  .object({
    connect_ms: milliseconds().default(5_000).describe(DESCRIPTIONS.connect_ms),
    first_byte_ms: milliseconds().default(300_000).describe(DESCRIPTIONS.first_byte_ms),
    total_ms: milliseconds().default(600_000).describe(DESCRIPTIONS.total_ms),
    idle_ms: milliseconds().default(120_000).describe(DESCRIPTIONS.idle_ms),
    cold_start_ms: milliseconds().default(60_000).describe(DESCRIPTIONS.cold_start_ms),
  })
  .prefault({})
  .describe('Time limits of calls to the provider, in milliseconds.');

/** The limits a routing config changes; what it leaves out stays as the provider has it. */
export const timeoutOverridesSchema = z
  .object({
    connect_ms: milliseconds().optional().describe(DESCRIPTIONS.connect_ms),
    first_byte_ms: milliseconds().optional().describe(DESCRIPTIONS.first_byte_ms),
    total_ms: milliseconds().optional().describe(DESCRIPTIONS.total_ms),
    idle_ms: milliseconds().optional().describe(DESCRIPTIONS.idle_ms),
    cold_start_ms: milliseconds().optional().describe(DESCRIPTIONS.cold_start_ms),
  })
  .prefault({})
  .describe('Time limits that replace those of the provider.');
