import { describe, expect, it } from '@jest/globals';
import {
  EMPTY_GUARDRAIL,
  findGuardrailProblems,
  type Guardrail,
  type GuardrailKind,
  toChangedGuardrail,
  toConfig,
  valuesOfGuardrail,
} from './guardrail-values.js';

const stored = (kind: GuardrailKind, config: object) =>
  ({
    id: 'g1',
    name: 'g',
    workspace_id: 'w1',
    enabled: true,
    kind,
    phase: 'after',
    mode: 'audit',
    models: ['a'],
    teams: null,
    config,
  }) as unknown as Guardrail;

const CONFIGS: readonly (readonly [GuardrailKind, object])[] = [
  ['regex', { patterns: ['a ', '\\d+'], ignore_case: false }],
  ['keywords', { keywords: ['Bluebird', 'two words'], ignore_case: true, whole_words: false }],
  ['pii', { entities: ['iban'] }],
  ['moderation', { model: 'm', categories: ['hate'], threshold: 0.7 }],
  ['moderation', { threshold: 0.5 }],
  ['json_schema', { schema: { type: 'array', items: {} } }],
  ['max_tokens', { limit: 100 }],
  ['prompt_injection', { threshold: 0.9 }],
  ['http', { url: 'https://check.example.com/', timeout_ms: 900, on_failure: 'open' }],
  [
    'http',
    {
      url: 'http://presidio:3000/analyze',
      timeout_ms: 900,
      on_failure: 'open',
      service: 'presidio',
      threshold: 0.8,
      categories: ['PERSON'],
      language: 'de',
      cache_seconds: 60,
    },
  ],
  ['http', { url: 'https://a.example/', timeout_ms: 900, on_failure: 'open', service: 'lakera', project: 'p' }],
];

describe('the body of a guardrail', () => {
  it.each(CONFIGS)('a %s keeps %j when only its name changes', (kind, config) => {
    const values = { ...valuesOfGuardrail(stored(kind, config)), name: 'new' };
    const body = {
      name: 'new',
      enabled: true,
      kind,
      phase: 'after',
      mode: 'audit',
      models: ['a'],
      teams: null,
      config,
    };
    expect(toChangedGuardrail(values)).toEqual(body);
    expect(findGuardrailProblems(values)).toEqual({});
  });

  it('settings that the service does not read are left out, whatever the form had before', () => {
    const values = {
      ...EMPTY_GUARDRAIL,
      kind: 'http' as const,
      url: 'https://a.example',
      categories: ['hate'],
      level: 1,
    };
    expect(toConfig({ ...values, service: 'lakera' })).toEqual({
      url: 'https://a.example',
      timeout_ms: 5_000,
      on_failure: 'closed',
      service: 'lakera',
    });
    expect(toConfig(values)).not.toHaveProperty('threshold');
  });

  it('headers are sent only if they were typed or are to go', () => {
    const values = { ...EMPTY_GUARDRAIL, kind: 'http' as const, url: 'https://a.example' };
    expect(toConfig(values)).not.toHaveProperty('headers');
    expect(toConfig({ ...values, removeHeaders: true })).toMatchObject({ headers: {} });
    expect(toConfig({ ...values, headers: 'X-Key: a:b' })).toMatchObject({ headers: { 'X-Key': 'a:b' } });
  });

  it.each([
    ['regex', 'lines'],
    ['keywords', 'lines'],
    ['max_tokens', 'limit'],
    ['http', 'url'],
  ] as const)('a %s without its setting is not sent', (kind, field) => {
    expect(Object.keys(findGuardrailProblems({ ...EMPTY_GUARDRAIL, name: 'a', kind }))).toEqual([field]);
  });

  it('a schema that is no JSON object is not sent', () => {
    const values = { ...EMPTY_GUARDRAIL, name: 'a', kind: 'json_schema' as const };
    expect(['{', '[]', '1'].map((schema) => findGuardrailProblems({ ...values, schema }).schema)).toEqual(
      Array.from({ length: 3 }, () => 'required.schema'),
    );
  });
});
