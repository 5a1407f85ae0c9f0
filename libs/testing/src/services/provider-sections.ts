import { PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import { TEST_AWS_ACCESS_KEY_ID, TEST_PROVIDER_KEYS } from './test-keys.js';

/** An entry of a configuration's list. */
export type ConfigEntry = Readonly<Record<string, unknown>>;

/** Settings of a provider entry beside its name, kind and address, if they are not the shared test key alone. */
const CREDENTIALS: Partial<Record<ProviderKind, ConfigEntry>> = {
  openai: { api_key: TEST_PROVIDER_KEYS.openai },
  'azure-openai': { api_key: TEST_PROVIDER_KEYS.azure, api_version: '2024-10-21' },
  anthropic: { api_key: TEST_PROVIDER_KEYS.anthropic },
  gemini: { api_key: TEST_PROVIDER_KEYS.gemini },
  vertex: { access_token: TEST_PROVIDER_KEYS.vertex, project: 'test-project', location: 'europe-west4' },
  cohere: { api_key: TEST_PROVIDER_KEYS.cohere },
  bedrock: {
    region: 'eu-central-1',
    access_key_id: TEST_AWS_ACCESS_KEY_ID,
    secret_access_key: TEST_PROVIDER_KEYS.bedrockSecret,
  },
  simulator: {},
};

/** Models as the providers name them: chat first, then what else the kind serves. */
const UPSTREAM_MODELS: Partial<Record<ProviderKind, ConfigEntry>> = {
  anthropic: { chat: 'claude-sonnet-4-5' },
  gemini: { chat: 'gemini-3-pro-preview', embedding: 'gemini-embedding-001' },
  vertex: { chat: 'gemini-3-pro-preview', embedding: 'text-embedding-005' },
  cohere: { chat: 'command-a-03-2025', embedding: 'embed-v4.0', rerank: 'rerank-v3.5' },
  bedrock: { chat: 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0', embedding: 'amazon.titan-embed-text-v2:0' },
  typesafe: { decision: 'system-one' },
  'system-one': { decision: 'system-one' },
};

/**
 * An entry of `providers` that points a kind at the fake upstream. Its name is the kind unless `overrides` names it; an
 * override of undefined leaves the field out, such as bedrock's access key where the test wants an `api_key`.
 */
export function providerEntry(kind: ProviderKind, upstreamUrl: string, overrides: ConfigEntry = {}): ConfigEntry {
  const group = PROVIDER_KINDS[kind];
  const hasVersionInAddress = group === 'R' || kind === 'openai';
  const address = kind === 'simulator' ? {} : { base_url: hasVersionInAddress ? `${upstreamUrl}/v1` : upstreamUrl };
  const credentials = CREDENTIALS[kind] ?? { api_key: TEST_PROVIDER_KEYS.local };
  return { name: kind, kind, ...address, ...credentials, ...overrides };
}

/**
 * Entries of `models` for what a provider of that kind serves, by the logical names `<provider>-chat`,
 * `<provider>-embedding` and `<provider>-rerank`.
 *
 * @param provider The name of its entry under `providers`; the kind by default.
 */
export function modelEntries(kind: ProviderKind, provider: string = kind): ConfigEntry[] {
  const models = UPSTREAM_MODELS[kind] ?? { chat: 'test-chat-model', embedding: 'test-embedding-model' };
  return Object.entries(models).map(([type, upstreamModel]) => ({
    logical_name: `${provider}-${type}`,
    provider,
    upstream_model: upstreamModel,
    type,
  }));
}
