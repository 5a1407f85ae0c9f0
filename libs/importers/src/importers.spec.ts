import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { describeImport, FINDING_STATUSES, ImportError, importLitellmConfig, importPortkeyConfig } from './index.js';

const SMALL = 'model_list: [{ model_name: m, litellm_params: { model: openai/gpt-4o, api_key: os.environ/K } }]';

/** Every key of a source, down to values: what the report must speak of. */
function leavesOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    if (!value.some((item) => typeof item === 'object' && item !== null)) return [path];
    return value.flatMap((item, index) => leavesOf(item, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, path === '' ? key : `${path}.${key}`));
}

describe('an importer', () => {
  it.each([
    ['no YAML', 'a: [1'],
    ['a list of words', '- a\n- b'],
    ['one word', 'word'],
    ['another product', 'services: { web: {} }'],
    ['two million characters', `model_list: # ${'x'.repeat(2_000_000)}`],
    ['too many values', `model_list: [${'1,'.repeat(100_000)}1]`],
    ['too deep a nesting', `model_list: ${'['.repeat(60)}${']'.repeat(60)}`],
    ['too many models', `model_list: [${'{},'.repeat(2_001)}{}]`],
    ['too many aliases', `a: &a [1]\nmodel_list: [${'*a,'.repeat(2_000)}*a]`],
  ])('rejects %s of LiteLLM', (_name, text) => {
    expect(() => importLitellmConfig(text)).toThrow(ImportError);
  });

  it.each([
    ['no JSON', '{'],
    ['another product', '{"services":{}}'],
    ['too many configs', JSON.stringify(Array.from({ length: 201 }, () => ({ provider: 'openai' })))],
  ])('rejects %s of Portkey', (_name, text) => {
    expect(() => importPortkeyConfig(text)).toThrow(ImportError);
  });

  it('never copies a secret that stands in the open, and names no variable twice', () => {
    const text = SMALL.replace('os.environ/K', 'sk-in-the-open').replace('m,', 'OPENAI_API_KEY,');
    const { yaml, findings, variables } = importLitellmConfig(text);
    expect(yaml).not.toContain('sk-in-the-open');
    expect(JSON.stringify(findings)).not.toContain('sk-in-the-open');
    // The file uses the first name for something else.
    expect(variables).toEqual([{ name: 'OPENAI_API_KEY_2', kind: 'secret' }]);
  });

  it.each([
    ['max_budget: 100, budget_duration: 30d', { scope: 'organization', amount: 100, window: 'month' }],
    ['max_budget: 5, budget_duration: 90m', { scope: 'organization', amount: 5, window: 'day' }],
    ['max_budget: 5', { scope: 'organization', amount: 5, window: 'total' }],
    ['max_internal_user_budget: 10, internal_user_budget_duration: 7d', { scope: 'user', amount: 10, window: 'week' }],
    ['max_end_user_budget: 2', { scope: 'customer', amount: 2, window: 'total' }],
  ])('makes a budget rule of `%s` of LiteLLM', (settings, rule) => {
    const { problems, yaml } = importLitellmConfig(`${SMALL}\nlitellm_settings: { ${settings} }`);
    expect(problems).toEqual([]);
    const { budgets, server } = parse(yaml) as { budgets: { rules: object[] }; server?: object };
    expect([budgets.rules, server]).toMatchObject([[rule], undefined]);
  });

  it('opens access for a budget of LiteLLM whose period is longer than a window', () => {
    const { yaml } = importLitellmConfig(`${SMALL}\nlitellm_settings: { max_budget: 5, budget_duration: 90d }`);
    expect(parse(yaml)).toMatchObject({ server: { host: '127.0.0.1' } });
    expect(parse(yaml)).not.toHaveProperty('budgets');
  });

  it('keeps text that looks like a reference as text', () => {
    const { yaml, problems } = importLitellmConfig(SMALL.replace('openai/gpt-4o', '"openai/gpt-$' + '{HOME}"'));
    expect(problems).toEqual([]);
    expect((parse(yaml) as { models: { upstream_model: string }[] }).models[0]?.upstream_model).toBe(
      'gpt-$$' + '{HOME}',
    );
  });

  it('names the model of targets that name none', () => {
    const { yaml, problems } = importPortkeyConfig('{"provider":"openai"}', { name: 'chat', defaultModel: 'gpt-4o' });
    expect(problems).toEqual([]);
    expect(parse(yaml)).toMatchObject({
      models: [{ logical_name: 'chat/1', provider: 'openai', upstream_model: 'gpt-4o' }],
      routing_configs: [{ name: 'chat', targets: [{ model: 'chat/1' }] }],
    });
  });

  it('says everything in words', () => {
    const text = describeImport(importLitellmConfig(`${SMALL}\ngeneral_settings: { master_key: sk-1, what: 1 }`));
    for (const words of ['Exact', 'Manual', 'Unsupported', 'general_settings.master_key', 'K (secret)']) {
      expect(text).toContain(words);
    }
    expect(describeImport({ yaml: '', findings: [], variables: [], problems: ['gateway.yaml:1 a: b'] })).toContain(
      'a: b',
    );
  });

  const scalar = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(
      null,
      'openai/gpt-4o',
      'azure/x',
      'os.environ/A',
      'https://h/v1',
      'redis',
      '*',
      'bedrock/converse/x',
      `$${'{A}'}`,
    ),
  );
  const settings = fc.dictionary(
    fc.constantFrom(
      ...[
        'model',
        'api_key',
        'api_base',
        'api_version',
        'order',
        'weight',
        'timeout',
        'rpm',
        'extra_headers',
        'mode',
        'guardrail',
      ],
      ...[
        'type',
        'host',
        'port',
        'password',
        'ttl',
        'fallbacks',
        'redis_host',
        'redis_url',
        'num_retries',
        'cache',
        'callbacks',
      ],
      ...[
        'max_tokens',
        'drop_params',
        'default_on',
        'pii_entities_config',
        'vertex_location',
        'aws_region_name',
        'model_group_alias',
      ],
    ),
    fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('m', 'EMAIL_ADDRESS', 'A b', '*'), scalar),
    ),
  );
  const source = fc.record(
    {
      model_list: fc.array(
        fc.record({
          model_name: fc.oneof(fc.constantFrom('m', 'n', ' bad '), scalar),
          litellm_params: settings,
          model_info: settings,
        }),
        { maxLength: 4 },
      ),
      litellm_settings: settings,
      general_settings: settings,
      router_settings: settings,
      guardrails: fc.array(fc.record({ guardrail_name: scalar, litellm_params: settings }), { maxLength: 3 }),
    },
    { requiredKeys: ['model_list'] },
  );

  it('answers for each key of whatever it is given', () => {
    fc.assert(
      fc.property(source, (value) => {
        const { findings } = importLitellmConfig(JSON.stringify(value));
        for (const { status, message } of findings) {
          expect(FINDING_STATUSES).toContain(status);
          expect(message).toMatch(/\.$/);
        }
        const paths = findings.map(({ path }) => path);
        const plain = leavesOf(JSON.parse(JSON.stringify(value)), '').filter((path) => !/[^\w.[\]*-]/.test(path));
        for (const leaf of plain) {
          expect(
            paths.some((path) => leaf === path || leaf.startsWith(`${path}.`) || leaf.startsWith(`${path}[`)),
          ).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});
