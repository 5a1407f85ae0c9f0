import { z } from 'zod';
import { httpUrl, section } from './values.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const telemetrySchema = section(
  {
    log_level: z.enum(LOG_LEVELS).default('info').describe('Minimum severity of log lines.'),
    otlp_endpoint: httpUrl().optional().describe('OTLP/HTTP collector of traces. Empty: no traces.'),
    trace_sample_ratio: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe(
        'Share of the requests without a `traceparent` that is traced. Requests with one follow its sampled flag.',
      ),
  },
  'Logs and traces.',
);
