import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  completion,
  completionEvents,
  gatewayConfig,
  gatewaySections,
  jsonReply,
  PROJECT_ROOT,
  spawnService,
  startGateway,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

const RELOAD_LIMIT_MS = 15_000;

/** Runs the built gateway without waiting for it to be ready. */
const runGateway = (env: Record<string, string>, args: string[] = []) =>
  spawnService(process.execPath, [join(PROJECT_ROOT, 'apps/gateway/dist/main.js'), ...args], env);

describe('docs/contract/configuration.md#the-file: an invalid gateway.yaml at start', () => {
  it(
    'every problem is reported at once, each with the path of the key and the line; the exit code is 1',
    async () => {
      const config = `server:
  prot: 8080
models:
  - logical_name: gpt-4o
    provider: no-such-provider
    upstream_model: gpt-4o
    prices: { input_per_million: -1 }
providers:
  - { name: openai, kind: openai, api_key: "\${NO_SUCH_VARIABLE}" }
teams:
  - name: research
    api_keys:
      - { name: ci, key: too-short }
`;
      const failure = await startGateway({ config }).then(
        () => 'it started',
        (error: Error) => error.message,
      );
      expect(failure).toContain('exited (code 1, signal null)');
      const places = [
        ['2', 'server.prot'],
        ['5', 'models[0].provider'],
        ['7', 'models[0].prices.input_per_million'],
        ['9', 'providers[0].api_key'],
        ['13', 'teams[0].api_keys[0].key'],
      ];
      for (const [line, path] of places) expect(failure).toContain(`:${line}  ${path}: `);
      expect(failure).toMatch(/server\.prot: .*\bport\b/);
      expect(failure).toContain('NO_SUCH_VARIABLE');
      expect(failure).not.toContain('too-short');
    },
    HOOK_LIMIT_MS,
  );

  it.each([
    [
      'a file that does not exist',
      { GATEWAY_CONFIG: '/no/such/gateway.yaml' },
      /\/no\/such\/gateway\.yaml.*does not exist/,
    ],
    ['a variable that is out of range', { GATEWAY_CONFIG: '/dev/null', PORT: '99999' }, /server\.port: .*PORT/],
  ])(
    '%s',
    async (_what, env, words) => {
      const service = await runGateway(env);
      expect(await service.exited).toEqual({ code: 1, signal: null });
      expect(service.stderr()).toMatch(words);
      expect(service.stderr()).not.toMatch(/^\s+at /m);
    },
    HOOK_LIMIT_MS,
  );

  it(
    '--help says how to start, and exits 0',
    async () => {
      const service = await runGateway({}, ['--help']);
      expect(await service.exited).toEqual({ code: 0, signal: null });
      expect(service.stdout()).toContain('GATEWAY_CONFIG');
    },
    HOOK_LIMIT_MS,
  );
});

describe('docs/contract/configuration.md#reload: a file edited while the gateway runs', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair();
  }, HOOK_LIMIT_MS);

  beforeEach(() => {
    pair.upstream.reset();
    pair.upstream.setDefault(jsonReply(completion()));
  });

  afterAll(() => pair.stop(), HOOK_LIMIT_MS);

  const sections = () => gatewaySections(pair.upstream.url);
  const models = () => sections().models as { logical_name: string }[];
  const hash = async () => ((await pair.send('/version')).json() as { config_hash: string }).config_hash;
  const statusOf = async (model: string) => (await pair.chat({ model })).status;
  const waitForStatus = (model: string, status: number) =>
    waitUntil(
      `${model} to answer ${status}`,
      async () => (await statusOf(model)) === status || undefined,
      RELOAD_LIMIT_MS,
    );

  it.each(['in-place', 'by-rename'] as const)(
    'is swapped in whole when it is valid: %s',
    async (how) => {
      const before = await hash();
      const added = { logical_name: `added-${how}`, provider: 'openai', upstream_model: 'new-upstream-model' };
      await pair.gateway.rewriteConfig(pair.config({ models: [...models(), added] }), how);
      await waitForStatus(added.logical_name, 200);
      expect(pair.upstream.requests.at(-1)?.body).toMatchObject({ model: 'new-upstream-model' });
      expect(await hash()).not.toBe(before);
      await pair.gateway.rewriteConfig(pair.config(), how);
      await waitForStatus(added.logical_name, 404);
      expect(await hash()).toBe(before);
      expect(await pair.gateway.metrics()).toMatch(/^service_config_reloads_total\{outcome="applied"\} \d+$/m);
    },
    HOOK_LIMIT_MS,
  );

  it(
    'an invalid one is logged and the running configuration stays',
    async () => {
      const before = await hash();
      await pair.gateway.rewriteConfig(pair.config({ models: [{ logical_name: 'x', provider: 'no-such-provider' }] }));
      const log = () => pair.gateway.stdout() + pair.gateway.stderr();
      await waitUntil(
        'the problem to be logged',
        () => (log().includes('the edited configuration is not valid') ? true : undefined),
        RELOAD_LIMIT_MS,
      );
      expect(log()).toContain('models[0].upstream_model');
      expect([await statusOf('gpt-4o'), await hash()]).toEqual([200, before]);
      expect((await pair.send('/ready')).status).toBe(200);
      expect(await pair.gateway.metrics()).toMatch(/^service_config_reloads_total\{outcome="rejected"\} [1-9]\d*$/m);
      await pair.gateway.rewriteConfig(pair.config());
    },
    HOOK_LIMIT_MS,
  );

  it(
    'a stream that is running continues to its end, though its model, its team and its connections are gone',
    async () => {
      pair.upstream.enqueue(streamReply(completionEvents(Array(20).fill('word ')), { delayMs: 150 }));
      const stream = await pair.stream();
      await stream.next();
      const { providers } = sections() as { providers: object[] };
      await pair.gateway.rewriteConfig(
        pair.config({
          models: models().slice(1),
          providers: providers.map((provider) => ({ ...provider, timeouts: { connect_ms: 4_321 } })),
          teams: [{ name: 'other', api_keys: [{ name: 'other', key: TEST_KEYS.support }] }],
        }),
      );
      await waitUntil(
        'the team to be gone',
        async () => ((await statusOf('fast')) === 401 ? true : undefined),
        RELOAD_LIMIT_MS,
      );
      expect((await stream.collect()).at(-1)).toBe('[DONE]');
      await pair.gateway.rewriteConfig(pair.config());
      await waitForStatus('gpt-4o', 200);
    },
    HOOK_LIMIT_MS,
  );
});

describe('teams and keys of the file', () => {
  let pair: Pair;

  beforeAll(async () => {
    const keys = { RESEARCH_KEY: 'ml-test-from-environment-0001' };
    const research = [
      { name: 'ci', key: `\${RESEARCH_KEY}`, role: 'member' },
      { name: 'lead', key: `\${LEAD_KEY:-ml-test-from-the-default-0002}`, role: 'admin' },
    ];
    pair = await startPair(
      () => ({
        // The variable PORT beats the file.
        server: { port: 1, drain_delay_ms: 0 },
        teams: [
          { name: 'research', rpm_limit: 600, api_keys: research },
          { name: 'support', allowed_models: ['small'], api_keys: [{ name: 'desk', key: TEST_KEYS.support }] },
        ],
      }),
      keys,
    );
    pair.upstream.setDefault(jsonReply(completion()));
  }, HOOK_LIMIT_MS);

  afterAll(() => pair.stop(), HOOK_LIMIT_MS);

  it.each([
    [`a key from \${ENV_VAR}`, 'ml-test-from-environment-0001', 200, 200],
    [`a key from \${ENV_VAR:-default}`, 'ml-test-from-the-default-0002', 200, 200],
    ['a key written out, of the team that may use one model', TEST_KEYS.support, 403, 200],
    ['a key that no team has', TEST_KEYS.research, 401, 401],
    ['the reference itself', `\${RESEARCH_KEY}`, 401, 401],
  ])('two teams, three keys: %s', async (_what, key, gpt4o, mini) => {
    const statuses = [
      await pair.chat({ model: 'gpt-4o' }, { key }),
      await pair.chat({ model: 'gpt-4o-mini' }, { key }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([gpt4o, mini]);
  });

  it('limits that each process counts for itself are a warning at start', async () => {
    const warning = () =>
      pair.gateway
        .stdout()
        .split('\n')
        .find((line) => line.includes('"rate_limits.backend"'));
    expect(JSON.parse(await waitUntil('the warning', warning))).toMatchObject({
      setting: 'rate_limits.backend',
      msg: expect.stringContaining('by each process'),
    });
  });
});

describe('several credentials of one provider', () => {
  it(
    'are used in turn, and headers of the entry go along',
    async () => {
      const credentials = ['sk-test-rotated-000001', 'sk-test-rotated-000002', 'sk-test-rotated-000003'];
      const pair = await startPair((upstreamUrl) => ({
        providers: [
          {
            name: 'openai',
            kind: 'openai',
            api_keys: credentials,
            base_url: `${upstreamUrl}/v1`,
            headers: { 'X-Tenant': 'tenant-7' },
          },
        ],
        models: [{ logical_name: 'gpt-4o', provider: 'openai', upstream_model: 'gpt-4o' }],
        teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
      }));
      try {
        pair.upstream.setDefault(jsonReply(completion()));
        for (let call = 0; call < 6; call++) expect((await pair.chat()).status).toBe(200);
        const used = pair.upstream.requests.map(({ headers }) => headers.authorization);
        expect(used).toEqual([...credentials, ...credentials].map((credential) => `Bearer ${credential}`));
        expect(pair.upstream.requests[0]?.headers['x-tenant']).toBe('tenant-7');
      } finally {
        await pair.stop();
      }
    },
    HOOK_LIMIT_MS,
  );
});

describe('secrets of the file', () => {
  it(
    'appear in no output, from the start to the end',
    async () => {
      const gateway = await startGateway({
        config: gatewayConfig({ upstreamUrl: 'http://127.0.0.1:9', telemetry: { log_level: 'trace' } }),
      });
      await gateway.stop();
      const output = gateway.stdout() + gateway.stderr();
      expect(output).not.toBe('');
      for (const secret of [...Object.values(TEST_KEYS), ...Object.values(TEST_PROVIDER_KEYS)]) {
        expect(output).not.toContain(secret);
      }
    },
    HOOK_LIMIT_MS,
  );
});
