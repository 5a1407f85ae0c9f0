import { describe, expect, it } from '@jest/globals';
import { BENCH_KEY, BENCH_MODEL, buildGatewayConfig, GROUP_MODELS } from './build-gateway-config.js';

interface GeneratedConfig {
  models: { logical_name: string; provider: string }[];
  providers: { name: string; kind: string; base_url: string }[];
  teams: { allowed_models?: string[]; api_keys: { key: string }[] }[];
  cache: { backend: string };
  audit: { path: string };
}

const config = buildGatewayConfig('http://127.0.0.1:4000', '/var/audit.ndjson') as GeneratedConfig;
const keys = config.teams.flatMap((team) => team.api_keys.map(({ key }) => key));

describe('buildGatewayConfig', () => {
  it('has twenty models, one of each other provider group and three of media, two teams and three different keys', () => {
    expect(new Set(config.models.map((model) => model.logical_name)).size).toBe(27);
    expect(config.teams).toHaveLength(2);
    expect(new Set(keys).size).toBe(3);
  });

  it('sends every model to the upstream, each group in its own format', () => {
    const kinds = ['openai', 'anthropic', 'gemini', 'cohere', 'bedrock'];
    expect(config.providers.map(({ kind }) => kind)).toEqual(kinds);
    for (const { base_url } of config.providers) expect(base_url).toMatch(/^http:\/\/127\.0\.0\.1:4000(\/v1)?$/);
    const names = new Set(config.providers.map(({ name }) => name));
    for (const { provider } of config.models) expect(names).toContain(provider);
  });

  it("lets the benchmark's key use the benchmark's models", () => {
    const team = config.teams.find(({ api_keys }) => api_keys.some(({ key }) => key === BENCH_KEY));
    expect(team?.allowed_models).toEqual(expect.arrayContaining([BENCH_MODEL, ...Object.values(GROUP_MODELS)]));
  });

  it('has keys that a gateway accepts: ml- and at least 24 characters', () => {
    for (const key of keys) expect(key).toMatch(/^ml-[a-z0-9-]{21,}$/);
  });

  it('writes the audit and never answers from a cache', () => {
    expect(config.audit.path).toBe('/var/audit.ndjson');
    expect(config.cache.backend).toBe('off');
  });
});
