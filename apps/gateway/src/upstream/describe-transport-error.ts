import { EgressRefusal } from '@multilane/egress';
import { ProviderFailure } from '@multilane/providers';
import { maskSecrets } from '@multilane/telemetry';

const TIMEOUT_CODES = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Characters of an error without a code that the log gets. */
const DETAIL_LIMIT = 200;

/**
 * Translates a broken connection to an error of the gateway: a time limit is 504, everything else 502
 * (docs/contract/errors.md#provider-errors).
 */
export function describeTransportError(error: Error): ProviderFailure {
  if (error instanceof EgressRefusal) return describeRefusal(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const words = maskSecrets(code ?? `${error.name}: ${error.message}`);
  const detail = `connection: ${words}`.slice(0, DETAIL_LIMIT);
  const isTimeout = code !== undefined && TIMEOUT_CODES.has(code);
  return new ProviderFailure(isTimeout ? 'provider_timeout' : 'provider_error', {
    detail,
    connection: true,
    retryable: true,
  });
}

/** The address is for the log alone: it reveals what a private name resolves to. */
function describeRefusal({ code, message, address = '' }: EgressRefusal): ProviderFailure {
  return new ProviderFailure('provider_error', {
    detail: `connection: ${code} ${address}`.trimEnd(),
    publicMessage: `The provider cannot be reached: ${message}.`,
    connection: true,
    retryable: false,
  });
}
