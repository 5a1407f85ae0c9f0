import type { Endpoint, ProviderTarget, UpstreamAddress } from '../adapter.js';
import { addressMethod } from '../shared/generate-content/address-method.js';
import { joinAddress } from '../shared/join-address.js';

/**
 * `{base_url}/v1beta/models/{model}:…` (ai.google.dev/api/generate-content, ai.google.dev/api/embeddings); `models/`
 * before the name is optional.
 */
export function addressModel(target: ProviderTarget, endpoint: Endpoint, streaming: boolean): UpstreamAddress {
  const path = pathOfModel(target);
  if (endpoint === 'embeddings') return joinAddress(target.baseUrl, `${path}:batchEmbedContents`);
  return addressMethod(target.baseUrl, path, streaming);
}

/** `/v1beta/models/{model}`, below the base URL. */
export function pathOfModel(target: ProviderTarget): string {
  return `/v1beta/models/${encodeURIComponent(nameModel(target))}`;
}

/** The model's bare name. */
export function nameModel(target: ProviderTarget): string {
  return target.upstreamModel.replace(/^models\//, '');
}
