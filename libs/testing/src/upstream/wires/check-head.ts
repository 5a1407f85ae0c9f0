import type { RecordedRequest } from '../recorded-request.js';
import type { WireFault } from './wire.js';

/** The forms of every credential that the service itself issues (docs/contract/authentication.md#token-forms). */
const GATEWAY_CREDENTIAL = /(^|[\s=:;,"])ml[-_]/;

/** Checks what every provider's wire demands of a call's head: POST, JSON, and nothing of the gateway's own. */
export function checkJsonCall(request: RecordedRequest): WireFault | undefined {
  const { method, headers } = request;
  if (method !== 'POST') return { message: `method ${method}, expected POST` };
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    return { message: `content-type ${headers['content-type']}, expected application/json` };
  }
  return checkLeaks(request);
}

/** Checks that nothing which concerns only the gateway has slipped out (docs/contract/providers.md#credentials). */
function checkLeaks({ headers }: RecordedRequest): WireFault | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'cookie' || name.startsWith('x-service-')) {
      return { message: `the header ${name} is not for providers` };
    }
    if (GATEWAY_CREDENTIAL.test(String(value))) {
      return { message: `the header ${name} holds a credential of the gateway` };
    }
  }
  return undefined;
}

/** True if the request carries a bearer token. */
export function hasBearer({ headers }: RecordedRequest): boolean {
  return /^Bearer \S+$/.test(headers.authorization ?? '');
}
