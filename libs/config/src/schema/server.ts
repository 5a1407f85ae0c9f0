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
    port: port().default(8080).describe('Port of the HTTP server. 0 chooses a free port.'),
    host: z.string().min(1).default('0.0.0.0').describe('Address to listen on.'),
    public_base_url: httpUrl()
      .optional()
      .describe(
        'Public address of the service, used in links and redirects. Required for single sign-on. With `https`, cookies are `Secure`.',
      ),
    request_body_limit_mb: megabytes()
      .default(32)
      .describe('Maximum size of a JSON request body. A larger one is 413.'),
    upload_limit_mb: megabytes().default(512).describe('Maximum size of a multipart upload. A larger one is 413.'),
    trust_proxy: trustProxy
      .default(false)
      .describe(
        'Whose `X-Forwarded-*` headers to trust: nobody, a number of proxies in front of the service, or a list of addresses. Use a number only if the service cannot be reached except through the proxies.',
      ),
    cors: section(
      {
        origins: z
          .array(origin())
          .default([])
          .describe('Browser origins that may call the API. `*` allows every origin. Empty: none.'),
      },
      'Cross-origin requests from browsers.',
    ),
    text_checks: section(
      {
        workers: z
          .int()
          .min(1)
          .max(64)
          .default(2)
          .describe(
            'Child processes that check long texts. With two or more, no tenant can occupy all of them. Read at startup.',
          ),
        rule_ms: z
          .int()
          .min(10)
          .max(60_000)
          .meta({ type: 'integer (ms)' })
          .default(1_000)
          .describe(
            'Milliseconds that one guardrail may check one long text. After that, it is stopped and fails. Read at startup.',
          ),
      },
      'How guardrails check long texts. Short texts are checked at once.',
    ),
    tenant_code: section(
      {
        processes: z
          .int()
          .min(1)
          .max(64)
          .default(2)
          .describe(
            'Child processes at once for what tenants write. With two or more, no tenant can occupy all of them. They are started on demand and end when idle. Read at startup.',
          ),
        memory_mb: z
          .int()
          .min(128)
          .max(4_096)
          .meta({ type: 'integer (MB)' })
          .default(256)
          .describe(
            'Memory that one of these processes may take, in megabytes. At more, it is killed. Read at startup.',
          ),
      },
      'Where expressions of workflows, schemas of tools and graders of evaluations run.',
    ),
    workers: z
      .union([z.literal('auto'), z.int().min(1).max(128)], { error: 'must be auto or a number from 1 to 128' })
      .meta({ type: 'auto or integer' })
      .default(1)
      .describe(
        'Processes of the gateway that share the port. `auto`: one a core. Each counts as a replica: for rate limits in memory, budgets, `async.workers` and connections to the database. Read at startup; `npm start` runs one.',
      ),
    warm_up_requests: z
      .int()
      .min(0)
      .max(10_000)
      .default(0)
      .describe(
        'Requests that a process of the gateway sends through itself to the simulator before it serves others, so that its first seconds are faster; the start takes half a second longer, and later requests cost up to a tenth more (docs/performance.md). 0: none. Read at startup; `npm start` sends none.',
      ),
    metrics_port: port().optional().describe('Separate port for /metrics, instead of `server.port`.'),
    drain_delay_ms: delay()
      .default(5_000)
      .describe('After SIGTERM: milliseconds that /ready answers 503 before new connections are refused.'),
    drain_ms: delay()
      .default(30_000)
      .describe('After that: milliseconds that running requests and streams may take to finish.'),
  },
  'The HTTP server.',
);

export const networkSchema = section(
  {
    proxy: urlOf('http', 'https')
      .optional()
      .describe('Forward proxy for calls to providers. May contain a user name and password.'),
    no_proxy: z
      .string()
      .optional()
      .describe('Hosts to reach without the proxy, separated by commas. A leading dot matches subdomains.'),
    ca_file: z
      .string()
      .optional()
      .describe('PEM file of certificate authorities to trust in addition to the default ones.'),
    allow_private: z
      .array(addressRange())
      .default([])
      .describe('Private addresses that people may use in settings outside of this file. See docs/egress.md.'),
    allow_private_providers: z
      .array(addressRange())
      .default([])
      .describe(
        'The same for providers alone, such as an Ollama on this machine: webhooks, MCP servers, guardrails, documents and workflows may not use them.',
      ),
  },
  'Network access to providers.',
);

export const rateLimitsSchema = section(
  {
    backend: z
      .enum(['memory', 'redis'])
      .default('memory')
      .describe('Storage of the counters: in each process, or shared in Redis.'),
    share_between_workers: z
      .boolean()
      .default(false)
      .describe(
        'Whether the processes of `server.workers` count together with `backend: memory`. Each request under a limit then asks the process that started them. Read at startup.',
      ),
  },
  'Rate limits.',
);
