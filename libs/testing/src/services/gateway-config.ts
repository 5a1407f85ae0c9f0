import type { ProviderKind } from '@multilane/contracts';
import { type ConfigEntry, modelEntries, providerEntry } from './provider-sections.js';
import { TEST_KEYS, TEST_PROVIDER_KEYS } from './test-keys.js';

/** The logical names that team support may use. */
export const SUPPORT_MODELS = ['gpt-4o-mini'];

/** Sections of gateway.yaml by name (docs/contract/configuration.md#the-file). */
export type GatewaySections = Record<string, unknown>;

/**
 * The sections that most tests want: two teams with three keys, and models of the reference provider, its cloud
 * variant and a compatible host, all of them served by one fake upstream.
 *
 * @param upstreamUrl The upstream's `url`, without a path.
 */
export function gatewaySections(upstreamUrl: string): GatewaySections {
  return {
    // A test that stops a gateway does not wait for load balancers.
    server: { drain_delay_ms: 0, drain_ms: 5_000 },
    organization: { name: 'default', products: ['ai_gateway'] },
    providers: [
      { name: 'openai', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1` },
      {
        name: 'azure',
        kind: 'azure-openai',
        api_key: TEST_PROVIDER_KEYS.azure,
        base_url: upstreamUrl,
        api_version: '2024-10-21',
      },
      { name: 'local', kind: 'openai-compatible', api_key: TEST_PROVIDER_KEYS.local, base_url: `${upstreamUrl}/v1` },
    ],
    models: [
      {
        logical_name: 'gpt-4o',
        aliases: ['default'],
        provider: 'openai',
        upstream_model: 'gpt-4o-2024-11-20',
        prices: { input_per_million: 2.5, output_per_million: 10, cached_input_per_million: 1.25 },
      },
      {
        logical_name: 'gpt-4o-mini',
        aliases: ['fast', 'small'],
        provider: 'openai',
        upstream_model: 'gpt-4o-mini-2024-07-18',
      },
      { logical_name: 'azure-gpt-4o', provider: 'azure', upstream_model: 'chat-deployment' },
      // Slashes and colons are legal in a model's name (docs/contract/model-access.md#model-names).
      { logical_name: 'meta-llama/llama-3.1:free', provider: 'local', upstream_model: 'llama-3.1-8b-instruct' },
      {
        logical_name: 'text-embedding-3-small',
        provider: 'openai',
        upstream_model: 'text-embedding-3-small',
        type: 'embedding',
      },
    ],
    teams: [
      {
        name: 'research',
        api_keys: [
          { name: 'ci', key: TEST_KEYS.research, role: 'member' },
          { name: 'lead', key: TEST_KEYS.researchAdmin, role: 'admin' },
        ],
      },
      {
        name: 'support',
        allowed_models: SUPPORT_MODELS,
        api_keys: [{ name: 'desk', key: TEST_KEYS.support, role: 'member' }],
      },
    ],
  };
}

/**
 * The text of a gateway.yaml: the sections above, each replaced whole by the one of the same name in `overrides`; an
 * override of undefined leaves the section out. The text is JSON, which YAML 1.2 contains.
 *
 * @param kinds Further providers for the upstream to play, with the models of `modelEntries`.
 */
export function gatewayConfig({
  upstreamUrl,
  kinds = [],
  ...overrides
}: { upstreamUrl: string; kinds?: readonly ProviderKind[] } & GatewaySections): string {
  const { providers, models, ...sections } = gatewaySections(upstreamUrl);
  const played = {
    providers: [...(providers as ConfigEntry[]), ...kinds.map((kind) => providerEntry(kind, upstreamUrl))],
    models: [...(models as ConfigEntry[]), ...kinds.flatMap((kind) => modelEntries(kind))],
  };
  return configText({ ...sections, ...played, ...overrides });
}

/** A configuration as the text of its file; text stays as it is. */
export function configText(config: string | object): string {
  return typeof config === 'string' ? config : `${JSON.stringify(config, null, 2)}\n`;
}
