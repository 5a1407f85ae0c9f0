import { describe, expect, it } from '@jest/globals';
import { ConfigError } from './config-error.js';
import type { Environment } from './environment.js';
import { parseConfig } from './parse-config.js';

const read = (text: string, env: Environment = {}) => parseConfig(text, { env }).config;

function problemsOf(text: string, env: Environment = {}) {
  try {
    parseConfig(text, { env });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('parseConfig: defaults', () => {
  it('gives every section of a blank file its defaults', () => {
    const config = read('');
    expect(config.server).toEqual({
      port: 8080,
      host: '0.0.0.0',
      warm_up_requests: 0,
      request_body_limit_mb: 32,
      upload_limit_mb: 512,
      workers: 1,
      trust_proxy: false,
      cors: { origins: [] },
      tenant_code: { processes: 2, memory_mb: 256 },
      text_checks: { workers: 2, rule_ms: 1_000 },
      drain_delay_ms: 5_000,
      drain_ms: 30_000,
    });
    expect(config.organization).toMatchObject({ name: 'default', products: ['ai_gateway'] });
    expect(config.rate_limits.backend).toBe('memory');
    expect(config.audit).toMatchObject({ retention_days: 90, capture_payloads: false });
    expect(config.knowledge).toMatchObject({ vector_store: 'pgvector', chunk_tokens: 512, chunk_overlap_tokens: 64 });
    expect(config.auth.oidc).toEqual({ team_claim: 'team', team_mapping: {}, role_claim: 'role', admin_role: 'admin' });
    expect(config.auth.console).toEqual({ enabled: true, sso: {}, session_idle_minutes: 720, session_max_days: 14 });
    expect(config.telemetry).toEqual({ log_level: 'info', trace_sample_ratio: 1 });
    expect(config.pii).toMatchObject({ input: 'off', output: 'off', placeholder: '[EMAIL_1]', restore: false });
    expect(config).toMatchObject({ models: [], providers: [], teams: [], guardrails: [], virtual_models: [] });
  });

  it('gives entries of lists their defaults', () => {
    const config = read(`
      models: [{ logical_name: a, provider: openai, upstream_model: b }]
      providers: [{ name: openai, kind: openai }]
      virtual_models: [{ name: v, targets: [{ model: a }] }]
      routing_configs: [{ name: r, timeouts: { total_ms: 5 } }]
      teams: [{ name: t, api_keys: [{ name: k, key: ml-7Kq2Xv9TzR4mWb1LcY8sJp }] }]`);
    expect(config.models[0]).toEqual({
      logical_name: 'a',
      aliases: [],
      provider: 'openai',
      upstream_model: 'b',
      type: 'chat',
      capabilities: { reasoning_efforts: [], beyond_reference: false },
      repair_history: false,
    });
    expect(config.providers[0]).toEqual({
      name: 'openai',
      kind: 'openai',
      headers: {},
      timeouts: {
        connect_ms: 5_000,
        first_byte_ms: 300_000,
        total_ms: 600_000,
        idle_ms: 120_000,
        cold_start_ms: 60_000,
      },
      cold_start: false,
    });
    expect(config.virtual_models[0]).toEqual({
      name: 'v',
      strategy: 'failover',
      targets: [{ model: 'a', weight: 1 }],
      retry: { attempts: 2, on: [401, 403, 404, 408, 409, 429, 500, 502, 503, 504, 'timeout', 'connect'] },
      sticky: true,
    });
    expect(config.routing_configs[0]?.timeouts).toEqual({ total_ms: 5 });
    expect(config.teams[0]).toEqual({
      name: 't',
      rpm_limit: 0,
      tpm_limit: 0,
      max_parallel: 0,
      token_budget_monthly: 0,
      api_keys: [
        {
          name: 'k',
          key: 'ml-7Kq2Xv9TzR4mWb1LcY8sJp',
          role: 'member',
          rpm_limit: 0,
          tpm_limit: 0,
          max_parallel: 0,
          budget_reset_period: 'monthly',
        },
      ],
    });
  });

  it.each([
    ['ollama', '', true],
    ['vllm', 'base_url: http://h/v1', true],
    ['openai-compatible', 'base_url: http://h/v1', false],
    ['openai-compatible', 'base_url: http://h/v1, cold_start: true', true],
    ['ollama', 'cold_start: false', false],
  ])('kind %s with "%s" waits for a cold start: %s', (kind, fields, expected) => {
    expect(read(`providers: [{ name: p, kind: ${kind}, ${fields} }]`).providers[0]?.cold_start).toBe(expected);
  });

  it('takes a key without a value, and one interpolated to nothing, as left out', () => {
    const config = read(`server:\n  port:\n  host: \${H:-}\nnetwork: { proxy: , no_proxy: "" }\nteams:\n`);
    expect(config.server).toMatchObject({ port: 8080, host: '0.0.0.0' });
    expect(config.network).toEqual({ allow_private: [], allow_private_providers: [] });
    expect(config.teams).toEqual([]);
  });

  it('does not take an emptied allow-list for "every model"', () => {
    expect(problemsOf('teams:\n  - name: t\n    allowed_models:\n      # - gpt-4o\n')).toEqual([
      { path: 'teams[0].allowed_models', line: 3, message: expect.stringContaining('write []') },
    ]);
  });
});

describe('parseConfig: interpolation', () => {
  it('reads numbers and booleans from variables', () => {
    const config = read(
      `server: { port: \${P}, trust_proxy: \${T} }
teams: [{ name: t, rpm_limit: \${RPM:-60} }]
auth: { console: { enabled: \${ON} } }
routing_configs: [{ name: r, retry: { on: [\${S}, \${C}] } }]`,
      { P: '9000', T: '2', ON: 'false', S: '503', C: 'connect' },
    );
    expect(config.server).toMatchObject({ port: 9000, trust_proxy: 2 });
    expect(config.teams[0]?.rpm_limit).toBe(60);
    expect(config.auth.console.enabled).toBe(false);
    expect(config.routing_configs[0]?.retry.on).toEqual([503, 'connect']);
  });

  it('does not read a number from a quoted string that no variable made', () => {
    expect(problemsOf('server: { port: "9000" }')).toMatchObject([
      { path: 'server.port', message: 'must be a number' },
    ]);
  });

  it('keeps a string of digits from a variable a string', () => {
    expect(read(`organization: { name: \${N} }`, { N: '42' }).organization.name).toBe('42');
  });

  it.each(['80x', '0x50', ' ', 'NaN', 'Infinity', '1,000'])('rejects "%s" for a number', (value) => {
    expect(problemsOf(`server: { drain_ms: \${V} }`, { V: value })).toMatchObject([
      { path: 'server.drain_ms', message: 'must be a number' },
    ]);
  });
});

describe('parseConfig: environment variables', () => {
  const env = {
    DATABASE_URL: 'postgres://env/db',
    REDIS_URL: 'redis://env',
    ENCRYPTION_KEY: 'nN6rYv0wq3Yk1c0p7m2FhT8sJ5xZbUoQeLdGaViKRWE=',
    PORT: '1234',
    HOST: '::1',
    LOG_LEVEL: 'debug',
  };

  it('beat the file', () => {
    const config = read('server: { port: 1, host: file }\ndatabase: { url: postgres://file/db }\nredis:\n', env);
    expect(config.server).toMatchObject({ port: 1234, host: '::1' });
    expect(config.database.url).toBe('postgres://env/db');
    expect(config.redis.url).toBe('redis://env');
    expect(config.encryption.key).toBe(env.ENCRYPTION_KEY);
    expect(config.telemetry.log_level).toBe('debug');
  });

  it('do not beat the file when empty', () => {
    expect(read('server: { port: 1 }', { PORT: '' }).server.port).toBe(1);
  });

  it.each([
    ['HTTPS_PROXY before https_proxy', { HTTPS_PROXY: 'http://a', https_proxy: 'http://b' }, 'http://a'],
    ['https_proxy before HTTP_PROXY', { https_proxy: 'http://b', HTTP_PROXY: 'http://c' }, 'http://b'],
    ['HTTP_PROXY before http_proxy', { HTTP_PROXY: 'http://c', http_proxy: 'http://d' }, 'http://c'],
    ['http_proxy when alone', { HTTPS_PROXY: '', http_proxy: 'http://d' }, 'http://d'],
  ])('name the proxy: %s', (_rule, variables, expected) => {
    expect(read('', variables).network.proxy).toBe(expected);
  });

  it('give way to the file for the proxy', () => {
    const variables = { HTTPS_PROXY: 'http://env', NO_PROXY: 'env' };
    expect(read('network: { proxy: http://file, no_proxy: file }', variables).network).toMatchObject({
      proxy: 'http://file',
      no_proxy: 'file',
    });
    expect(read('network: { proxy: }', variables).network).toMatchObject({ proxy: 'http://env', no_proxy: 'env' });
  });

  it('give way to the file for the public address and the number of proxies', () => {
    const variables = { PUBLIC_BASE_URL: 'https://env.example', TRUST_PROXY: '1' };
    expect(read('', variables).server).toMatchObject({ public_base_url: 'https://env.example', trust_proxy: 1 });
    const file = 'server: { public_base_url: https://file.example, trust_proxy: [10.0.0.0/8] }';
    expect(read(file, variables).server).toMatchObject({
      public_base_url: 'https://file.example',
      trust_proxy: ['10.0.0.0/8'],
    });
    expect(problemsOf('', { TRUST_PROXY: 'everybody' })).toEqual([
      { path: 'server.trust_proxy', line: 0, message: expect.stringContaining('(from TRUST_PROXY)') },
    ]);
  });

  const BEDROCK = 'providers:\n  - { name: b, kind: bedrock, region: }\n  - { name: o, kind: openai }\n';

  it.each([
    ['AWS_REGION before AWS_DEFAULT_REGION', { AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'us-east-1' }, 'eu-west-1'],
    ['AWS_DEFAULT_REGION when alone', { AWS_REGION: '', AWS_DEFAULT_REGION: 'us-east-1' }, 'us-east-1'],
  ])('give bedrock entries without a region theirs: %s', (_rule, variables, expected) => {
    expect(read(BEDROCK, variables).providers.map(({ region }) => region)).toEqual([expected, undefined]);
  });

  it('give way to the region of a bedrock entry', () => {
    const file = `providers: [{ name: b, kind: "\${KIND}", region: eu-north-1 }, { name: c, kind: "\${KIND}" }]`;
    const { providers } = read(file, { KIND: 'bedrock', AWS_REGION: 'eu-west-1' });
    expect(providers.map(({ region }) => region)).toEqual(['eu-north-1', 'eu-west-1']);
  });

  it('are named by problems that the region they give causes', () => {
    expect(problemsOf(BEDROCK, { AWS_REGION: 'Frankfurt am Main' })).toEqual([
      {
        path: 'providers[0].region',
        line: 0,
        message: 'must be a region such as eu-central-1 (from AWS_REGION)',
      },
    ]);
  });

  it('are named by problems they cause, outside of the file', () => {
    expect(problemsOf('server: { port: 1 }', { PORT: 'hunter2' })).toEqual([
      { path: 'server.port', line: 0, message: 'must be a number (from PORT)' },
    ]);
  });
});

describe('parseConfig: the project of vertex entries', () => {
  const file = (fields: string) => `providers: [{ name: v, kind: vertex, location: global, ${fields} }]`;

  it.each([
    ['is that of the credentials', `credentials_json: '{"project_id":"theirs"}'`, 'theirs'],
    ['beats that of the credentials', `project: ours, credentials_json: '{"project_id":"theirs"}'`, 'ours'],
  ])('%s', (_rule, fields, expected) => {
    expect(read(file(fields), {}).providers[0]?.project).toBe(expected);
  });
});

describe('parseConfig: problems', () => {
  it('reports everything at once, in the order of the file', () => {
    const problems = problemsOf(`server:
  prot: 1
models:
  - logical_name: a
    provider: \${UNSET}
    upstream_model: 5
  - logical_name: a
    provider: nobody
    upstream_model: x
    upstream_model: y
teams:
  - name: t
    allowed_models: [b]
`);
    expect(problems.map(({ path, line }) => [line, path])).toEqual([
      [2, 'server.prot'],
      [5, 'models[0].provider'],
      [6, 'models[0].upstream_model'],
      [7, 'models[1].logical_name'],
      [8, 'models[1].provider'],
      [10, 'models[1].upstream_model'],
      [13, 'teams[0].allowed_models[0]'],
    ]);
  });

  it('says each once, under the name of the file, with its line', () => {
    const parse = () => parseConfig('server:\n  port: x\nwat: 1\n', { env: {}, sourceName: 'conf/gateway.yaml' });
    expect(parse).toThrow(
      new ConfigError('conf/gateway.yaml', [
        { path: 'server.port', line: 2, message: 'must be a number' },
        { path: 'wat', line: 3, message: 'is not a known key; did you mean pii?' },
      ]),
    );
    expect(parse).toThrow(
      /^conf\/gateway.yaml has 2 problems:\n {2}conf\/gateway.yaml:2 {2}server.port: must be a number\n/,
    );
  });

  it('says of a variable that is not set nothing but that, and of a key that is there twice also what its value breaks', () => {
    expect(problemsOf(`network: { proxy: "\${UNSET}/x" }\nserver: { port: 1, port: x }`)).toMatchObject([
      { path: 'network.proxy', message: expect.stringContaining('UNSET is not set') },
      { path: 'server.port', message: 'is here twice' },
      { path: 'server.port', message: 'must be a number' },
    ]);
  });

  it('reports variables that are not set also where the YAML is broken', () => {
    expect(problemsOf(`a: \${UNSET}\nb: "`).map(({ line }) => line)).toEqual([1, 2]);
  });

  it.each([
    ['server: { prot: 1 }', 'server.prot', 'port'],
    ['modles: []', 'modles', 'models'],
    ['teams: [{ name: t, rpm_limits: 1 }]', 'teams[0].rpm_limits', 'rpm_limit'],
    ['teams: [{ name: t, api_keys: [{ naem: x }] }]', 'teams[0].api_keys[0].naem', 'name'],
    [
      'providers: [{ name: p, kind: ollama, timeouts: { conect_ms: 1 } }]',
      'providers[0].timeouts.conect_ms',
      'connect_ms',
    ],
    ['auth: { oidc: { isuer: x } }', 'auth.oidc.isuer', 'issuer'],
    ['guardrails: [{ name: g, kind: max_tokens, config: { limits: 1 } }]', 'guardrails[0].config.limits', 'limit'],
    ['guardrails: [{ name: g, kind: nonsense, moed: audit }]', 'guardrails[0].moed', 'mode'],
    ['"o d d": 1', '["o d d"]', 'models'],
  ])('names the known key nearest to the unknown one in %s', (text, path, nearest) => {
    const problem = problemsOf(text).find((candidate) => candidate.path === path);
    expect(problem?.message).toMatch(/^is not a known key; did you mean /);
    if (path !== '["o d d"]') expect(problem?.message).toContain(`did you mean ${nearest}?`);
  });

  it.each([
    ['server', 'server: { __proto__: { port: 1 } }', 'server.__proto__'],
    ['the root', '__proto__: { server: { port: 1 } }', '__proto__'],
    ['headers', 'providers: [{ name: p, kind: ollama, headers: { __proto__: x } }]', 'providers[0].headers.__proto__'],
    [
      'a free mapping',
      'guardrails: [{ name: g, kind: json_schema, config: { schema: { a: { __proto__: {} } } } }]',
      'guardrails[0].config.schema.a.__proto__',
    ],
  ])('rejects __proto__ as a key of %s', (_place, text, path) => {
    expect(problemsOf(text)).toEqual([{ path, line: 1, message: expect.stringContaining('is not a known key') }]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('rejects %s as a key', (key) => {
    expect(problemsOf(`server: { ${key}: 1 }`)).toMatchObject([{ path: `server.${key}` }]);
  });

  it.each([
    ['- a', 1],
    ['\n\njust text', 3],
  ])('rejects a file that is no mapping: %j', (text, line) => {
    expect(problemsOf(text)).toEqual([{ path: '', line, message: expect.stringContaining('must be a mapping') }]);
  });
});
