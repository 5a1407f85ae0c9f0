import type { Endpoint, ProviderTarget, UpstreamAddress } from '../adapter.js';
import { referencePath } from '../openai/endpoint-paths.js';
import { joinAddress } from '../shared/join-address.js';
import { DEFAULT_API_VERSION } from './manifest.js';

/**
 * `{base_url}/openai/deployments/{upstream_model}/<endpoint>?api-version=…` (docs/contract/providers.md#credentials).
 */
export function addressDeployment(target: ProviderTarget, endpoint: Endpoint): UpstreamAddress {
  const deployment = encodeURIComponent(target.upstreamModel);
  const { origin, path } = joinAddress(target.baseUrl, `/openai/deployments/${deployment}${referencePath(endpoint)}`);
  const version = encodeURIComponent(target.apiVersion ?? DEFAULT_API_VERSION);
  return { origin, path: `${path}${path.includes('?') ? '&' : '?'}api-version=${version}` };
}
