import type { ProviderAdapter } from '../adapter.js';
import { ANTHROPIC } from '../anthropic/adapter.js';
import { addressMessages } from '../anthropic/address.js';
import { AZURE_OPENAI_MANIFEST } from '../azure-openai/manifest.js';

/**
 * Claude in Azure: the messages format, group N, at `{base_url}/anthropic` with the resource's key
 * (learn.microsoft.com, "Deploy and use Claude models in Microsoft Foundry"). Batches are not served there.
 */
export const AZURE_CLAUDE: ProviderAdapter = {
  kind: AZURE_OPENAI_MANIFEST.kind,
  group: 'N',
  capabilities: ANTHROPIC.capabilities,
  defaultBaseUrl: AZURE_OPENAI_MANIFEST.defaultBaseUrl,
  endpoints: ANTHROPIC.endpoints,
  address: ({ baseUrl, ...target }, endpoint) => {
    const resource = baseUrl.replace(/\/(?:openai(?:\/v1)?|anthropic)$/, '');
    return addressMessages({ ...target, baseUrl: `${resource}/anthropic` }, endpoint);
  },
  authorize: ANTHROPIC.authorize,
  mapError: ANTHROPIC.mapError,
};
