import type { ProviderTarget, UpstreamAddress } from '../adapter.js';
import { joinAddress } from '../shared/join-address.js';
import { DEFAULT_API_VERSION } from './api-version.js';

/** `{base_url}/openai/deployments/{upstream_model}/chat/completions?api-version=…` (decisions section 2). */
export function addressDeployment(target: ProviderTarget): UpstreamAddress {
  const deployment = encodeURIComponent(target.upstreamModel);
  const { origin, path } = joinAddress(target.baseUrl, `/openai/deployments/${deployment}/chat/completions`);
  const version = encodeURIComponent(target.apiVersion ?? DEFAULT_API_VERSION);
  return { origin, path: `${path}${path.includes('?') ? '&' : '?'}api-version=${version}` };
}
