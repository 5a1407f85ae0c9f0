import { z } from 'zod';
import { section } from './values.js';

export const realtimeSchema = section(
  {
    max_sockets: z.int().min(1).max(100_000).default(2_000).describe('Sockets that one process serves at a time.'),
    max_frame_mb: z
      .int()
      .min(1)
      .max(256)
      .default(16)
      .describe('Maximum size of a message, from a client or a provider.'),
    idle_seconds: z
      .int()
      .min(10)
      .max(86_400)
      .default(600)
      .describe('A socket on which neither side sends anything for this long is closed.'),
    max_session_minutes: z.int().min(1).max(1_440).default(60).describe('A socket is closed after this time.'),
  },
  'Realtime sockets.',
);
