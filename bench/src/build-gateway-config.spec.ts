import { describe, expect, it } from '@jest/globals';
import { BENCH_KEY, BENCH_MODEL, buildGatewayConfig } from './build-gateway-config.js';

interface GeneratedConfig {
  models: { logical_name: string; provider: string }[];
  providers: { name: string; base_url: string }[];
  teams: { allowed_models?: string[]; api_keys: { key: string }[] }[];
  cache: { backend: string };
  audit: { path: string };
}

const config = buildGatewayConfig('http://127.0.0.1:4000', '/var/audit.ndjson') as GeneratedConfig;
const keys = config.teams.flatMap((team) => team.api_keys.map(({ key }) => key));

describe('buildGatewayConfig', () => {
  it('has twenty models, two teams and three different keys', () => {
    expect(new Set(config.models.map((model) => model.logical_name)).size).toBe(20);
    expect(config.teams).toHaveLength(2);
    expect(new Set(keys).size).toBe(3);
  });

  it('sends every model to the upstream', () => {
    expect(config.providers).toMatchObject([{ name: 'openai', base_url: 'http://127.0.0.1:4000/v1' }]);
    expect(new Set(config.models.map((model) => model.provider))).toEqual(new Set(['openai']));
  });

  it("lets the benchmark's key use the benchmark's model", () => {
    const team = config.teams.find(({ api_keys }) => api_keys.some(({ key }) => key === BENCH_KEY));
    expect(team?.allowed_models).toContain(BENCH_MODEL);
  });

  it('has keys that a gateway accepts: ml- and at least 24 characters', () => {
    for (const key of keys) expect(key).toMatch(/^ml-[a-z0-9-]{21,}$/);
  });

  it('writes the audit and never answers from a cache', () => {
    expect(config.audit.path).toBe('/var/audit.ndjson');
    expect(config.cache.backend).toBe('off');
  });
});
