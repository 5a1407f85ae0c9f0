import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { importLitellmConfig } from '@multilane/importers';
import { httpRequest, type RunningGateway, startGateway, TEST_KEYS, waitUntil } from '@multilane/testing';
import { parse } from 'yaml';

jest.setTimeout(60_000);

interface Entry {
  readonly model_name: string;
  readonly litellm_params?: Readonly<Record<string, unknown>>;
  readonly model_info?: Readonly<Record<string, unknown>>;
}

interface Source {
  readonly model_list: readonly Entry[];
  readonly router_settings?: Readonly<Record<string, unknown>>;
}

/**
 * Decides as LiteLLM's documents do for a key without a team and without tags that may use the listed names
 * (https://docs.litellm.ai/docs/proxy/model_access): true for a name that a deployment has which is not for one team, not blocked, and not
 * for requests with a tag.
 */
function mayUseAtLitellm({ model_list: entries, router_settings: router = {} }: Source, name: string): boolean {
  const aliases = (router.model_group_alias ?? {}) as Readonly<Record<string, string>>;
  const real = aliases[name] ?? name;
  return entries.some(({ model_name: own, litellm_params: params = {}, model_info: info = {} }) => {
    const tags = (params.tags ?? []) as readonly string[];
    const isTagged = router.enable_tag_filtering === true && tags.length > 0 && !tags.includes('default');
    return own === real && !info.team_id && info.blocked !== true && !isTagged;
  });
}

const chat = (name: string, more = '', info = ''): string =>
  `  - { model_name: ${name}, litellm_params: { model: openai/gpt-4o, api_key: os.environ/K${more} }${info && `, model_info: { ${info} }`} }\n`;
const list = (...entries: readonly string[]): string => `model_list:\n${entries.join('')}`;
const EMBEDDING =
  '  - { model_name: vectors, litellm_params: { model: openai/text-embedding-3-small, api_key: os.environ/K } }\n';

/** Configurations with what restricts, and the names that a key with every model must still be able to use. */
const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['one model', list(chat('a')), ['a']],
  ['a model of one team', list(chat('a'), chat('b', '', 'team_id: t1')), ['a']],
  ['a model of one team by its public name', list(chat('a'), chat('b', '', 'team_public_model_name: b')), ['a']],
  ['a team among the deployments of a name', list(chat('a'), chat('a', '', 'team_id: t1')), ['a']],
  ['a blocked model', list(chat('a'), chat('b', '', 'blocked: true')), ['a']],
  ['a model for some people', list(chat('a'), chat('b', '', 'allowed_users: [ada]')), ['a']],
  ['a model with a budget', list(chat('a'), chat('b', ', max_budget: 1, budget_duration: 1d')), ['a']],
  ['a model with a guardrail that is not there', list(chat('a'), chat('b', ', guardrails: [gone]')), ['a']],
  [
    'a model for a tag',
    `${list(chat('a'), chat('b', ', tags: [paid]'), chat('c', ', tags: [default]'))}router_settings: { enable_tag_filtering: true }\n`,
    ['a', 'c'],
  ],
  ['tags that choose nothing', list(chat('a', ', tags: [paid]')), ['a']],
  ['several deployments', list(chat('a'), chat('a', ', weight: 2'), chat('b')), ['a', 'b']],
  [
    'fallbacks',
    `${list(chat('a'), chat('a', ', rpm: 5'), chat('b'))}litellm_settings: { fallbacks: [{ a: [b] }, { b: [a] }] }\n`,
    ['a', 'b'],
  ],
  [
    'a fallback to a model of one team',
    `${list(chat('a'), chat('b', '', 'team_id: t1'))}litellm_settings: { fallbacks: [{ a: [b] }] }\n`,
    ['a'],
  ],
  [
    'default fallbacks',
    `${list(chat('a'), chat('b'), EMBEDDING)}litellm_settings: { default_fallbacks: [b] }\n`,
    ['a', 'b'],
  ],
  ['an alias', `${list(chat('a'), chat('b'))}router_settings: { model_group_alias: { c: a } }\n`, ['a', 'b', 'c']],
  [
    'an alias of a model of one team',
    `${list(chat('a'), chat('b', '', 'team_id: t1'))}router_settings: { model_group_alias: { c: b } }\n`,
    ['a'],
  ],
  ['wildcards', list(chat('a'), chat('"openai/*"'), chat('"*"')), ['a']],
  ['access groups', list(chat('a', '', 'access_groups: [beta]'), chat('b')), ['a', 'b']],
  [
    'providers that are not there',
    list(chat('a'), '  - { model_name: b, litellm_params: { model: nowhere/x } }\n'),
    ['a'],
  ],
  ['parallel requests of a deployment', list(chat('a', ', max_parallel_requests: 1')), ['a']],
  ['models for the Responses API', list(chat('a').replace('gpt-4o', 'responses/gpt-5-pro')), ['a']],
  [
    'a guardrail that masks',
    `${list(chat('a'))}guardrails: [{ guardrail_name: g, litellm_params: { guardrail: presidio, mode: pre_call, default_on: true, pii_entities_config: { EMAIL_ADDRESS: MASK } } }]\n`,
    ['a'],
  ],
];

/** Restrictions of every caller: the result is reachable from this machine alone. */
const CLOSED: readonly (readonly [string, string])[] = [
  ['addresses', 'general_settings: { allowed_ips: ["10.0.0.1"] }'],
  ['routes', 'general_settings: { allowed_routes: ["/v1/embeddings"] }'],
  ['mandatory parameters', 'general_settings: { enforced_params: [user] }'],
  ['parameters of service accounts', 'general_settings: { service_account_settings: { enforced_params: [user] } }'],
  ['code', 'general_settings: { custom_auth: auth.check }'],
  ['parallel requests', 'general_settings: { global_max_parallel_requests: 0 }'],
  ['a budget of all', 'litellm_settings: { max_budget: 0 }'],
  ['budgets of clients', 'litellm_settings: { max_end_user_budget_id: b }'],
  ['refused clients', 'litellm_settings: { blocked_user_list: [mallory] }'],
  ['callbacks that check', 'litellm_settings: { callbacks: [llamaguard_moderations] }'],
  ['callbacks of its own', 'litellm_settings: { callbacks: my_checks.instance }'],
  [
    'budgets of providers',
    'router_settings: { provider_budget_config: { openai: { budget_limit: 1, time_period: 1d } } }',
  ],
  ['checks of limits', 'router_settings: { optional_pre_call_checks: [enforce_model_rate_limits] }'],
  [
    'a guardrail that is not there',
    'guardrails: [{ guardrail_name: g, litellm_params: { guardrail: aporia, mode: pre_call, default_on: true } }]',
  ],
  [
    'entities that nothing knows',
    'guardrails: [{ guardrail_name: g, litellm_params: { guardrail: presidio, default_on: true, pii_entities_config: { US_PASSPORT: BLOCK } } }]',
  ],
];

const SIMULATED = { provider: 'simulator', upstream_model: 'simulator' };
const KEYS = { every: TEST_KEYS.research, one: TEST_KEYS.support };

describe('an imported configuration', () => {
  let gateway: RunningGateway;

  beforeAll(async () => {
    gateway = await startGateway({ config: { models: [{ logical_name: 'a', ...SIMULATED }], ...SECTIONS } });
  });

  afterAll(async () => {
    await gateway?.stop();
  });

  const SECTIONS = {
    server: { drain_delay_ms: 0 },
    teams: [
      { name: 'every', api_keys: [{ name: 'k', key: KEYS.every }] },
      { name: 'one', allowed_models: ['a'], api_keys: [{ name: 'k', key: KEYS.one }] },
    ],
  };

  const ask = async (key: string, model: string, content = 'Say hello.') =>
    httpRequest({
      method: 'POST',
      url: `${gateway.baseUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${key}` },
      body: { model, messages: [{ role: 'user', content }] },
    });
  const listed = async (key: string): Promise<string[]> => {
    const answer = await httpRequest({
      url: `${gateway.baseUrl}/v1/models`,
      headers: { authorization: `Bearer ${key}` },
    });
    return (JSON.parse(answer.text) as { data: { id: string }[] }).data.map(({ id }) => id);
  };

  /** Serves a result, with answers of the simulator in place of each provider. */
  const serve = async (yaml: string, marker: string): Promise<void> => {
    const {
      server: _server,
      providers: _providers,
      ...result
    } = parse(yaml) as {
      readonly models?: readonly Readonly<Record<string, unknown>>[];
      readonly [section: string]: unknown;
    };
    const models = (result.models ?? []).map(({ capabilities: _own, ...model }) => ({ ...model, ...SIMULATED }));
    await gateway.rewriteConfig({
      ...result,
      ...SECTIONS,
      models: [...models, { logical_name: marker, ...SIMULATED }],
    });
    await waitUntil(
      'the result to be served',
      async () => ((await listed(KEYS.every)).includes(marker) ? true : undefined),
      20_000,
    );
  };

  it.each(CASES)('lets nobody use more than LiteLLM did: %s', async (name, text, works) => {
    const source = parse(text) as Source;
    const { yaml, problems } = importLitellmConfig(text);
    expect(problems).toEqual([]);
    const marker = `marker of ${name}`;
    await serve(yaml, marker);
    const shown = (await listed(KEYS.every)).filter((each) => each !== marker);
    const helpers = [...yaml.matchAll(/logical_name: (\S+)|^ {2}- name: (\S+)/gm)].map(
      ([, one, other]) => one ?? other ?? '',
    );
    const candidates = new Set([...source.model_list.map((entry) => entry.model_name), ...helpers, ...shown, 'b', 'c']);
    for (const candidate of candidates) {
      const isAllowed = mayUseAtLitellm(source, candidate);
      if (!isAllowed) expect([candidate, shown.includes(candidate)]).toEqual([candidate, false]);
      const { status } = await ask(KEYS.every, candidate);
      if (!isAllowed) expect([candidate, status, status >= 400]).toEqual([candidate, status, true]);
      if (candidate !== 'a') expect((await ask(KEYS.one, candidate)).status).toBeGreaterThanOrEqual(400);
    }
    for (const each of works) expect([each, (await ask(KEYS.every, each)).status]).toEqual([each, 200]);
    expect((await ask(KEYS.one, 'a')).status).toBe(works.includes('a') ? 200 : 404);
  });

  it.each(CLOSED)(
    'is closed to other machines where LiteLLM restricts everybody by %s, and says so first',
    (_name, text) => {
      const { yaml, findings, problems } = importLitellmConfig(`${list(chat('a'))}${text}\n`);
      expect(problems).toEqual([]);
      expect(parse(yaml)).toMatchObject({ server: { host: '127.0.0.1' } });
      expect(findings[0]?.status).toBe('opens_access');
    },
  );

  it('rejects nothing for what LiteLLM masks, and masks it', async () => {
    const [, text = ''] = CASES.find(([name]) => name === 'a guardrail that masks') ?? [];
    await serve(importLitellmConfig(text).yaml, 'marker of masks');
    const { status } = await ask(KEYS.every, 'a', 'Write to ada@example.com or call 4111 1111 1111 1111.');
    expect(status).toBe(200);
  });

  it('offers MCP servers to nobody, unless LiteLLM offers them to every key', async () => {
    const servers =
      'mcp_servers: { closed_one: { url: "https://mcp.example.com/mcp" }, open-one: { url: "https://mcp.example.org/mcp", allow_all_keys: true }, fewer: { url: "https://x.example/mcp", disallowed_tools: [rm] } }\n';
    const { yaml, findings, problems } = importLitellmConfig(`${list(chat('a'))}${servers}`);
    expect(problems).toEqual([]);
    const { mcp } = parse(yaml) as { readonly mcp: { readonly servers: readonly Readonly<Record<string, unknown>>[] } };
    expect(mcp.servers.map(({ name, access }) => [name, access])).toEqual([
      ['closed-one', []],
      ['open-one', undefined],
    ]);
    expect(findings[0]).toMatchObject({ path: 'mcp_servers.fewer', status: 'opens_access' });
  });

  it('shows as many names as LiteLLM did', async () => {
    const text = CASES.find(([name]) => name === 'fallbacks')?.[1] ?? '';
    await serve(importLitellmConfig(text).yaml, 'marker of names');
    expect((await listed(KEYS.every)).filter((name) => !name.startsWith('marker')).toSorted()).toEqual(['a', 'b']);
  });
});
