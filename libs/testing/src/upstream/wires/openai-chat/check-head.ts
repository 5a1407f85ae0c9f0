import type { RecordedRequest } from '../../recorded-request.js';
import { checkJsonCall, hasBearer } from '../check-head.js';
import type { WireFault } from '../wire.js';

const DEPLOYMENT_PATH = /^\/openai\/deployments\/[^/]+\/chat\/completions$/;
/** True if the request is addressed as the cloud variant is: by deployment. */
export function isDeploymentPath(path: string): boolean {
  return DEPLOYMENT_PATH.test(path);
}

/**
 * Checks address, content type and credential of a chat call; also that nothing which concerns only the gateway has
 * slipped out to the provider (docs/contract/providers.md#credentials).
 */
export function checkHead(request: RecordedRequest): WireFault | undefined {
  const message = addressFault(request) ?? credentialFault(request);
  return message === undefined ? checkJsonCall(request) : { message };
}

function addressFault({ method, url, path, query }: RecordedRequest): string | undefined {
  const byDeployment = isDeploymentPath(path);
  if (method !== 'POST') return `method ${method}, expected POST`;
  if (!byDeployment && path !== '/v1/chat/completions') return `unknown address ${url}`;
  return byDeployment && !query.get('api-version') ? 'the query parameter api-version is missing' : undefined;
}

function credentialFault(request: RecordedRequest): string | undefined {
  if (!isDeploymentPath(request.path)) {
    return hasBearer(request) ? undefined : 'the authorization header holds no bearer token';
  }
  const hasKey = hasBearer(request) || request.headers['api-key'];
  return hasKey ? undefined : 'neither an api-key header nor a bearer token';
}
