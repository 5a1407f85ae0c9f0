import { describe, expect, it } from '@jest/globals';
import { type GatewayConfig, parseConfig } from '@multilane/config';
import { buildConfig, type Demo } from './build-config.js';
import { chooseModels } from './choose-models.js';
import type { ProviderModels } from './providers/provider-models.js';

const KEY = 'ml-Vt5kR0yBq8ZcW3nXh1LsJ7mPdU4gTe9a';
const SECRET = 'sk-of-the-provider';

const openai: ProviderModels = {
  kind: 'openai',
  variable: 'OPENAI_API_KEY',
  source: 'asked',
  models: ['gpt-4o'],
  total: 1,
};
const ollama: ProviderModels = {
  kind: 'ollama',
  baseUrl: 'http://models.local:11434/v1',
  source: 'asked',
  models: ['llama3.2:1b'],
  total: 1,
};

const demo = (...providers: ProviderModels[]): Demo => ({
  providers,
  models: chooseModels(providers, false),
  key: KEY,
});

const parse = (text: string, env: Record<string, string> = {}): GatewayConfig =>
  parseConfig(text, { env: { OPENAI_API_KEY: SECRET, ...env } }).config;

describe('the generated gateway.yaml', () => {
  it('has the speech providers with their keys in the environment, and models of their types', () => {
    const variable = 'DEEPGRAM_API_KEY';
    const deepgram = {
      kind: 'deepgram',
      variable,
      source: 'documented',
      models: [],
      total: 0,
      sound: { speech: 'aura-2' },
    } as const;
    const text = buildConfig(demo(openai, deepgram));
    expect(text).not.toContain(SECRET);
    const { models, providers } = parse(text, { [variable]: SECRET });
    expect(models).toMatchObject([{ type: 'chat' }, { logical_name: 'aura-2', provider: 'deepgram', type: 'speech' }]);
    expect(providers[1]).toMatchObject({ kind: 'deepgram', api_key: SECRET });
  });

  it('says where it comes from and how to keep it', () => {
    expect(buildConfig(demo())).toMatch(/^# Written anew at each start; copy it to gateway\.yaml beside package\.json/);
  });

  it('listens on this machine only, stops at once, logs little and keeps its audit records in the data folder', () => {
    const { server, telemetry, audit } = parse(buildConfig(demo()));
    expect(server).toMatchObject({ host: '127.0.0.1', port: 8080, drain_delay_ms: 0, drain_ms: 5000 });
    expect(telemetry.log_level).toBe('warn');
    expect(audit.path).toBeUndefined();
    expect(audit).toMatchObject({ capture_payloads: true, payload_retention_days: 7 });
    expect(audit).toMatchObject({ spool_dir: '.multilane/spool' });
  });

  it('yields to HOST, PORT and LOG_LEVEL', () => {
    const env = { HOST: '0.0.0.0', PORT: '8081', LOG_LEVEL: 'info' };
    const { server, telemetry } = parse(buildConfig(demo()), env);
    expect([server.host, server.port, telemetry.log_level]).toEqual(['0.0.0.0', 8081, 'info']);
  });

  it('has one team with one key, which may use every model', () => {
    const [team, ...others] = parse(buildConfig(demo(openai))).teams;
    expect(others).toEqual([]);
    expect(team).toMatchObject({ name: 'demo', api_keys: [{ name: 'quickstart', key: KEY, role: 'editor' }] });
    expect(team?.allowed_models).toBeUndefined();
  });

  it('offers the simulator when there is nothing else', () => {
    const config = parse(buildConfig(demo()));
    expect(config.providers).toEqual([]);
    expect(config.models).toMatchObject([
      { logical_name: 'simulator', provider: 'simulator', upstream_model: 'simulator', type: 'chat' },
      { logical_name: 'simulator-image', provider: 'simulator', upstream_model: 'simulator-image', type: 'image' },
      { logical_name: 'simulator-speech', provider: 'simulator', upstream_model: 'simulator-speech', type: 'speech' },
      { logical_name: 'simulator-transcription', provider: 'simulator', type: 'transcription' },
      { logical_name: 'simulator-realtime', provider: 'simulator', type: 'realtime' },
    ]);
  });

  it('offers the media of the simulator only beside the simulator', () => {
    expect(buildConfig(demo(openai))).not.toContain('simulator');
    const simulated = { ...demo(ollama), models: chooseModels([ollama], true) };
    expect(parse(buildConfig(simulated)).mcp.servers).toMatchObject([{ name: 'sample', kind: 'sample' }]);
  });

  it('leaves a name of the simulator to a model that has it already', () => {
    const models = chooseModels([{ ...ollama, models: ['simulator-image'] }], true);
    const names = parse(buildConfig({ ...demo(ollama), models })).models.map(({ logical_name: name }) => name);
    expect(names).toEqual([
      'simulator-image',
      'simulator',
      'simulator-speech',
      'simulator-transcription',
      'simulator-realtime',
    ]);
  });

  it('refers to the key of a provider, and never holds it', () => {
    const text = buildConfig(demo(openai));
    expect(text).not.toContain(SECRET);
    expect(text).toContain(`api_key: "\${OPENAI_API_KEY}"`);
    expect(parse(text).providers).toMatchObject([{ name: 'openai', kind: 'openai', api_key: SECRET }]);
  });

  it('leaves out a provider of which nothing is offered', () => {
    const refused: ProviderModels = { ...openai, source: 'refused', models: [], total: 0 };
    expect(parse(buildConfig(demo(refused, ollama))).providers.map(({ name }) => name)).toEqual(['ollama']);
  });

  it('names the address of an Ollama, and spares it the proxy', () => {
    const text = buildConfig(demo(ollama));
    expect(parse(text).providers).toMatchObject([{ name: 'ollama', base_url: 'http://models.local:11434/v1' }]);
    const { network } = parse(text, { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '.internal' });
    expect(network).toMatchObject({ proxy: 'http://proxy:3128', no_proxy: '.internal,,models.local' });
  });

  it.each([
    'meta-llama/llama-3.1:free',
    'a "quoted" name',
    "it's # no: comment",
    '- {dash}',
    '日本語',
    'a\\b',
    '*x',
    '$HOME',
    'null',
  ])('carries the name %j as it is', (name) => {
    const [model] = parse(buildConfig(demo({ ...ollama, models: [name] }))).models;
    expect(model).toMatchObject({ logical_name: name, upstream_model: name });
  });
});
