import { ProviderFailure } from '@multilane/providers';

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** What a broken connection means in our terms: a time limit is 504, everything else 502 (specification section 7). */
export function describeTransportError(error: Error): ProviderFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const detail = `connection: ${code}`;
  return TIMEOUT_CODES.has(code)
    ? new ProviderFailure('provider_timeout', { detail, retryable: true })
    : new ProviderFailure('provider_error', { detail, retryable: true });
}
