import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Document, parse } from 'yaml';
import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { unwrapSchema } from './file/walk-schema.js';
import { parseConfig } from './parse-config.js';
import { gatewayConfigSchema } from './schema/gateway-config.js';

const example = readFileSync(new URL('../../../gateway.yaml.example', import.meta.url), 'utf8');
/** The example with every setting that is commented out put to use. */
const complete = example.replace(/^( *)#(?=\S)/gm, '$1');

const settings: unknown = parse(complete.replace(/\$\{[^}\n]*\}/g, 'x'));

const env = { RESEARCH_KEY: 'ml-5f0c9ad2e4b71836c2a97d50' };
const fullEnv = {
  ...env,
  DATABASE_URL: 'postgres://db/multilane',
  REDIS_URL: 'redis://redis:6379',
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_AUDIENCE: 'multilane',
  WEBHOOK_SIGNING_SECRET: 'secret',
  SLACK_URL: 'https://hooks.slack.com/services/x',
  PAGERDUTY_KEY: 'a'.repeat(32),
  ALERT_WEBHOOK_URL: 'https://hooks.example.com/x',
  ALERT_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
  EXPORT_SECRET: 'secret',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('gateway.yaml.example', () => {
  it('is valid unchanged, with one key of your own', () => {
    expect(parseConfig(example, { env }).config.models.map((model) => model.logical_name)).toContain('simulator');
  });

  it('is valid without it too: the key is then empty, and nobody can use it', () => {
    const { teams } = parseConfig(example, { env: {} }).config;
    expect(teams.flatMap((team) => team.api_keys)).toMatchObject([{ name: 'ci', key: '' }]);
  });

  it('is valid with every setting that is commented out', () => {
    expect(parseConfig(complete, { env: fullEnv }).config.guardrails.length).toBeGreaterThan(7);
  });

  it('shows every key of the schema', () => {
    const shown = new Set(keysOf(settings));
    const hidden = keysOfSchema(gatewayConfigSchema).filter((key) => !shown.has(key));
    expect(hidden.map((key) => `${key}: show it in gateway.yaml.example, as a comment if it is optional`)).toEqual([]);
  });

  it.each([
    ['every value', () => true],
    [
      'every value but those that others depend on',
      (key: unknown) => !['kind', 'type', 'provider', 'name'].includes(String(key)),
    ],
  ])('shows no value in a problem when %s is a secret in the wrong place', (_rule, isReplaced) => {
    const plain = new Document(settings).toString();
    const text = plain.replace(/^(\s*(?:- )*)([\w-]+): (?![|>&]|$).+$/gm, (line, indent: string, key: string) =>
      isReplaced(key) ? `${indent}${key}: hunter2-\${SECRET}` : line,
    );
    let message = '';
    try {
      parseConfig(text, { env: { SECRET: 'TOPSECRET' } });
    } catch (error) {
      message = error instanceof ConfigError ? error.message : '';
    }
    expect(message.split('\n').length).toBeGreaterThan(60);
    expect(message).not.toMatch(/hunter2|TOPSECRET/);
  });
});

/** `models[].prices.input_per_million` for every key of a file; settings of a guardrail and of a sink carry their kind. */
function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  const place = 'kind' in value && (path === 'guardrails[]' || path === 'exports[]') ? `${path}(${value.kind})` : path;
  return Object.entries(value).flatMap(([key, item]) => {
    const name = key === 'config' ? `${place}.${key}` : `${path}.${key}`.replace(/^\./, '');
    return [name, ...keysOf(item, name)];
  });
}

function keysOfSchema(schema: z.core.$ZodType, path = ''): string[] {
  const type = unwrapSchema(schema);
  if (type instanceof z.ZodArray) return keysOfSchema(type.element, `${path}[]`);
  if (type instanceof z.ZodDiscriminatedUnion) return type.options.flatMap((option) => keysOfSchema(option, path));
  if (!(type instanceof z.ZodObject)) return [];
  return Object.entries(type.shape).flatMap(([key, field]) => {
    const kind = key === 'config' ? `(${type.shape.kind.value})` : '';
    const name = `${path}${kind}.${key}`.replace(/^\./, '');
    return [name, ...keysOfSchema(field, name)];
  });
}
