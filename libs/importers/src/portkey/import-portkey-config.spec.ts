import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { FINDING_STATUSES, importPortkeyConfig } from '../index.js';

const TARGET = { provider: 'openai', api_key: 'os.environ/K', override_params: { model: 'm' } };
const read = (source: unknown) => {
  const { yaml, findings, problems } = importPortkeyConfig(JSON.stringify(source), { name: 'c' });
  const result = (parse(yaml) ?? {}) as Record<string, { name?: string; upstream_model?: string }[] | undefined>;
  const closing = findings.filter(({ status }) => status === 'opens_access').map(({ path }) => path);
  return { result, findings, problems, closing };
};

const scalar = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, 'openai', '@slug', '@slug/m', 'single', 'fallback', 'loadbalance', 'conditional', 'pg-1'),
);
const check = fc.dictionary(
  fc.constantFrom('default.contains', 'contains', 'acme.x', 'deny', 'async', 'checks', 'type', 'id'),
  fc.oneof(scalar, fc.dictionary(fc.constantFrom('words', 'operator', 'rule', 'not', 'models', 'schema'), scalar)),
);
const names = [
  ...['provider', 'virtual_key', 'api_key', 'apiKey', 'weight', 'name', 'cache', 'retry', 'rate_limits'],
  ...[
    'override_params',
    'overrideParams',
    'request_timeout',
    'custom_host',
    'forward_headers',
    'metadata',
    'new_thing',
  ],
];
const node = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.record(
    {
      strategy: fc.oneof(fc.record({ mode: scalar, on_status_codes: fc.array(scalar, { maxLength: 2 }) }), scalar),
      targets: fc.array(tie('node'), { maxLength: 3 }),
      input_guardrails: fc.oneof(fc.array(fc.oneof(check, scalar), { maxLength: 3 }), scalar),
      outputGuardrails: fc.array(check, { maxLength: 2 }),
      settings: fc.dictionary(
        fc.constantFrom(...names),
        fc.oneof(scalar, fc.dictionary(fc.constantFrom('model', 'n'), scalar)),
      ),
    },
    { requiredKeys: ['strategy'] },
  ),
})).node;

/** The settings of a node beside its strategy, at every level. */
function flatten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flatten);
  if (typeof value !== 'object' || value === null) return value;
  const { settings, ...others } = value as Record<string, unknown>;
  const plain = Object.fromEntries(Object.entries(others).map(([key, member]) => [key, flatten(member)]));
  return { ...(settings as object | undefined), ...plain };
}

describe('the importer of Portkey', () => {
  it('makes a valid result of any config, whose report begins with lost restrictions', () => {
    fc.assert(
      fc.property(node, (value) => {
        const { findings, problems, closing } = read(flatten(value));
        expect(problems).toEqual([]);
        expect(findings.slice(0, closing.length).map(({ path }) => path)).toEqual(closing);
        for (const { status, message } of findings) {
          expect(FINDING_STATUSES).toContain(status);
          expect(message).toMatch(/[.]$/);
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, unknown, string]>([
    [
      'a check of a target',
      { strategy: { mode: 'single' }, targets: [{ ...TARGET, input_guardrails: [{ 'acme.x': {}, deny: true }] }] },
      'targets[0].input_guardrails[0]["acme.x"]',
    ],
    [
      'a check of targets within targets',
      {
        strategy: { mode: 'single' },
        targets: [{ strategy: { mode: 'single' }, output_guardrails: ['pg-1'], targets: [TARGET] }],
      },
      'targets[0].output_guardrails',
    ],
    ['a check in camel case', { ...TARGET, beforeRequestHooks: ['pg-1'] }, 'beforeRequestHooks'],
    [
      'a mutator',
      { ...TARGET, output_mutators: [{ 'default.regexReplace': {} }] },
      'output_mutators[0]["default.regexReplace"]',
    ],
    ['a setting with a name that restricts', { ...TARGET, allowed_models: ['m'] }, 'allowed_models'],
    ['an override that limits', { ...TARGET, override_params: { model: 'm', tools: [] } }, 'override_params.tools'],
  ])('names %s first', (_name, source, path) => {
    expect(read(source).closing).toEqual([path]);
  });

  it('asks the first target of the mode single alone, and no target without weight', () => {
    const targets = ['a', 'b'].map((model, index) => ({ ...TARGET, weight: index, override_params: { model } }));
    const modelsOf = (mode: string) =>
      read({ strategy: { mode }, targets }).result.models?.map(({ upstream_model: model }) => model);
    expect(modelsOf('single')).toEqual(['a']);
    expect(modelsOf('loadbalance')).toEqual(['b']);
    expect(modelsOf('fallback')).toEqual(['a', 'b']);
  });

  describe('of an export', () => {
    const config = (slug: string, model = 'm') => ({ name: slug, config: { provider: `@${slug}`, model } });
    const modelsOf = (source: unknown) => (read(source).result.models ?? []).map(({ upstream_model: model }) => model);

    it('keeps the restriction of a credential that has its name in common with another one', () => {
      const limited = { slug: 'a', ai_provider_id: 'openai', usage_limits: { credit_limit: 1 } };
      const free = { slug: 'a', ai_provider_id: 'openai' };
      expect(modelsOf({ configs: [config('a')], providers: [limited], integrations: [free] })).toEqual([]);
      expect(modelsOf({ configs: [config('a')], providers: [free], integrations: [limited] })).toEqual([]);
      const lists = [
        ['m', 'n'],
        ['n', 'o'],
      ].map((models) => ({ ...free, allowed_models: models }));
      const configs = ['m', 'n', 'o'].map((model) => ({ ...config('a', model), name: model }));
      expect(modelsOf({ configs, virtual_keys: lists })).toEqual(['n']);
    });

    it('keeps the restrictions of the integration that a provider belongs to', () => {
      const provider = { slug: 'a', ai_provider_id: 'openai', integration_id: 'int' };
      const integration = { id: 'i-1', slug: 'int', ai_provider_id: 'openai' };
      const modelsWith = (restriction: object) =>
        modelsOf({ configs: [config('a')], providers: [provider], integrations: [{ ...integration, ...restriction }] });
      expect(modelsWith({})).toEqual(['m']);
      expect(modelsWith({ status: 'inactive' })).toEqual([]);
      expect(modelsWith({ allow_all_models: false, models: [{ slug: 'n', enabled: true }] })).toEqual([]);
    });

    it('keeps models off that a credential for all models disables', () => {
      const models = [
        { slug: 'm', enabled: false },
        { slug: 'n', enabled: true },
      ];
      const row = { slug: 'a', ai_provider_id: 'openai', allow_all_models: true, models };
      const configs = ['m', 'n', 'o'].map((model) => ({ ...config('a', model), name: model }));
      expect(modelsOf({ configs, integrations: [row] })).toEqual(['n', 'o']);
    });

    it('asks each credential that a target names', () => {
      const limited = { slug: 'b', ai_provider_id: 'openai', status: 'exhausted' };
      expect(modelsOf({ configs: [config('a', '@b/m')], providers: [limited] })).toEqual([]);
    });

    it('leaves out what follows a restricted target after some failures alone', () => {
      const limited = { slug: 'a', ai_provider_id: 'openai', usage_limits: { credit_limit: 1 } };
      const targets = [config('a', 'm').config, config('b', 'n').config];
      const within = { strategy: { mode: 'single' }, targets: targets.slice(0, 1) };
      const modelsAfter = (strategy: object, first: object | undefined) =>
        modelsOf({
          configs: [
            { name: 'c', config: { strategy: { mode: 'fallback', ...strategy }, targets: [first, targets[1]] } },
          ],
          providers: [limited, { slug: 'b', ai_provider_id: 'openai' }],
        });
      for (const first of [targets[0], within]) {
        expect(modelsAfter({}, first)).toEqual(['n']);
        expect(modelsAfter({ on_status_codes: [429] }, first)).toEqual([]);
      }
      const chosen = { strategy: { mode: 'single' }, targets: [{ strategy: { mode: 'conditional' }, targets }] };
      expect(modelsAfter({}, chosen)).not.toContain('n');
    });

    it('makes no routing config of one that is not active', () => {
      const rows = ['active', 'archived'].map((status) => ({ ...config('openai'), name: status, status }));
      const { result } = read({ configs: rows });
      expect(result.routing_configs?.map(({ name }) => name)).toEqual(['active']);
    });

    it.each<[string, object, string]>([
      [
        'a list of restrictions that it does not know',
        { usage_limits_policies: [{ credit_limit: 5 }] },
        'usage_limits_policies',
      ],
      ['one restriction of all', { default_input_guardrails: ['pg-1'] }, 'default_input_guardrails'],
      ['a list that has no rows', { workspaces: { ws: { usage_limits: [{ credit_limit: 5 }] } } }, 'workspaces'],
      [
        'a restriction beside a config',
        { configs: [{ ...config('openai'), allowed_users: ['ada'] }] },
        'configs[0].allowed_users',
      ],
    ])('names %s first, and listens on this machine alone', (_name, source, path) => {
      const { closing, result } = read({ configs: [config('openai')], ...source });
      expect(closing).toEqual([path]);
      expect(result.server).toEqual({ host: '127.0.0.1' });
    });

    it('names configs whose names are taken by names that are free', () => {
      const configs = ['portkey-2', 'portkey-2', 'portkey-3'].map((name) => ({ ...config('openai'), name }));
      const { problems, result } = read({ configs });
      expect(problems).toEqual([]);
      expect(new Set(result.routing_configs?.map(({ name }) => name)).size).toBe(3);
    });
  });

  it('keeps a model off that a list denies by the name that requests send', () => {
    const checks = [{ 'default.modelWhitelist': { models: ['@openai/m'], not: true }, deny: true }];
    const { result } = read({ provider: '@openai', override_params: { model: '@openai/m' }, input_guardrails: checks });
    expect(result.models).toBeUndefined();
  });
});
