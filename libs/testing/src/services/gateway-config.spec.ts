import { describe, expect, it } from '@jest/globals';
import { PROVIDER_KINDS } from '@multilane/contracts';
import { gatewayConfig, SUPPORT_MODELS } from './gateway-config.js';
import { TEST_KEYS } from './test-keys.js';

interface Sections {
  teams: { name: string; allowed_models?: string[]; api_keys: { key: string }[] }[];
  providers: { name: string; kind: string; base_url: string }[];
  models: { logical_name: string; provider: string }[];
  cache?: unknown;
}
const read = (overrides: object = {}): Sections =>
  JSON.parse(gatewayConfig({ upstreamUrl: 'http://127.0.0.1:1', ...overrides }));

describe('gatewayConfig', () => {
  it('declares every test key once, in the form that the configuration demands', () => {
    const keys = read().teams.flatMap((team) => team.api_keys.map((entry) => entry.key));
    expect([...keys].sort()).toEqual(Object.values(TEST_KEYS).sort());
    for (const key of keys) expect(key).toMatch(/^ml-[^.]{21,}$/);
  });

  it('points every provider at the upstream and every model at a provider', () => {
    const { providers, models } = read();
    for (const provider of providers) {
      expect(provider.base_url).toMatch(/^http:\/\/127\.0\.0\.1:1(\/v1)?$/);
      expect(Object.keys(PROVIDER_KINDS)).toContain(provider.kind);
    }
    const names = providers.map((provider) => provider.name);
    for (const model of models) expect(names).toContain(model.provider);
  });

  it('limits team support, and only that, to some of the models', () => {
    const { teams, models } = read();
    expect(teams.map((team) => team.allowed_models)).toEqual([undefined, SUPPORT_MODELS]);
    expect(models.map((model) => model.logical_name)).toEqual(expect.arrayContaining(SUPPORT_MODELS));
    expect(models.length).toBeGreaterThan(SUPPORT_MODELS.length);
  });

  it('replaces a section whole by the override of its name', () => {
    const { teams, cache, models } = read({ teams: [], cache: { backend: 'off' }, models: undefined });
    expect({ teams, cache, models }).toEqual({ teams: [], cache: { backend: 'off' }, models: undefined });
  });
});
