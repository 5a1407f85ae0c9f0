import { describe, expect, it } from '@jest/globals';
import { ConfigError } from './config-error.js';
import { parseConfig } from './parse-config.js';

/** Problems as `path: message`; none for a valid file. */
function problemsOf(text: string): string[] {
  try {
    parseConfig(text, { env: {} });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

const KEY = 'ml-7Kq2Xv9TzR4mWb1LcY8sJ';
const BASE64_KEY = 'nN6rYv0wq3Yk1c0p7m2FhT8sJ5xZbUoQeLdGaViKRWE=';
const ZEROS = Buffer.alloc(32).toString('base64');
const MODEL = 'models: [{ logical_name: m, aliases: [alias], provider: simulator, upstream_model: s }]';
const model = (fields: string) => `models: [{ logical_name: m, provider: simulator, upstream_model: s, ${fields} }]`;
const rule = (fields: string) => `budgets: { rules: [{ name: r, ${fields} }] }`;
const kafka = (fields: string) =>
  `database: { url: "postgres://h/d" }\nexports: [{ name: k, kind: kafka, config: { brokers: ["h:1"], topic: t, ${fields} } }]`.replace(
    /brokers: \["h:1"\], (?=.*brokers)/,
    '',
  );
const provider = (fields: string) => `providers: [{ name: p, ${fields} }]`;
const team = (fields: string) => `teams: [{ name: t, ${fields} }]`;
const key = (fields: string) => team(`api_keys: [{ name: k, ${fields} }]`);
const custom = (fields: string): string => `pii: { custom_entities: [{ ${fields} }] }`;

const guardrail = (fields: string) => `guardrails: [{ name: g, ${fields} }]`;
const route = (fields: string) => `${MODEL}\nrouting_configs: [{ name: r, ${fields} }]`;
const virtual = (fields: string) => `${MODEL}\nvirtual_models: [{ name: v, ${fields} }]`;

describe('values the schema accepts', () => {
  it.each([
    'server: { port: 0, trust_proxy: false }',
    'server: { trust_proxy: 2, cors: { origins: ["*", "https://a.example:8443"] } }',
    'server: { trust_proxy: [10.0.0.0/8, "::1", "fd00::/8"], public_base_url: https://ai.example.com/gateway }',
    'network: { proxy: "http://user:password@proxy:3128", allow_private: [192.168.0.0/16] }',
    'database: { url: "postgresql://u:p%40ss@h/db?sslmode=require", listen_url: "postgres:///db?host=/var/run" }',
    'redis: { url: "rediss://:secret@h:6380/1" }',
    `encryption: { key: "${BASE64_KEY}" }`,
    // A weak key must stay readable with, to be replaced.
    `encryption: { key: "${BASE64_KEY},${ZEROS}" }`,
    'organization: { name: "Große Organisation", products: [] }',
    model('prices: { input_per_million: 0 }, media_prices: { image: 0.04 }, context_window: 1'),
    `models: [{ logical_name: "meta-llama/llama-3.1:free", provider: simulator, upstream_model: ${'m'.repeat(512)} }]`,
    provider('kind: bedrock, region: us-east-1'),
    provider('kind: bedrock, region: us-east-1, api_key: bearer'),
    provider('kind: bedrock, region: us-east-1, access_key_id: a, secret_access_key: b, session_token: c'),
    provider('kind: vertex, project: p, location: global'),
    provider(`kind: vertex, project: p, location: europe-west4, credentials_json: '{"type":"service_account"}'`),
    provider(`kind: vertex, location: eu, credentials_json: '{"project_id":"p"}'`),
    provider('kind: vertex, project: p, location: us-central1, access_token: t'),
    provider('kind: azure-openai, base_url: "https://r.openai.azure.com", api_version: 2024-10-21'),
    provider('kind: ollama, cold_start: false, headers: { X-Empty: "" }'),
    provider('kind: openai, api_keys: [a, b], timeouts: { connect_ms: 1 }'),
    key('role: member'),
    key(`key: ${KEY}, role: admin, expires_at: 2027-01-31T00:00:00+01:00, budget_usd_monthly: 0.5`),
    team('allowed_models: []'),
    `${MODEL}\n${team('allowed_models: [m, alias]')}`,
    virtual('targets: [{ model: alias, weight: 0 }, { model: m }], shadow: { model: m, percent: 100 }'),
    route('retry: { attempts: 0, on: [429, connect] }, cache: { ttl_seconds: 5 }, timeouts: { idle_ms: 1 }'),
    'cache: { backend: off }',
    `${MODEL}\n${team('')}\ncache: { policies: [{ name: p, models: [alias], ttl_seconds: 60 }] }`,
    guardrail('kind: pii'),
    guardrail("kind: regex, phase: after, mode: audit, config: { patterns: ['\\p{L}+'] }"),
    guardrail('kind: http, config: { url: "https://checker.internal/x" }'),
    guardrail(
      'kind: http, config: { url: "https://x.test/y", service: presidio, threshold: 0.7, categories: [PERSON] }',
    ),
    guardrail('kind: json_schema, config: { schema: { enum: [null, ""], additionalProperties: false } }'),
    'pii: { placeholder: "<EMAIL#1>", entities: [iban], input: redact, output: stream, restore: true }',
    "pii: { custom_entities: [{ name: employee_id, pattern: 'EMP-\\d{6}' }, { name: b, pattern: '\\bK-?\\p{L}{1,9}' }] }",
    'auth: { oidc: { issuer: "https://id.example.com/realms/x", audience: a } }',
    'async: { webhook_url: "https://h.example/x", webhook_signing_secret: s }',
    'async: { workers: 0, webhook_signing_secret: [new, old] }',
    'knowledge: { vector_store: qdrant, qdrant: { url: "http://qdrant:6333" } }',
    'knowledge: { files: { store: s3, s3: { bucket: documents, endpoint: "http://minio:9000", path_style: true } } }',
    'knowledge: { files: { s3: { bucket: b.c-d, access_key_id: a, secret_access_key: s, prefix: "kb/" } } }',
    'knowledge: { parsers: 4, ocr: { enabled: true, languages: [eng, chi_sim], images: 10 } }',
    'telemetry: { log_level: silent, otlp_endpoint: "http://collector:4318" }',
  ])('%s', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe('values the schema rejects', () => {
  it.each([
    ['server: { port: 65536 }', 'server.port: must be at most 65535'],
    ['server: { port: 80.5 }', 'server.port: must be a whole number'],
    ['server: { request_body_limit_mb: 0 }', 'server.request_body_limit_mb: must be greater than 0'],
    ['server: { public_base_url: "https://h/?a=1" }', 'server.public_base_url: must be an http or https URL'],
    ['server: { trust_proxy: [10.0.0.0/33] }', 'server.trust_proxy[0]: must be an IP address or a CIDR range'],
    ['server: { trust_proxy: sometimes }', 'server.trust_proxy: must be false, a number of proxies'],
    ['server: { trust_proxy: true }', 'server.trust_proxy: must be false, a number of proxies'],
    ['server: { cors: { origins: ["https://a.example/"] } }', 'server.cors.origins[0]: must be an origin'],
    ['server: { drain_ms: -1 }', 'server.drain_ms: must be at least 0'],
    ['server: { host: [a] }', 'server.host: must be a string'],
    ['server: 1', 'server: must be a mapping'],
    ['network: { proxy: "socks5://h" }', 'network.proxy: must be a URL that begins with http:// or https://'],
    ['network: { allow_private: [localhost] }', 'network.allow_private[0]: must be an IP address'],
    ['database: { url: "mysql://h" }', 'database.url: must be a URL that begins with postgres:// or postgresql://'],
    ['redis: { url: "h:6379" }', 'redis.url: must be a URL that begins with redis:// or rediss://'],
    ['encryption: { key: c2hvcnQ= }', 'encryption.key: must be 32 bytes in base64'],
    [`encryption: { key: "${ZEROS}" }`, 'encryption.key: is not random'],
    [`encryption: { key: "${ZEROS},${BASE64_KEY}" }`, 'encryption.key: is not random'],
    [key('key: ml-000000000000000000000000'), 'teams[0].api_keys[0].key: is not random'],
    [`encryption: { key: "${BASE64_KEY}=" }`, 'encryption.key: must be 32 bytes in base64'],
    ['organization: { products: [AI Gateway] }', 'organization.products[0]: must be a product'],
    ['models: { a: 1 }', 'models: must be a list'],
    ['alerts: { channels: [{ name: a, kind: slack }] }', 'alerts.channels[0].url: is required'],
    [
      'alerts: { channels: [{ name: a, kind: slack, url: hooks.example.com }] }',
      'alerts.channels[0].url: must be an http or https URL',
    ],
    [
      `alerts: { channels: [{ name: a, kind: pagerduty, routing_key: ${'a'.repeat(32)}, to: [a@b.example] }] }`,
      'alerts.channels[0].to: does not go with the kind pagerduty',
    ],
    [
      'alerts: { channels: [{ name: a, kind: email, to: [a@b.example] }] }',
      'alerts.channels[0].kind: needs alerts.smtp.host',
    ],
    ['alerts: { rules: [{ name: a, kind: weather }] }', 'alerts.rules[0].kind: must be one of budget, spend'],
    [
      'alerts: { rules: [{ name: a, kind: budget, settings: { thresholds: [0] } }] }',
      'alerts.rules[0].settings.thresholds: must be 1 to 10 numbers',
    ],
    [
      'alerts: { rules: [{ name: a, kind: budget, settings: { percent: 5 } }] }',
      'alerts.rules[0].settings.percent: is no setting of this kind',
    ],
    [
      'alerts: { rules: [{ name: a, kind: budget, channels: [b] }] }',
      'alerts.rules[0].channels[0]: is not the name of a channel',
    ],
    [
      'alerts: { rules: [{ name: a, kind: budget }, { name: a, kind: expiry }] }',
      'alerts.rules[1].name: is the same name as alerts.rules[0].name',
    ],
    ['models: [{ logical_name: m }]', 'models[0].provider: is required'],
    ['models: [{ logical_name: m, provider: openai }]', 'models[0].upstream_model: is required'],
    [`models: [{ logical_name: ${'m'.repeat(513)} }]`, 'models[0].logical_name: must have at most 512 characters'],
    [model('type: chatt'), 'models[0].type: must be one of chat, completion'],
    [model('prices: { input_per_million: -1 }'), 'models[0].prices.input_per_million: must be at least 0'],
    [model('prices: { output_per_million: "1" }'), 'models[0].prices.output_per_million: must be a number'],
    [model('media_prices: { image: -0.1 }'), 'models[0].media_prices.image: must be at least 0'],
    [model('context_window: 0'), 'models[0].context_window: must be at least 1'],
    [model('capabilities: { thinking: deep }'), 'models[0].capabilities.thinking: must be one of budget, adaptive'],
    [provider('kind: opena'), 'providers[0].kind: must be one of openai, azure-openai'],
    [provider('kind: openai, api_keys: []'), 'providers[0].api_keys: must have an entry'],
    [provider('kind: openai, api_key: 5'), 'providers[0].api_key: must be a string: put it in quotes'],
    [provider('kind: openai, base_url: "ftp://h"'), 'providers[0].base_url: must be an http or https URL'],
    [provider('kind: openai, base_url: "https://u:p@h"'), 'providers[0].base_url: must be an http or https URL'],
    [provider('kind: openai, base_url: "https://h#f"'), 'providers[0].base_url: must be an http or https URL'],
    [provider('kind: openai, base_url: api.example.com'), 'providers[0].base_url: must be an http or https URL'],
    [provider('kind: openai, headers: { "a b": c }'), 'providers[0].headers["a b"]: is not the name of an HTTP header'],
    ...['Content-Length', 'transfer-encoding', 'Connection', 'te'].map((name): [string, string] => [
      provider(`kind: openai, headers: { ${name}: c }`),
      `providers[0].headers.${name}: is set by each connection: leave it out`,
    ]),
    [
      'mcp: { servers: [{ name: a, url: "https://a.example", headers: { Host: b } }] }',
      'mcp.servers[0].headers: must not have Host: it follows from url',
    ],
    [
      'mcp: { servers: [{ name: a, url: "https://a.example", forward_headers: [x-a, Authorization] }] }',
      'mcp.servers[0].forward_headers[1]: is a header that is never passed on: leave it out',
    ],
    [
      'mcp: { servers: [{ name: a, url: "https://a.example", forward_headers: [Transfer-Encoding] }] }',
      'mcp.servers[0].forward_headers[0]: is a header that is never passed on: leave it out',
    ],
    [
      'mcp: { servers: [{ name: a, url: "https://a.example", forward_headers: [X-Service-Credential] }] }',
      'mcp.servers[0].forward_headers[0]: is a header that is never passed on: leave it out',
    ],
    [
      'mcp: { servers: [{ name: a, url: "https://a.example", headers: { X-Key: b }, forward_headers: [x-key] }] }',
      'mcp.servers[0].forward_headers: must not have x-key: headers sets it',
    ],
    [
      'mcp: { servers: [{ name: a, command: [a], forward_headers: [x-a] }] }',
      'mcp.servers[0].forward_headers: is for servers with a url',
    ],
    [provider('kind: openai, headers: { a: "b\\nc" }'), 'providers[0].headers.a: must be the value of an HTTP header'],
    [provider('kind: openai, timeouts: { idle_ms: 0 }'), 'providers[0].timeouts.idle_ms: must be at least 1'],
    [provider('kind: openai, timeouts: { total_ms: 3000000000 }'), 'providers[0].timeouts.total_ms: must be at most'],
    [provider('kind: vertex, credentials_json: "[]"'), 'providers[0].credentials_json: must be the JSON text'],
    [provider('kind: bedrock, region: "EU Central"'), 'providers[0].region: must be a region'],
    ['teams: [{ name: "" }]', 'teams[0].name: is required'],
    ['teams: [{ name: " t" }]', 'teams[0].name: must not begin or end with a space'],
    [`teams: [{ name: ${'t'.repeat(129)} }]`, 'teams[0].name: must have at most 128 characters'],
    [team('rpm_limit: -1'), 'teams[0].rpm_limit: must be at least 0'],
    [team('token_budget_monthly: 1.5'), 'teams[0].token_budget_monthly: must be a whole number'],
    [key('key: sk-0123456789abcdef0123456789'), 'teams[0].api_keys[0].key: must start with ml-'],
    [key('key: ml_0123456789abcdef0123456789'), 'teams[0].api_keys[0].key: must start with ml-'],
    [key('key: ml-0123456789abcdef0123'), 'teams[0].api_keys[0].key: must start with ml-'],
    [key('key: ml-0123456789 abcdef 0123456789'), 'teams[0].api_keys[0].key: must start with ml-'],
    [key(`key: ${KEY}, role: owner`), 'teams[0].api_keys[0].role: must be one of member, editor, admin'],
    [key(`key: ${KEY}, expires_at: 2027-01-31`), 'teams[0].api_keys[0].expires_at: must be an RFC 3339 time'],
    [key(`key: ${KEY}, budget_usd_monthly: -1`), 'teams[0].api_keys[0].budget_usd_monthly: must be at least 0'],
    [key(`key: ${KEY}, budget_reset_period: hourly`), 'teams[0].api_keys[0].budget_reset_period: must be one of daily'],
    [virtual('targets: []'), 'virtual_models[0].targets: must have an entry'],
    [virtual('strategy: random, targets: [{ model: m }]'), 'virtual_models[0].strategy: must be one of failover'],
    [route('targets: [{ model: m, weight: -1 }]'), 'routing_configs[0].targets[0].weight: must be at least 0'],
    [route('targets: [{ model: m, timeout_ms: 0 }]'), 'routing_configs[0].targets[0].timeout_ms: must be at least 1'],
    [route('retry: { attempts: 11 }'), 'routing_configs[0].retry.attempts: must be at most 10'],
    [route('retry: { on: [200] }'), 'routing_configs[0].retry.on[0]: must be at least 400'],
    [route('retry: { on: [never] }'), 'routing_configs[0].retry.on[0]: must be an HTTP status'],
    [route('shadow: { model: m, percent: 101 }'), 'routing_configs[0].shadow.percent: must be at most 100'],
    [
      'teams: [{ name: t, queue: { max_length: 5 } }]',
      'teams[0].queue: needs max_parallel: without a limit no request waits',
    ],
    ['teams: [{ name: t, priority: high, max_priority: normal }]', 'teams[0].priority: must not be above max_priority'],
    ['rate_limits: { backend: disk }', 'rate_limits.backend: must be one of memory, redis'],
    ['cache: { ttl_seconds: 0 }', 'cache.ttl_seconds: must be at least 1'],
    [rule('amount: 0'), 'budgets.rules[0].amount: must be greater than 0'],
    [rule('amount: 1, time_zone: Europe/Nowhere'), 'budgets.rules[0].time_zone: must be the name of an IANA time zone'],
    [rule('amount: 1, time_zone: "+02:00"'), 'budgets.rules[0].time_zone: must be the name of an IANA time zone'],
    ['cache: { policies: [{ name: p, models: [] }] }', 'cache.policies[0].models: must have an entry'],
    [guardrail('phase: before'), 'guardrails[0].kind: must be one of regex, keywords'],
    [guardrail('kind: regex'), 'guardrails[0].config: is required'],
    [
      guardrail("kind: regex, config: { patterns: ['('] }"),
      'guardrails[0].config.patterns[0]: must be a regular expression in RE2 syntax',
    ],
    [
      guardrail('kind: http, config: { url: "https://x.test/y", service: lakera, threshold: 1 }'),
      'guardrails[0].config.threshold: is no setting of the service lakera',
    ],
    [
      guardrail('kind: http, config: { url: "https://x.test/y", project: a }'),
      'guardrails[0].config.project: needs a `service` that has it',
    ],
    [
      guardrail('kind: http, config: { url: "https://x.test/y", service: presidio, threshold: 4 }'),
      'guardrails[0].config.threshold: must be at most 1',
    ],
    [guardrail('kind: keywords, config: { keywords: [] }'), 'guardrails[0].config.keywords: must have an entry'],
    [guardrail('kind: moderation, config: { threshold: 2 }'), 'guardrails[0].config.threshold: must be at most 1'],
    [guardrail('kind: pii, config: { entities: [name] }'), 'guardrails[0].config.entities[0]: must be one of email'],
    [guardrail('kind: max_tokens, config: { limit: 0 }'), 'guardrails[0].config.limit: must be at least 1'],
    [guardrail('kind: pii, phase: during'), 'guardrails[0].phase: must be one of before, after'],
    ['pii: { input: hide }', 'pii.input: must be one of off, redact, block'],
    ['pii: { placeholder: "***" }', 'pii.placeholder: must hold EMAIL and 1'],
    [custom("name: Employee, pattern: 'a'"), 'pii.custom_entities[0].name: must be lower-case letters'],
    [custom("name: id2, pattern: 'a'"), 'pii.custom_entities[0].name: must be lower-case letters'],
    [custom("name: email, pattern: 'a'"), 'pii.custom_entities[0].name: is the name of a built-in entity'],
    [custom("name: a, pattern: 'a' }, { name: a, pattern: 'b'"), 'pii.custom_entities[1].name: is the name of another'],
    [custom('name: a'), 'pii.custom_entities[0].pattern: is required'],
    [custom("name: a, pattern: '('"), 'pii.custom_entities[0].pattern: must be a regular expression in RE2 syntax'],
    [
      custom("name: a, pattern: 'a(?=b)'"),
      'pii.custom_entities[0].pattern: must be a regular expression in RE2 syntax',
    ],
    [
      custom("name: a, pattern: '(a)\\1'"),
      'pii.custom_entities[0].pattern: must be a regular expression in RE2 syntax',
    ],
    [custom("name: a, pattern: '^a'"), 'pii.custom_entities[0].pattern: must not contain ^'],
    [custom("name: a, pattern: 'a\\z'"), 'pii.custom_entities[0].pattern: must not contain ^'],
    [custom("name: a, pattern: '(?P<x>a)'"), 'pii.custom_entities[0].pattern: must have no named groups'],
    [custom("name: a, pattern: 'a?'"), 'pii.custom_entities[0].pattern: must not match an empty text'],
    [custom("name: a, pattern: '\\b'"), 'pii.custom_entities[0].pattern: must not match an empty text'],
    [custom("name: a, pattern: 'a+'"), 'pii.custom_entities[0].pattern: must match at most 256 characters'],
    [custom("name: a, pattern: 'a{257}'"), 'pii.custom_entities[0].pattern: must match at most 256 characters'],
    [custom("name: a, pattern: '(?:[a-z]?[0-9]?[a-z]?){80}x'"), 'pii.custom_entities[0].pattern: must be simpler'],
    [custom(`name: a, pattern: '${'a'.repeat(501)}'`), 'pii.custom_entities[0].pattern: must have at most 500'],
    [
      `pii: { custom_entities: [${Array.from({ length: 21 }, (_, index) => `{ name: ${'x'.repeat(index + 1)}, pattern: a }`)}] }`,
      'pii.custom_entities: must have at most 20',
    ],
    ['auth: { console: { enabled: perhaps } }', 'auth.console.enabled: must be true or false'],
    ['auth: { oidc: { issuer: id.example.com, audience: a } }', 'auth.oidc.issuer: must be an http or https URL'],
    ['async: { workers: -1 }', 'async.workers: must be at least 0'],
    ['async: { webhook_signing_secret: [] }', 'async.webhook_signing_secret: must have an entry'],
    ['audit: { retention_days: 0 }', 'audit.retention_days: must be at least 1'],
    ['telemetry: { log_level: loud }', 'telemetry.log_level: must be one of fatal, error'],
  ])('%s', (text, expected) => {
    expect(problemsOf(text).filter((problem) => problem.startsWith(expected))).toHaveLength(1);
  });
});

describe('rules across the file', () => {
  it.each([
    [
      'models: [{ logical_name: m, provider: opnai, upstream_model: s }]',
      'models[0].provider: is neither a provider kind nor the name of an entry under providers; did you mean the kind openai?',
    ],
    [
      'models: [{ logical_name: m, provider: vllm, upstream_model: s }]',
      'models[0].provider: needs an entry under providers: kind vllm has no address without base_url',
    ],
    [
      'models: [{ logical_name: m, provider: openai, upstream_model: s }]\nproviders: [{ name: a, kind: openai }, { name: b, kind: openai }]',
      'models[0].provider: is the kind of several entries under providers: give the name of one',
    ],
    ['teams: [{ name: t }, { name: t }]', 'teams[1].name: is the same name as teams[0].name'],
    [
      'providers: [{ name: p, kind: xai }, { name: p, kind: groq }]',
      'providers[1].name: is the same name as providers[0].name',
    ],
    [
      'routing_configs: [{ name: r }, { name: r }]',
      'routing_configs[1].name: is the same name as routing_configs[0].name',
    ],
    [
      'guardrails: [{ name: g, kind: pii }, { name: g, kind: pii }]',
      'guardrails[1].name: is the same name as guardrails[0].name',
    ],
    [
      `${MODEL.slice(0, -1)}, { logical_name: alias, provider: simulator, upstream_model: s }]`,
      'models[1].logical_name: is the same name as models[0].aliases[0]',
    ],
    [model('aliases: [m]'), 'models[0].aliases[0]: is the same name as models[0].logical_name'],
    [
      `${MODEL}\nvirtual_models: [{ name: alias, targets: [{ model: m }] }]`,
      'virtual_models[0].name: is the same name as models[0].aliases[0]',
    ],
    ['teams: [{ name: Research }, { name: research }]', 'teams[1].name: differs only in case from teams[0].name'],
    [
      `${MODEL}\nteams: [{ name: t, allowed_models: [alais] }]`,
      'teams[0].allowed_models[0]: is not the name of a model, an alias or a virtual model; did you mean alias?',
    ],
    [
      team(`api_keys: [{ name: k, key: ${KEY}a }, { name: k, key: ${KEY}b }]`),
      'teams[0].api_keys[1].name: is the same name as teams[0].api_keys[0].name',
    ],
    [
      `teams: [{ name: a, api_keys: [{ name: k, key: ${KEY} }] }, { name: b, api_keys: [{ name: k, key: ${KEY} }] }]`,
      'teams[1].api_keys[0].key: is the same key as teams[0].api_keys[0].key',
    ],
    [provider('kind: openai-compatible'), 'providers[0].base_url: is required for kind openai-compatible'],
    [provider('kind: azure-openai'), 'providers[0].base_url: is required for kind azure-openai'],
    [provider('kind: vllm'), 'providers[0].base_url: is required for kind vllm'],
    [provider('kind: system-one'), 'providers[0].base_url: is required for kind system-one'],
    [provider('kind: bedrock'), 'providers[0].region: is required for kind bedrock'],
    [provider('kind: vertex, project: p'), 'providers[0].location: is required for kind vertex'],
    [provider('kind: vertex, location: l'), 'providers[0].project: is required for kind vertex'],
    [
      provider(`kind: vertex, location: l, credentials_json: '{"project_id":""}'`),
      'providers[0].project: is required for kind vertex',
    ],
    [
      provider('kind: vertex, project: p, location: l, api_key: k'),
      'providers[0].api_key: is not for kind vertex: give credentials_json or access_token',
    ],
    [
      provider('kind: vertex, project: p, location: l, api_keys: [k]'),
      'providers[0].api_keys: is not for kind vertex: give credentials_json or access_token',
    ],
    [
      'models: [{ logical_name: m, provider: vertex, upstream_model: u }]',
      'models[0].provider: needs an entry under providers: kind vertex has no address without project, location',
    ],
    [
      'models: [{ logical_name: m, provider: bedrock, upstream_model: u }]',
      'models[0].provider: needs an entry under providers: kind bedrock has no address without region',
    ],
    [
      provider('kind: bedrock, region: r, access_key_id: a'),
      'providers[0].access_key_id: needs secret_access_key beside it',
    ],
    [
      provider('kind: bedrock, region: r, secret_access_key: a'),
      'providers[0].secret_access_key: needs access_key_id beside it',
    ],
    [
      provider('kind: bedrock, region: r, session_token: a'),
      'providers[0].session_token: needs access_key_id beside it',
    ],
    [
      provider('kind: bedrock, region: r, access_key_id: a, secret_access_key: b, api_key: c'),
      'providers[0].access_key_id: takes the place of api_key: give one of them',
    ],
    [
      provider('kind: openai, api_key: a, api_keys: [b]'),
      'providers[0].api_keys: takes the place of api_key: give one of them',
    ],
    [
      provider(`kind: vertex, project: p, location: l, access_token: a, credentials_json: '{}'`),
      'providers[0].access_token: takes the place of credentials_json: give one of them',
    ],
    [
      provider('kind: openai, region: eu'),
      'providers[0].region: belongs to kind bedrock; this entry is of kind openai',
    ],
    [
      provider('kind: openai, cold_start: true'),
      'providers[0].cold_start: belongs to kind openai-compatible, ollama, vllm, sglang, llama-cpp, lm-studio; this entry is of kind openai',
    ],
    [
      'organization: { scim: { default_allowed_models: [ghost] } }',
      'organization.scim.default_allowed_models[0]: is not the name of a model, an alias or a virtual model',
    ],
    [
      team('allowed_models: [ghost]'),
      'teams[0].allowed_models[0]: is not the name of a model, an alias or a virtual model',
    ],
    [
      virtual('targets: [{ model: ghost }]'),
      'virtual_models[0].targets[0].model: is not the name of a model, an alias or a virtual model',
    ],
    [
      route('targets: [{ model: ghost }]'),
      'routing_configs[0].targets[0].model: is not the name of a model, an alias or a virtual model',
    ],
    [
      route('targets: [{ model: m, requires: ghost }]'),
      'routing_configs[0].targets[0].requires: is not the name of a model, an alias or a virtual model',
    ],
    [
      virtual('targets: [{ model: m, requires: ghost }]'),
      'virtual_models[0].targets[0].requires: is not the name of a model, an alias or a virtual model',
    ],
    [
      route('shadow: { model: ghost, percent: 1 }'),
      'routing_configs[0].shadow.model: is not the name of a model, an alias or a virtual model',
    ],
    [route('guardrails: [ghost]'), 'routing_configs[0].guardrails[0]: is not the name of a guardrail'],
    [
      route('targets: [{ model: m, weight: 0 }]'),
      'routing_configs[0].targets: must hold a target whose weight is greater than 0',
    ],
    [
      route('targets: [{ model: m, weight: 0 }, { model: m, on: context_length }]'),
      'routing_configs[0].targets: must hold a target whose weight is greater than 0',
    ],
    [
      virtual('targets: [{ model: m, on: context_length }]'),
      'virtual_models[0].targets: must hold a target without `on`',
    ],
    [
      guardrail('kind: pii, models: [ghost]'),
      'guardrails[0].models[0]: is not the name of a model, an alias or a virtual model',
    ],
    [guardrail('kind: pii, teams: [ghost]'), 'guardrails[0].teams[0]: is not the name of a team'],
    [
      guardrail('kind: moderation, config: { model: ghost }'),
      'guardrails[0].config.model: is not the name of a model, an alias or a virtual model',
    ],
    [
      'knowledge: { embedding_model: ghost }',
      'knowledge.embedding_model: is not the name of a model, an alias or a virtual model',
    ],
    [rule('amount: 1, scope: tag'), 'budgets.rules[0].value: must name a tag, such as feature or feature=search'],
    [
      rule('amount: 1, scope: tag, value: "a b=c"'),
      'budgets.rules[0].value: must name a tag, such as feature or feature=search',
    ],
    [rule('amount: 1, value: x'), 'budgets.rules[0].value: does not go with the scope organization'],
    [
      rule('amount: 1, applies_per: tag'),
      'budgets.rules[0].applies_per: must not be tag unless the scope is tag: `value` names the tag',
    ],
    [rule('amount: 1, action: downgrade'), 'budgets.rules[0].downgrade_to: is required for the action downgrade'],
    [
      `${MODEL}\n${rule('amount: 1, downgrade_to: m')}`,
      'budgets.rules[0].downgrade_to: belongs to the action downgrade',
    ],
    [
      rule('amount: 1, action: downgrade, downgrade_to: ghost'),
      'budgets.rules[0].downgrade_to: is not the name of a model, an alias or a virtual model',
    ],
    [rule('amount: 1, scope: team, value: ghost'), 'budgets.rules[0].value: is not the name of a team'],
    [
      rule('amount: 1, scope: model, value: ghost'),
      'budgets.rules[0].value: is not the name of a model, an alias or a virtual model',
    ],
    [rule('amount: 1, rolling: true, window: total'), 'budgets.rules[0].rolling: does not go with total'],
    [rule('amount: 1, rolling: true, carry_over: true'), 'budgets.rules[0].carry_over: does not go with rolling'],
    [
      'budgets: { rules: [{ name: r, amount: 1 }, { name: r, amount: 2 }] }',
      'budgets.rules[1].name: is the same name as budgets.rules[0].name',
    ],
    ['cache: { policies: [{ name: p, teams: [ghost] }] }', 'cache.policies[0].teams[0]: is not the name of a team'],
    [
      'cache: { policies: [{ name: p, models: [ghost] }] }',
      'cache.policies[0].models[0]: is not the name of a model, an alias or a virtual model',
    ],
    [
      'cache: { policies: [{ name: p }, { name: p }] }',
      'cache.policies[1].name: is the same name as cache.policies[0].name',
    ],
    ['auth: { oidc: { team_mapping: { grp: ghost } } }', 'auth.oidc.team_mapping.grp: is not the name of a team'],
    [
      'auth: { oidc: { issuer: "https://id.example.com" } }',
      'auth.oidc.audience: is required when auth.oidc.issuer is set',
    ],
    [
      'auth: { console: { sso: { client_id: c } } }',
      'auth.oidc.issuer: is required when auth.console.sso.client_id is set',
    ],
    [
      'auth: { console: { sso: { client_secret: c } } }',
      'auth.console.sso.client_id: is required when its client_secret is set',
    ],
    ['rate_limits: { backend: redis }', 'redis.url: is required for rate_limits.backend: redis'],
    ['cache: { backend: redis }', 'redis.url: is required for cache.backend: redis'],
    ['database: { listen_url: "postgres://h/d" }', 'database.url: is required when database.listen_url is set'],
    ['async: { webhook_url: "https://h" }', 'async.webhook_signing_secret: is required when async.webhook_url is set'],
    ['exports: [{ name: a, kind: file, config: { path: /x } }]', 'database.url: is required for exports'],
    [
      'database: { url: "postgres://h/d" }\nasync: { enabled: false }\nexports: [{ name: a, kind: file, config: { path: /x } }]',
      'exports: need async.enabled',
    ],
    [kafka('brokers: [h]'), 'exports[0].config.brokers[0]: must be a host with a port, such as kafka.example.com:9093'],
    [
      kafka('brokers: ["h:70000"]'),
      'exports[0].config.brokers[0]: must be a host with a port, such as kafka.example.com:9093',
    ],
    [kafka('password: p'), 'exports[0].config.password: requires `sasl_mechanism`'],
    [kafka('sasl_mechanism: PLAIN, username: u'), 'exports[0].config.password: is required by `sasl_mechanism`'],
    ['knowledge: { vector_store: qdrant }', 'knowledge.qdrant.url: is required for knowledge.vector_store: qdrant'],
    ['knowledge: { files: { store: s3 } }', 'knowledge.files.s3.bucket: is required for knowledge.files.store: s3'],
    [
      'knowledge: { files: { s3: { access_key_id: a } } }',
      'knowledge.files.s3.secret_access_key: is required when its access_key_id is set',
    ],
    [
      'knowledge: { files: { s3: { secret_access_key: s } } }',
      'knowledge.files.s3.access_key_id: is required when its secret_access_key is set',
    ],
    ['knowledge: { files: { s3: { bucket: ../b } } }', 'knowledge.files.s3.bucket: must be the name of a bucket'],
    ['knowledge: { chunk_tokens: 64 }', 'knowledge.chunk_overlap_tokens: must be less than knowledge.chunk_tokens'],
    [
      'knowledge: { ocr: { languages: [../eng] } }',
      'knowledge.ocr.languages[0]: must be a name of Tesseract, such as eng or deu',
    ],
    ['server: { metrics_port: 8080 }', 'server.metrics_port: must differ from server.port'],
  ])('%s', (text, expected) => {
    expect(problemsOf(text)).toEqual([expected]);
  });

  it('finds a circle of virtual models, also through a shadow', () => {
    const problems = problemsOf(`${MODEL}
virtual_models:
  - { name: a, targets: [{ model: m }, { model: b }] }
  - { name: b, targets: [{ model: c }] }
  - { name: c, targets: [{ model: m }], shadow: { model: a, percent: 1 } }
  - { name: d, targets: [{ model: d }] }`);
    expect(problems).toEqual([
      'virtual_models[2].shadow.model: leads back to its own virtual model',
      'virtual_models[3].targets[0].model: leads back to its own virtual model',
    ]);
  });

  it('lets virtual models share a target, and routing configs use virtual models', () => {
    const text = `${MODEL}
virtual_models:
  - { name: a, targets: [{ model: b }, { model: c }] }
  - { name: b, targets: [{ model: m }] }
  - { name: c, targets: [{ model: b }, { model: alias }] }
routing_configs: [{ name: r, targets: [{ model: a }] }]
teams: [{ name: t, allowed_models: [a, alias] }]`;
    expect(problemsOf(text)).toEqual([]);
  });

  it('does not look for teams in the file when a database may hold them', () => {
    const text = 'database: { url: "postgres://h/d" }\nauth: { oidc: { team_mapping: { grp: elsewhere } } }';
    expect(problemsOf(text)).toEqual([]);
  });

  it('takes the name of an entry before the kind of the same name', () => {
    const entries = '{ name: openai, kind: openai }, { name: b, kind: openai }';
    expect(
      problemsOf(`models: [{ logical_name: m, provider: openai, upstream_model: s }]\nproviders: [${entries}]`),
    ).toEqual([]);
  });
});
