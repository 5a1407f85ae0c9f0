import type { Endpoint, ProviderTarget, UpstreamAddress } from '../adapter.js';
import { endpointPath } from '../openai/endpoint-path.js';
import { joinAddress } from '../shared/join-address.js';
import { DEFAULT_API_VERSION } from './api-version.js';

/** `{base_url}/openai/deployments/{upstream_model}/…?api-version=…` (decisions section 2). */
export function addressDeployment(target: ProviderTarget, endpoint: Endpoint): UpstreamAddress {
  const deployment = encodeURIComponent(target.upstreamModel);
  const { origin, path } = joinAddress(target.baseUrl, `/openai/deployments/${deployment}${endpointPath(endpoint)}`);
  const version = encodeURIComponent(target.apiVersion ?? DEFAULT_API_VERSION);
  return { origin, path: `${path}${path.includes('?') ? '&' : '?'}api-version=${version}` };
}
