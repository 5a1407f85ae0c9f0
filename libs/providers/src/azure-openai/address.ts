import type { Endpoint, ProviderTarget, UpstreamAddress } from '../adapter.js';
import { referencePath } from '../openai/endpoint-paths.js';
import { joinAddress } from '../shared/join-address.js';
import { DEFAULT_API_VERSION } from './manifest.js';

/** The v1 API has no versions, and the deployment is the model of the body (learn.microsoft.com, "Azure OpenAI v1 API"). */
const V1_PATH = '/openai/v1';

/**
 * `{base_url}/openai/deployments/{upstream_model}/<endpoint>?api-version=…` (docs/contract/providers.md#credentials). The Responses API is
 * a part of the v1 API alone, which serves everything where the base URL names it.
 */
export function addressDeployment(target: ProviderTarget, endpoint: Endpoint): UpstreamAddress {
  if (target.baseUrl.endsWith(V1_PATH)) return joinAddress(target.baseUrl, referencePath(endpoint));
  if (endpoint === 'responses' || endpoint === 'chatOverResponses') {
    return joinAddress(target.baseUrl, V1_PATH + referencePath(endpoint));
  }
  return joinAddress(target.baseUrl, deploymentPath(target, referencePath(endpoint)));
}

/** Path below the base URL at which a deployment serves a path of the reference format. */
export function deploymentPath(
  { apiVersion = DEFAULT_API_VERSION, upstreamModel }: ProviderTarget,
  path: string,
): string {
  const deployment = encodeURIComponent(upstreamModel);
  return `/openai/deployments/${deployment}${path}?api-version=${encodeURIComponent(apiVersion)}`;
}

/**
 * Path at which a resource serves a path of the reference format that belongs to no deployment; it may have a query.
 */
export function resourcePath({ apiVersion = DEFAULT_API_VERSION }: ProviderTarget, path: string): string {
  return `/openai${path}${path.includes('?') ? '&' : '?'}api-version=${encodeURIComponent(apiVersion)}`;
}
