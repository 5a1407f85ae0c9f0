import { describe, expect, it } from '@jest/globals';
import { PROVIDER_KINDS } from '@multilane/contracts';
import { gatewayConfig, SUPPORT_MODELS } from './gateway-config.js';
import { modelEntries, providerEntry } from './provider-sections.js';
import { TEST_AWS_ACCESS_KEY_ID, TEST_KEYS } from './test-keys.js';

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

  it('adds a provider of every kind with its models and what its configuration demands', () => {
    const kinds = ['anthropic', 'gemini', 'vertex', 'cohere', 'bedrock', 'groq', 'simulator'] as const;
    const { providers, models } = read({ kinds });
    const added = providers.filter(({ name }) => name !== 'openai' && name !== 'azure' && name !== 'local');
    expect(added.map(({ kind }) => kind)).toEqual(kinds);
    expect(added.map(({ base_url: address }) => address?.slice('http://127.0.0.1:1'.length))).toEqual([
      '',
      '',
      '',
      '',
      '',
      '/v1',
      undefined,
    ]);
    expect(added[2]).toMatchObject({ project: 'test-project', location: 'europe-west4' });
    expect(added[4]).toMatchObject({ region: 'eu-central-1', access_key_id: TEST_AWS_ACCESS_KEY_ID });
    for (const kind of kinds) expect(models.map((model) => model.logical_name)).toContain(`${kind}-chat`);
    expect(models.map((model) => model.logical_name)).toEqual(
      expect.arrayContaining(['cohere-rerank', 'bedrock-embedding']),
    );
  });

  it('lets a test choose other credentials and another name', () => {
    const key = { access_key_id: undefined, secret_access_key: undefined, api_key: 'bearer', name: 'aws' };
    const entry = JSON.parse(JSON.stringify(providerEntry('bedrock', 'http://127.0.0.1:1', key)));
    expect(entry).toEqual({
      name: 'aws',
      kind: 'bedrock',
      base_url: 'http://127.0.0.1:1',
      region: 'eu-central-1',
      api_key: 'bearer',
    });
    expect(modelEntries('bedrock', 'aws')[0]).toMatchObject({
      logical_name: 'aws-chat',
      provider: 'aws',
      type: 'chat',
    });
  });

  it('replaces a section whole by the override of its name', () => {
    const { teams, cache, models } = read({ teams: [], cache: { backend: 'off' }, models: undefined });
    expect({ teams, cache, models }).toEqual({ teams: [], cache: { backend: 'off' }, models: undefined });
  });
});
