import { z } from 'zod';
import { addressRange, httpUrl, origin, port, section, urlOf } from './values.js';

const trustProxy = z
  .union([z.literal(false), z.int().min(0).max(10), z.array(addressRange())], {
    error: 'must be false, a number of proxies, or a list of IP addresses and CIDR ranges',
  })
  .meta({ type: 'false, number of proxies, or list of CIDR' });

const delay = () => z.int().min(0).max(3_600_000).meta({ type: 'integer (ms)' });

const megabytes = () => z.number().positive().max(4_096).meta({ type: 'number (MB)' });

export const serverSchema = section(
  {
    port: port().default(8080).describe('Port of the HTTP server; 0 takes any free one.'),
    host: z.string().min(1).default('0.0.0.0').describe('Address to listen on.'),
    public_base_url: httpUrl()
      .optional()
      .describe(
        'Address under which people reach the service, used in links and redirects. Required for single sign-on; with `https`, cookies are `Secure`.',
      ),
    request_body_limit_mb: megabytes().default(32).describe('Largest JSON request body; more is 413.'),
    upload_limit_mb: megabytes().default(512).describe('Largest multipart upload; more is 413.'),
    trust_proxy: trustProxy
      .default(false)
      .describe(
        'Whose `X-Forwarded-*` headers to trust: nobody, that many proxies in front of the service, or these addresses. Trust a number only where nothing can reach the service except through the proxies.',
      ),
    cors: section(
      {
        origins: z
          .array(origin())
          .default([])
          .describe('Browser origins that may call the API; `*` is every origin. Empty: none.'),
      },
      'Calls from browsers.',
    ),
    text_checks: section(
      {
        workers: z
          .int()
          .min(1)
          .max(64)
          .default(2)
          .describe('Threads that look at long texts. With two or more, no tenant has all of them. Read at start.'),
        rule_ms: z
          .int()
          .min(10)
          .max(60_000)
          .meta({ type: 'integer (ms)' })
          .default(1_000)
          .describe('How long one guardrail may look at one long text; then it is stopped and fails. Read at start.'),
      },
      'How guardrails look at long texts; short ones are looked at as they come.',
    ),
    metrics_port: port().optional().describe('Serve /metrics on a port of its own instead of `server.port`.'),
    drain_delay_ms: delay()
      .default(5_000)
      .describe('After SIGTERM: how long /ready answers 503 before new connections are refused.'),
    drain_ms: delay().default(30_000).describe('After that: how long running requests and streams may take to finish.'),
  },
  'The HTTP server.',
);

export const networkSchema = section(
  {
    proxy: urlOf('http', 'https')
      .optional()
      .describe('Forward proxy for calls to providers; may hold a user name and password.'),
    no_proxy: z
      .string()
      .optional()
      .describe('Hosts reached without the proxy, separated by commas; a leading dot matches subdomains.'),
    ca_file: z
      .string()
      .optional()
      .describe('PEM file of certificate authorities trusted in addition to the usual ones.'),
    allow_private: z
      .array(addressRange())
      .default([])
      .describe(
        'Private addresses that may be used where people, not this file, name the address: see docs/egress.md.',
      ),
  },
  'The way to the providers.',
);

export const rateLimitsSchema = section(
  {
    backend: z
      .enum(['memory', 'redis'])
      .default('memory')
      .describe('Where counters live: in each process, or shared through Redis.'),
  },
  'Counters of rate limits.',
);
