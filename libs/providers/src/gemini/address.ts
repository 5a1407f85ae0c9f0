import type { ProviderTarget, UpstreamAddress } from '../adapter.js';
import { addressMethod } from '../shared/generate-content/address-method.js';

/** `{base_url}/v1beta/models/{model}:…` (ai.google.dev/api/generate-content); `models/` before the name is optional. */
export function addressModel(target: ProviderTarget, streaming: boolean): UpstreamAddress {
  const model = encodeURIComponent(target.upstreamModel.replace(/^models\//, ''));
  return addressMethod(target.baseUrl, `/v1beta/models/${model}`, streaming);
}
