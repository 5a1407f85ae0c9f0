import type { RecordedRequest } from '../../recorded-request.js';
import type { WireFault } from '../wire.js';

const DEPLOYMENT_PATH = /^\/openai\/deployments\/[^/]+\/chat\/completions$/;
/** The forms of every credential that the service itself issues (specification section 2). */
const GATEWAY_CREDENTIAL = /(^|[\s=:;,"])ml[-_]/;

/** Whether the request is addressed as the cloud variant is: by deployment. */
export function isDeploymentPath(path: string): boolean {
  return DEPLOYMENT_PATH.test(path);
}

/**
 * Checks address, content type and credential of a chat call; also that nothing which concerns only the gateway has
 * slipped out to the provider (specification sections 1 and 5).
 */
export function checkHead(request: RecordedRequest): WireFault | undefined {
  const message = addressFault(request) ?? credentialFault(request) ?? leakFault(request);
  return message === undefined ? undefined : { message };
}

function addressFault({ method, url, path, query, headers }: RecordedRequest): string | undefined {
  const byDeployment = isDeploymentPath(path);
  if (method !== 'POST') return `method ${method}, expected POST`;
  if (!byDeployment && path !== '/v1/chat/completions') return `unknown address ${url}`;
  if (byDeployment && !query.get('api-version')) return 'the query parameter api-version is missing';
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    return `content-type ${headers['content-type']}, expected application/json`;
  }
  return undefined;
}

function credentialFault({ path, headers }: RecordedRequest): string | undefined {
  const bearer = /^Bearer \S+$/.test(headers.authorization ?? '');
  if (isDeploymentPath(path)) {
    return bearer || headers['api-key'] ? undefined : 'neither an api-key header nor a bearer token';
  }
  return bearer ? undefined : 'the authorization header holds no bearer token';
}

function leakFault({ headers }: RecordedRequest): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'cookie' || name.startsWith('x-service-')) return `the header ${name} is not for providers`;
    if (GATEWAY_CREDENTIAL.test(String(value))) return `the header ${name} holds a credential of the gateway`;
  }
  return undefined;
}
