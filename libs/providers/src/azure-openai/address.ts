import type { Endpoint, ProviderTarget, UpstreamAddress } from '../adapter.js';
import { referencePath } from '../openai/endpoint-paths.js';
import { joinAddress } from '../shared/join-address.js';
import { DEFAULT_API_VERSION } from './manifest.js';

/**
 * `{base_url}/openai/deployments/{upstream_model}/<endpoint>?api-version=…` (docs/contract/providers.md#credentials).
 */
export function addressDeployment(target: ProviderTarget, endpoint: Endpoint): UpstreamAddress {
  return joinAddress(target.baseUrl, deploymentPath(target, referencePath(endpoint)));
}

/** Where a deployment serves a path of the reference format, below the base URL. */
export function deploymentPath(
  { apiVersion = DEFAULT_API_VERSION, upstreamModel }: ProviderTarget,
  path: string,
): string {
  const deployment = encodeURIComponent(upstreamModel);
  return `/openai/deployments/${deployment}${path}?api-version=${encodeURIComponent(apiVersion)}`;
}

/** Where a resource serves a path of the reference format that belongs to no deployment; it may have a query. */
export function resourcePath({ apiVersion = DEFAULT_API_VERSION }: ProviderTarget, path: string): string {
  return `/openai${path}${path.includes('?') ? '&' : '?'}api-version=${encodeURIComponent(apiVersion)}`;
}
